package io.github.skpca.cli;

import io.github.skpca.BadRowException;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.cli.PipeFailure.Kind;
import io.github.skpca.cli.PipeFailure.Refused;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.io.BadInputException;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** One run of the protocol: takes requests in their order and answers each, until the input ends. */
final class PipeSession implements Closeable {
    /** Of an answer that is about no learner. */
    private static final int NONE = 0;

    private final PipeReader requests;
    private final PipeWriter answers;
    private final PipeRows rows = new PipeRows();
    private final Map<Integer, PipeLearner> learners = new HashMap<>();
    private final Map<Integer, Workers> workers = new HashMap<>();
    private int lastLearner;

    PipeSession(PipeReader requests, PipeWriter answers) {
        this.requests = requests;
        this.answers = answers;
    }

    /** Answers until the input ends. */
    void run() throws IOException {
        greet();
        requests.start();
        try {
            for (PipeFrame frame = requests.next(); frame != null; frame = requests.next()) {
                answer(frame);
                requests.release(frame);
            }
        } catch (BadInputException damaged) {
            // Where the next frame begins is no longer known.
            answers.error(NONE, PipeFailure.of(damaged));
            throw damaged;
        }
    }

    private void greet() throws IOException {
        int version = requests.readHello();
        answers.hello();
        if (version != PipeFrame.VERSION) {
            BadInputException other = new BadInputException("the other side speaks version " + version
                    + " of the pipe protocol, and this skpca version " + PipeFrame.VERSION
                    + ": use both from one release");
            answers.error(NONE, PipeFailure.of(other));
            throw other;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", new VersionText().getVersion()[0]);
        fields.put("backend", StreamingKernelPca.backend());
        fields.put("java", System.getProperty("java.version"));
        fields.put("processors", Runtime.getRuntime().availableProcessors());
        fields.put("longestFrame", PipeFrame.LONGEST);
        fields.put("longestBytes", PipeFrame.LONGEST_BYTES);
        answers.json(NONE, fields);
    }

    /** Answers one request; whatever goes wrong with it is its answer, and the next one is looked at. */
    private void answer(PipeFrame frame) throws IOException {
        PipeFailure failure;
        try {
            Answer answer = PipeRequest.ofCode(frame.type())
                    .map(request -> work(request, frame))
                    .orElseThrow(() -> new Refused(
                            Kind.SETTINGS, "there is no request " + Integer.toUnsignedString(frame.type())));
            answer.write(answers);
            return;
        } catch (UncheckedIOException failed) {
            failure = PipeFailure.of(Objects.requireNonNull(failed.getCause()));
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failed) {
            failure = PipeFailure.of(failed);
        }
        if (failure.kind() == Kind.MEMORY) {
            // What it was in the middle of is not known.
            learners.remove(frame.learner());
        }
        answers.error(frame.learner(), failure);
    }

    /** What is written when the work is done: a failure to write is no failure of the work. */
    private interface Answer {
        void write(PipeWriter answers) throws IOException;
    }

    private Answer work(PipeRequest request, PipeFrame frame) {
        try {
            return switch (request) {
                case CREATE -> {
                    PipeSettings asked = PipeSettings.of(frame);
                    Workers shared = workers(asked.threads);
                    yield begun(asked.learner(shared), shared);
                }
                case RESUME_FILE -> {
                    PipeSettings asked = PipeSettings.of(frame);
                    Workers shared = workers(asked.threads);
                    yield begun(Learner.resume(asked.requirePath(), null, shared), shared);
                }
                case RESUME_BYTES -> {
                    Workers shared = workers(firstNumber(frame));
                    byte[] bytes = Arrays.copyOfRange(frame.payload(), 4, frame.length());
                    yield begun(Learner.fromBytes(bytes, null, shared), shared);
                }
                case CLOSE -> {
                    learners.remove(frame.learner());
                    yield out -> out.done(frame.learner(), 0);
                }
                default -> ask(request, frame, learner(frame.learner()));
            };
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Answer ask(PipeRequest request, PipeFrame frame, PipeLearner learner) throws IOException {
        int number = frame.learner();
        switch (request) {
            case UPDATE -> {
                RowBatch batch = wide(frame, learner);
                rows.requireNext(learner.rows());
                learner.update(batch);
            }
            case MERGE -> learner.merge(other(frame));
            case SAVE -> {
                PipeSettings asked = PipeSettings.of(frame);
                learner.save(asked.requirePath(), asked.kind);
            }
            case TO_BYTES -> {
                byte[] bytes = learner.toBytes(PipeSettings.of(frame).kind);
                return out -> out.bytes(number, bytes);
            }
            case DESCRIBE -> {
                Map<String, Object> fields = learner.describe();
                return out -> out.json(number, fields);
            }
            case SNAPSHOT -> {
                Map<String, Object> fields = learner.snapshot();
                return out -> out.json(number, fields);
            }
            case TRANSFORM -> {
                float[] loadings = learner.transform(wide(frame, learner));
                return out -> out.floats(number, loadings);
            }
            default -> {
                double[] numbers = numbers(request, frame, learner);
                return out -> out.doubles(number, numbers);
            }
        }
        long learned = learner.rows();
        return out -> out.done(number, learned);
    }

    private double[] numbers(PipeRequest request, PipeFrame frame, PipeLearner learner) {
        return switch (request) {
            case SCORE -> learner.score(wide(frame, learner));
            case P_VALUE -> learner.pValues(wide(frame, learner));
            case RECONSTRUCT -> learner.reconstruct(wide(frame, learner));
            case RECONSTRUCT_LOADINGS -> {
                RowBatch loadings = rows.read(frame);
                yield learner.reconstructLoadings(loadings, rows.columns());
            }
            default -> throw new IllegalStateException(request + " has no answer");
        };
    }

    /** The rows of a frame, which must be as wide as those of the learner. */
    private RowBatch wide(PipeFrame frame, PipeLearner learner) {
        RowBatch batch = rows.read(frame);
        if (rows.columns() != learner.columns()) {
            throw new BadRowException(
                    "rows of " + rows.columns() + " columns where " + learner.columns() + " are expected");
        }
        return batch;
    }

    private PipeLearner learner(int number) {
        @Nullable PipeLearner found = learners.get(number);
        if (found == null) {
            throw new Refused(Kind.LEARNER, "there is no learner " + Integer.toUnsignedString(number));
        }
        return found;
    }

    private PipeLearner other(PipeFrame frame) {
        int number = firstNumber(frame);
        if (number == frame.learner()) {
            throw new Refused(Kind.MERGE, "a learner cannot be merged with itself: its rows would count twice");
        }
        return learner(number);
    }

    private static int firstNumber(PipeFrame frame) {
        if (frame.length() < 4) {
            throw new Refused(
                    Kind.SETTINGS, "this request begins with a number of four bytes, and has " + frame.length());
        }
        return frame.content().getInt();
    }

    private Answer begun(Learner learner, Workers shared) {
        int number = ++lastLearner;
        PipeLearner begun = new PipeLearner(learner, shared);
        learners.put(number, begun);
        Map<String, Object> fields = begun.describe();
        return out -> out.json(number, fields);
    }

    /** The threads that share the work; learners that want as many have the same. */
    private Workers workers(int asked) {
        if (asked < 0) {
            throw new UsageException("--threads must be at least 1, not " + asked);
        }
        int count = asked == 0 ? Runtime.getRuntime().availableProcessors() : asked;
        return workers.computeIfAbsent(count, Workers::new);
    }

    @Override
    public void close() {
        workers.values().forEach(Workers::close);
    }
}

package io.github.skpca.cli;

import io.github.skpca.io.StandardOutputException;
import org.jspecify.annotations.Nullable;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** Standard output for reports and events. Other than {@link System#out} it remembers why it takes no more. */
final class StandardPrintStream extends PrintStream {
    private static final int BUFFER_BYTES = 8192;

    private final Remembering output;

    private StandardPrintStream(Remembering output, Charset charset) {
        super(new BufferedOutputStream(output, BUFFER_BYTES), true, charset);
        this.output = output;
    }

    /** That of the process, with the characters that it has. */
    static StandardPrintStream ofProcess() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding", ""));
        Charset charset =
                !name.isEmpty() && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
        return on(new FileOutputStream(FileDescriptor.out), charset);
    }

    /** One that writes to a stream. */
    static StandardPrintStream on(OutputStream stream, Charset charset) {
        return new StandardPrintStream(new Remembering(stream), charset);
    }

    /** Whether what reads a stream has gone away. */
    static boolean isReaderGone(PrintStream stream) {
        return failure(stream).isReaderGone();
    }

    /** Why a stream takes no more, as far as that is known. */
    static StandardOutputException failure(PrintStream stream) {
        IOException known = stream instanceof StandardPrintStream standard ? standard.output.failure : null;
        return new StandardOutputException(known != null ? known : new IOException("no space left, or closed"));
    }

    /** Passes bytes on and keeps the first failure, which a print stream would swallow. */
    private static final class Remembering extends FilterOutputStream {
        private volatile @Nullable IOException failure;

        Remembering(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }
    }
}

package io.github.skpca.internal.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.skpca.ModelFileException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static io.github.skpca.internal.model.ModelFileProblems.quote;

/**
 * The JSON header of a tensor file, parsed and checked.
 *
 * <p>The text is read twice, metadata first. A file of another program or of another format is then reported as such,
 * whatever its tensors look like and wherever in the header its metadata is.
 */
final class TensorHeader {
    static final String METADATA = "__metadata__";
    static final String FORMAT = "format";
    static final String FORMAT_NAME = "skpca";
    static final String VERSION = "version";
    /** The one format that is written and read. */
    static final int FORMAT_VERSION = 2;

    static final String CHECKSUM = "sha256";
    static final int CHECKSUM_DIGITS = 64;
    /** Also the limit of the safetensors package. */
    static final int MAX_BYTES = 100_000_000;
    /** Bounds the memory that many tiny entries could take beyond their own text; a model has a few dozen. */
    static final int MAX_ENTRIES = 4096;

    static final int MAX_NAME_BYTES = 256;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    // Jackson counts whole words of four bytes, and counts escapes in full.
                    .maxNameLength(8 * MAX_NAME_BYTES)
                    .maxStringLength(MAX_BYTES)
                    .maxNumberLength(20)
                    .maxDocumentLength(MAX_BYTES)
                    .build())
            .build();

    private final String file;
    private final byte[] json;
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private int checksumAt = -1;

    /**
     * The position of a tensor: plain data, the five things that a header says about it.
     *
     * @param name its name in the file
     * @param type the type of its elements
     * @param shape its sizes
     * @param begin its first byte, counted from the end of the header
     * @param end the byte after its last
     */
    record Entry(String name, TensorType type, TensorShape shape, long begin, long end) {}

    private TensorHeader(byte[] json, String file) {
        this.json = json;
        this.file = file;
    }

    /**
     * Reads a header and checks everything except the checksum.
     *
     * @param json the header's bytes, padding included; held, not changed
     * @param tensorBytes how many bytes follow the header in the file
     * @param file the file's name for messages
     */
    static TensorHeader parse(byte[] json, long tensorBytes, String file) throws ModelFileException {
        TensorHeader header = new TensorHeader(json, file);
        header.readEach((name, parser) -> {
            if (name.equals(METADATA)) {
                header.readMetadata(parser);
            } else {
                parser.skipChildren();
            }
        });
        header.checkIdentity();
        header.readEach((name, parser) -> {
            if (name.equals(METADATA)) {
                parser.skipChildren();
            } else {
                header.readEntry(name, parser);
            }
        });
        header.checkLayout(tensorBytes);
        return header;
    }

    /** The metadata in the file's order, with format, version and checksum. */
    Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** The tensors in the order of their bytes. */
    List<Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** The header's bytes with zeros in place of the checksum's digits, as the checksum covers them. */
    byte[] withoutChecksum() {
        byte[] zeroed = json.clone();
        Arrays.fill(zeroed, checksumAt, checksumAt + CHECKSUM_DIGITS, (byte) '0');
        return zeroed;
    }

    private interface Visitor {
        /** Consumes the value at the parser's position, to its end. */
        void visit(String name, JsonParser parser) throws IOException;
    }

    private void readEach(Visitor visitor) throws ModelFileException {
        try (JsonParser parser = JSON.createParser(json)) {
            readObject(parser, parser.nextToken(), "its header", visitor);
            if (parser.nextToken() != null) {
                throw damaged("its header goes on after its end");
            }
        } catch (ModelFileException e) {
            throw e;
        } catch (IOException e) {
            String reason = e instanceof JsonProcessingException bad ? bad.getOriginalMessage() : "";
            throw ModelFileProblems.damaged(file, "its header is not the JSON that it should be, " + quote(reason), e);
        }
    }

    private void readObject(JsonParser parser, @Nullable JsonToken start, String what, Visitor visitor)
            throws IOException {
        if (start != JsonToken.START_OBJECT) {
            throw damaged(what + " is not a JSON object");
        }
        int count = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (++count > MAX_ENTRIES) {
                throw damaged(what + " has more than " + MAX_ENTRIES + " entries");
            }
            parser.nextToken();
            visitor.visit(name, parser);
        }
    }

    private void readMetadata(JsonParser metadataParser) throws IOException {
        readObject(metadataParser, metadataParser.currentToken(), "its metadata", (key, parser) -> {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                throw damaged("its metadata has a value that is not a string, that of " + quote(key));
            }
            if (key.equals(CHECKSUM)) {
                // The token's location is that of the opening quote.
                checksumAt = Math.toIntExact(parser.currentTokenLocation().getByteOffset()) + 1;
            }
            metadata.put(key, parser.getText());
        });
    }

    private void checkIdentity() throws ModelFileException {
        if (!FORMAT_NAME.equals(metadata.get(FORMAT))) {
            throw ModelFileProblems.foreign(file);
        }
        String version = metadata.getOrDefault(VERSION, "");
        if (!version.matches("[1-9][0-9]{0,8}")) {
            throw damaged("has no format version that can be read");
        }
        int format = Integer.parseInt(version);
        if (format != FORMAT_VERSION) {
            throw ModelFileProblems.ofOtherFormat(file, format, FORMAT_VERSION);
        }
        String checksum = metadata.get(CHECKSUM);
        if (checksum == null) {
            throw damaged("has no checksum");
        }
        // Escapes would make the digits longer in the file than in the string.
        if (!checksum.matches("[0-9a-f]{" + CHECKSUM_DIGITS + "}") || json[checksumAt + CHECKSUM_DIGITS] != '"') {
            throw damaged("has a checksum that is not " + CHECKSUM_DIGITS + " hexadecimal digits");
        }
    }

    private void readEntry(String name, JsonParser entryParser) throws IOException {
        String tensor = "tensor " + quote(name);
        EntryFields fields = new EntryFields();
        readObject(entryParser, entryParser.currentToken(), tensor, (key, parser) -> {
            switch (key) {
                case "dtype" -> fields.type = readType(tensor, parser);
                case "shape" -> fields.sizes = readNumbers(tensor, parser, TensorShape.MAX_RANK);
                case "data_offsets" -> fields.offsets = readNumbers(tensor, parser, 2);
                default -> throw damaged(tensor + " has an unknown field, " + quote(key));
            }
        });
        TensorType type = fields.type;
        long[] sizes = fields.sizes;
        long[] offsets = fields.offsets;
        if (type == null || sizes == null || offsets == null || offsets.length != 2) {
            throw damaged(tensor + " lacks its dtype, its shape or one of its two offsets");
        }
        TensorShape shape = readShape(tensor, sizes);
        long bytes = (long) shape.elements() * type.width();
        if (offsets[1] < offsets[0] || offsets[1] - offsets[0] != bytes) {
            throw damaged(tensor + " of shape " + shape + " does not fit its offsets " + Arrays.toString(offsets));
        }
        entries.add(new Entry(name, type, shape, offsets[0], offsets[1]));
    }

    private static final class EntryFields {
        private @Nullable TensorType type;
        private long @Nullable [] sizes;
        private long @Nullable [] offsets;
    }

    private TensorType readType(String tensor, JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            String text = parser.getText();
            for (TensorType type : TensorType.values()) {
                if (type.name().equals(text)) {
                    return type;
                }
            }
        }
        throw damaged(tensor + " has a dtype other than " + Arrays.toString(TensorType.values()));
    }

    private long[] readNumbers(String tensor, JsonParser parser, int most) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw damaged(tensor + " has a shape or offsets that are not a list");
        }
        long[] numbers = new long[most];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == most) {
                throw damaged(tensor + " has more than " + most + " numbers in its shape or offsets");
            }
            // Beyond 64 bits this fails as bad JSON.
            long number = parser.currentToken() == JsonToken.VALUE_NUMBER_INT ? parser.getLongValue() : -1;
            if (number < 0) {
                throw damaged(tensor + " has something other than whole numbers from 0 in its shape or offsets");
            }
            numbers[count++] = number;
        }
        return Arrays.copyOf(numbers, count);
    }

    private TensorShape readShape(String tensor, long[] sizes) throws ModelFileException {
        try {
            return new TensorShape(
                    Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray());
        } catch (ArithmeticException e) {
            throw damaged(tensor + " has a shape of too many elements, " + Arrays.toString(sizes));
        } catch (IllegalArgumentException e) {
            throw damaged(tensor + " has a shape " + e.getMessage());
        }
    }

    private void checkLayout(long tensorBytes) throws ModelFileException {
        entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
        long covered = 0;
        for (Entry entry : entries) {
            if (entry.begin() != covered) {
                String what = entry.begin() < covered ? "overlaps the tensor before it" : "comes after a hole";
                throw damaged("tensor " + quote(entry.name()) + " " + what);
            }
            covered = entry.end();
        }
        if (covered > tensorBytes) {
            throw damaged("is cut short, its tensors need " + covered + " bytes and " + tensorBytes + " are there");
        }
        if (covered < tensorBytes) {
            throw damaged("has " + (tensorBytes - covered) + " bytes after its last tensor");
        }
    }

    private ModelFileException damaged(String problem) {
        return ModelFileProblems.damaged(file, problem);
    }
}

package io.github.skpca.io;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static io.github.skpca.io.BadInputException.quote;

/**
 * What the header of an NPY file says of its array.
 *
 * @param rows the rows there should be
 * @param columns the numbers in a row
 * @param type the type of its numbers
 * @param order the order of their bytes
 * @param byColumns whether they are in Fortran order, column after column
 */
record NpyHeader(long rows, int columns, NpyType type, ByteOrder order, boolean byColumns) {
    private static final int[] MAGIC = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LONGEST = 1 << 20;
    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*('([^']*)'|\\[)");
    private static final Pattern CODE = Pattern.compile("\\|[bui]1|[<>][fui][1248]");
    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\s]*)\\)");

    static boolean isAt(Input input) throws IOException {
        return input.startsWith(MAGIC);
    }

    int rowBytes() {
        return columns * type.bytes();
    }

    /** Reads the header, which is at the beginning of the input; the rows follow. */
    static NpyHeader read(Input input) throws IOException {
        if (!isAt(input)) {
            throw new BadInputException(
                    input.name() + ": not an NPY file; state its format", List.of(Remedy.format("csv, tsv or libsvm")));
        }
        byte[] start = bytes(input, 8);
        int version = start[6];
        if (version < 1 || version > 3) {
            throw new BadInputException(
                    input.name() + ": NPY version " + version + " is not known; save it with np.save");
        }
        byte[] size = bytes(input, version == 1 ? 2 : 4);
        long length = 0;
        for (int i = size.length - 1; i >= 0; i--) {
            length = length << 8 | (size[i] & 0xff);
        }
        if (length > LONGEST) {
            throw new BadInputException(
                    input.name() + ": the NPY header claims " + length + " bytes; the file is damaged");
        }
        return of(input.name(), new String(bytes(input, (int) length), StandardCharsets.UTF_8));
    }

    private static NpyHeader of(String name, String text) throws BadInputException {
        Matcher type = find(TYPE, text, name);
        String code = type.group(2);
        NpyType numbers = code == null || !CODE.matcher(code).matches()
                ? null
                : NpyType.ofCode(code.substring(1)).orElse(null);
        if (code == null || numbers == null) {
            throw new BadInputException(name + ": numbers of type " + (code == null ? "record" : quote(code))
                    + " are not read; save array.astype(\"<f8\")");
        }
        boolean fortran = find(ORDER, text, name).group(1).equals("True");
        String shape = find(SHAPE, text, name).group(1).strip();
        String[] sizes = shape.isEmpty() ? new String[0] : shape.split("\\s*,\\s*", 4);
        int dimensions = sizes.length > 0 && sizes[sizes.length - 1].isEmpty() ? sizes.length - 1 : sizes.length;
        if (dimensions < 1 || dimensions > 2) {
            throw new BadInputException(name + ": the array has shape (" + BadInputException.printable(cut(shape))
                    + "); save array.reshape(rows, columns)");
        }
        long rows = size(name, sizes[0]);
        long columns = dimensions == 1 ? 1 : size(name, sizes[1]);
        if (rows == 0) {
            throw new BadInputException(name + ": no rows");
        }
        if (columns < 1 || columns > ColumnChoice.MOST_COLUMNS) {
            throw new BadInputException(
                    name + ": " + columns + " columns; between 1 and " + ColumnChoice.MOST_COLUMNS + " can be read");
        }
        ByteOrder order = code.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        // A single column, or a single row, is the same in both orders.
        return new NpyHeader(rows, (int) columns, numbers, order, fortran && columns > 1 && rows > 1);
    }

    private static Matcher find(Pattern pattern, String text, String name) throws BadInputException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new BadInputException(name + ": the NPY header cannot be read; save the array again with np.save");
        }
        return matcher;
    }

    private static long size(String name, String digits) throws BadInputException {
        // Twelve digits keep rows times bytes of a row below 2^63.
        if (!digits.matches("[0-9]{1,12}")) {
            throw new BadInputException(name + ": the array has an impossible size " + quote(digits));
        }
        return Long.parseLong(digits);
    }

    private static String cut(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private static byte[] bytes(Input input, int count) throws IOException {
        byte[] bytes = new byte[count];
        int filled = 0;
        while (filled < count) {
            int read = input.read(bytes, filled, count - filled);
            if (read < 0) {
                throw new BadInputException(input.name() + ": ends within the NPY header; the file is cut short");
            }
            filled += read;
        }
        return bytes;
    }
}

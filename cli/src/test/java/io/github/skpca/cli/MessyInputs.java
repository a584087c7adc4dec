package io.github.skpca.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Inputs as they are in the world, and whether a fit of each is to be done or refused. */
final class MessyInputs {
    private final List<Input> all = new ArrayList<>();
    private String group = "";

    private MessyInputs() {}

    /**
     * One input.
     *
     * @param group what it is about
     * @param file the name of the file
     * @param content its bytes
     * @param options the options of the fit
     * @param isRead whether the fit is to be done
     * @param shown how the content is shown
     */
    record Input(String group, String file, byte[] content, List<String> options, boolean isRead, String shown) {}

    static List<Input> all() {
        MessyInputs inputs = new MessyInputs();
        inputs.plain();
        inputs.separators();
        inputs.decimalSigns();
        inputs.thousands();
        inputs.lineEnds();
        inputs.encodings();
        inputs.words();
        inputs.times();
        inputs.categories();
        inputs.missing();
        inputs.names();
        inputs.quotes();
        inputs.broken();
        inputs.arrays();
        inputs.others();
        return inputs.all;
    }

    private void reads(String file, String text, String... options) {
        add(file, text, true, options);
    }

    private void refuses(String file, String text, String... options) {
        add(file, text, false, options);
    }

    private void add(String file, String text, boolean isRead, String... options) {
        add(file, text.getBytes(StandardCharsets.UTF_8), escaped(text), isRead, options);
    }

    private void add(String file, byte[] content, String shown, boolean isRead, String... options) {
        all.add(new Input(group, file, content, List.of(options), isRead, shown));
    }

    private static String escaped(String text) {
        String escaped = text.replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\ufeff", "BOM ")
                .replace("\0", "\\0")
                .replace("\u00a0", "NBSP");
        return escaped.length() > 70 ? escaped.substring(0, 67) + "..." : escaped;
    }

    private void plain() {
        group = "plain";
        reads("a.csv", "1,2\n3,4\n");
        reads("a.csv", "a,b\n1,2\n3,4\n");
        reads("a.csv", "a,b\n1,-2e3\n.5,+4\n");
        reads("a.tsv", "a\tb\n1\t2\n3\t4\n");
        reads("a.txt", "1 2\n3 4\n");
        reads("a.svm", "1 1:0.5 2:2\n-1 2:3\n");
        refuses("a", "1,2\n3,4\n");
        reads("a", "1,2\n3,4\n", "--format", "csv");
    }

    private void separators() {
        group = "separators";
        reads("a.csv", "a;b\n1;2\n3;4\n");
        reads("a.csv", "a\tb\n1\t2\n3\t4\n");
        reads("a.csv", "a|b\n1|2\n3|4\n");
        reads("a.csv", "1 2 3\n4 5 6\n");
        reads("a.data", "  1   2 \n  3   4 \n");
        reads("a.csv", "net weight\n1\n2\n");
        reads("a.csv", "a, b\n1, 2\n3, 4\n");
        reads("a.csv", "price, net;count\n1,5;2\n3,5;4\n");
        reads("a.csv", "sep=;\na;b\n1;2\n3;4\n");
        refuses("a.csv", "a,b;c\nx,y;z\n1,2;3\n");
        reads("a.csv", "a,b|c\n1,5|2\n3,5|4\n", "--separator", "pipe");
        refuses("a.csv", "a;b\n1;2\n3;4\n", "--format", "csv");
        refuses("a.csv", "1,2\n3,4\n", "--separator", "slash");
        refuses("a.tsv", "a;b\n1;2\n3;4\n");
        reads("a.tsv", "a;b\n1;2\n3;4\n", "--separator", "semicolon");
    }

    private void decimalSigns() {
        group = "decimal signs";
        reads("a.csv", "a;b\n1,5;2,25\n3;-,5\n");
        reads("a.csv", "1,5;2,25\n3,5;4\n");
        reads("a.txt", "1,5\t2,25\n3,5\t4\n");
        reads("a.txt", "1,5 2,25\n3,5 4\n");
        reads("a.csv", "\"1,5\",\"2,25\"\n\"3,5\",\"4\"\n");
        reads("a.csv", "a;b\n1;2\n3;4,5\n");
        reads("a.csv", "a;b\n1,234;2\n0,5;3\n");
        refuses("a.csv", "a;b\n1,234;2\n5,678;3\n");
        reads("a.csv", "a;b\n1,234;2\n5,678;3\n", "--decimal", "comma");
        refuses("a.csv", "a;b\n1,5;2\n1.5;2\n");
        refuses("a.csv", "a;b\n1.5;2\n1,5;2\n");
        refuses("a.csv", "a;b\n1,5;2\n3,5;4\n", "--decimal", "point");
        refuses("a.csv", "a,b\n1,2\n3,4\n", "--decimal", "dot");
    }

    private void thousands() {
        group = "marks of thousands";
        refuses("a.csv", "a;b\n1,234,567;2\n3;4\n");
        refuses("a.csv", "a,b\n\"1,234.5\",2\n3,4\n");
        refuses("a.csv", "a;b\n1.234,5;2\n3;4\n");
        refuses("a.csv", "a,b\n1'234,2\n3,4\n");
        refuses("a.csv", "a;b\n1 234;2\n3;4\n");
        refuses("a.csv", "a;b\n1\u00a0234;2\n3;4\n");
        reads("a.csv", "a;b;c\n1,234,567;2;1\n3;4;2\n", "--exclude", "a");
    }

    private void lineEnds() {
        group = "line ends";
        reads("a.csv", "a,b\r\n1,2\r\n3,4\r\n");
        reads("a.csv", "a,b\r1,2\r3,4\r");
        reads("a.csv", "a,b\r\n1,2\n3,4\r5,6");
        reads("a.csv", "\n\na,b\n\n1,2\n \n3,4");
        reads("a.svm", "1 1:1 2:2\r-1 2:3\r");
    }

    private void encodings() {
        group = "encodings";
        reads("a.csv", "\ufeffa,b\n1,2\n3,4\n");
        encoded("UTF-16LE with mark", StandardCharsets.UTF_16LE, "\ufeffGröße;b\r\n1,5;2\r\n3;4\r\n", true);
        encoded("UTF-16BE with mark", StandardCharsets.UTF_16BE, "\ufeffa\tb\n1\t2\n3\t4\n", true);
        encoded("UTF-16LE without mark", StandardCharsets.UTF_16LE, "a,b\n1,2\n3,4\n", false);
        encoded("Latin-1", StandardCharsets.ISO_8859_1, "Größe,b\n1,2\n3,4\n", true);
        add("a.csv", zipped("a,b\n1,2\n3,4\n"), "gzip: a,b\\n1,2\\n3,4\\n", true);
        byte[] whole = zipped("a,b\n1,2\n3,4\n");
        add("a.csv.gz", java.util.Arrays.copyOf(whole, whole.length - 9), "gzip, cut short", false);
        add("a.csv", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2}, "a picture", false);
    }

    private void encoded(String what, Charset charset, String text, boolean isRead) {
        add("a.csv", text.getBytes(charset), what + ": " + escaped(text), isRead);
    }

    private static byte[] zipped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private void words() {
        group = "words and percent signs";
        reads("a.csv", "a,b\n1,true\n2,false\n");
        reads("a.csv", "TRUE,1\nFALSE,2\n");
        reads("a.csv", "a,b\n1,12%\n2,12.5 %\n");
        reads("a.csv", "a;b\n1;12,5%\n2;13%\n");
        refuses("a.csv", "a,b\n1,12%\n2,13\n");
        refuses("a.csv", "a,b\n1,12\n2,13%\n");
        refuses("a.csv", "a,b\n1,yes\n2,no\n");
        refuses("a.csv", "a,b\n1,$5\n2,$6\n");
        refuses("a.csv", "a,b\n1,5 kg\n2,6 kg\n");
        refuses("a.csv", "a,b\n1,0x1F\n2,0x2F\n");
    }

    private void times() {
        group = "times";
        refuses("a.csv", "t,a\n2024-01-02,1\n2024-01-03,2\n");
        reads("a.csv", "t,a,b\n2024-01-02,1,5\n2024-01-03,2,7\n", "--exclude", "t");
        String[] halfLife = {"--time-column", "t", "--half-life", "1d"};
        reads("a.csv", "t,a\n2024-01-02 03:04:05,1\n2024-01-02 03:05:05,2\n", halfLife);
        reads("a.csv", "t,a\n2024-01-02T03:04:05Z,1\n2024-01-02T03:05:05Z,2\n", halfLife);
        reads("a.csv", "t;a\n2024-01-02 03:04:05,250;1\n2024-01-02 03:05;2\n", halfLife);
        reads("a.csv", "t,a\n2024-01-02 03:04:05 +01:00,1\n2024-01-03,2\n", halfLife);
        refuses("a.csv", "t,a\n02.01.2024,1\n03.01.2024,2\n", halfLife);
        refuses("a.csv", "t,a\n2024-13-02,1\n2024-14-03,2\n", halfLife);
    }

    private void categories() {
        group = "categories";
        refuses("a.csv", "age,work\n39,State\n40,Private\n");
        refuses("a.csv", "age,work,sex\n39,State,f\n40,Private,m\n");
        reads("a.csv", "age,work\n39,State\n40,Private\n", "--one-hot", "work");
        reads("a.csv", "age,work\n39,State\n40,Private\n", "--exclude", "work");
        refuses("a.data", "5.1,setosa\n4.9,setosa\n");
        reads("a.data", "5.1,setosa\n4.9,setosa\n", "--exclude", "2");
        refuses("a.csv", "name,city\nAnn,Bonn\nBob,Kiel\n");
    }

    private void missing() {
        group = "missing cells";
        refuses("a.csv", "a,b\n1,2\n3,\n");
        refuses("a.csv", "a,b\n1,2\nNA,4\n");
        refuses("a.csv", "a,b\n1,2\nNaN,4\n");
        reads("a.csv", "a,b\n1,2\n3,\n5,7\n", "--on-bad-row", "skip");
        reads("a.csv", "a,b\n1,2\n?,4\n5,n/a\n6,8\n", "--missing", "impute");
        refuses("a.csv", "a,b\n1,2\n3,inf\n");
        refuses("a.csv", "a,b\n1,2\n3,1e999\n");
        refuses("a.csv", "a,b\n,\n,\n");
    }

    private void names() {
        group = "column names";
        reads("a.csv", "\"net weight\",unit price,c\n1,2,3\n4,5,6\n", "--columns", "unit price,net weight");
        reads("a.csv", "a,,c\n1,2,3\n4,5,6\n");
        reads("a.csv", "2019,2020\n1,2\n3,4\n", "--header", "yes");
        refuses("a.csv", "a,b\n1,2\n3,4\n", "--columns", "z");
        refuses("a.csv", "a,b,b\n1,2,3\n4,5,6\n", "--exclude", "b");
        refuses("a.csv", "a,b\n1,2\n3,4\n", "--header", "no");
    }

    private void quotes() {
        group = "quotes";
        reads("a.csv", "\"a\",\"b\"\n\"1\",\"2\"\n\"3\",\"4\"\n");
        reads("a.csv", "id,a\n\"x\ny\",1\n\"say \"\"hi\"\"\",2\n", "--exclude", "id");
        refuses("a.csv", "a,b\n\"1,2\n3,4\n");
        refuses("a.csv", "a,b\n\"1\"x,2\n3,4\n");
    }

    private void broken() {
        group = "broken files";
        refuses("a.csv", "");
        refuses("a.csv", "a,b\n");
        refuses("a.csv", "a,b\n1,2\n3\n");
        refuses("a.csv", "a,b\n1,2\n3,4,5\n");
        reads("a.csv", "a,b\n1,2\n3,4,5\n6,7\n", "--on-bad-row", "skip");
        refuses("a.csv", "My measurements\na,b\n1,2\n3,4\n");
        refuses("a.csv", "# made by X\n1,2\n3,4\n");
        refuses("a.csv", "1 1:0.5 2:7\n1 2:7 3:1\n");
        refuses("a.csv", "<html><body>no, it moved</body></html>\n");
        refuses("a.csv", "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n");
    }

    private void arrays() {
        group = "NPY";
        array("|u1", false, bytes(4, ByteOrder.LITTLE_ENDIAN).put(new byte[] {1, 2, 3, -1}), true);
        array("|b1", false, bytes(4, ByteOrder.LITTLE_ENDIAN).put(new byte[] {1, 0, 0, 1}), true);
        ByteBuffer shorts = bytes(8, ByteOrder.LITTLE_ENDIAN);
        array(
                "<i2",
                false,
                shorts.putShort((short) 1)
                        .putShort((short) 2)
                        .putShort((short) 3)
                        .putShort((short) -4),
                true);
        array(
                "<i8",
                false,
                bytes(32, ByteOrder.LITTLE_ENDIAN)
                        .putLong(1)
                        .putLong(2)
                        .putLong(3)
                        .putLong(-4),
                true);
        array(">f8", false, doubles(ByteOrder.BIG_ENDIAN), true);
        array("<f8", true, doubles(ByteOrder.LITTLE_ENDIAN), true);
        array("<c8", false, doubles(ByteOrder.LITTLE_ENDIAN), false);
        array("<U4", false, doubles(ByteOrder.LITTLE_ENDIAN), false);
        array("|O", false, doubles(ByteOrder.LITTLE_ENDIAN), false);
    }

    private static ByteBuffer bytes(int count, ByteOrder order) {
        return ByteBuffer.allocate(count).order(order);
    }

    private static ByteBuffer doubles(ByteOrder order) {
        return bytes(32, order).putDouble(1).putDouble(2).putDouble(3).putDouble(4.5);
    }

    private void array(String type, boolean fortran, ByteBuffer numbers, boolean isRead) {
        String header =
                "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (2, 2), }\n";
        byte[] text = header.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = bytes(10 + text.length + numbers.limit(), ByteOrder.LITTLE_ENDIAN);
        file.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 0);
        file.putShort((short) text.length).put(text).put(numbers.rewind());
        add("a.npy", file.array(), "2 x 2 of " + type + (fortran ? " in Fortran order" : ""), isRead);
    }

    private void others() {
        group = "LIBSVM";
        refuses("a.svm", "1 2:1 1:3\n");
        refuses("a.svm", "1,2,3\n4,5,6\n");
        refuses("a.svm", "1 1:x\n");
    }
}

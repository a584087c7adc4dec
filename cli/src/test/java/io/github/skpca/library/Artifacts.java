package io.github.skpca.library;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import com.fasterxml.jackson.core.JsonFactory;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.NullMarked;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Where this build has its modules: the classes or jars that the tests themselves run with, so never older ones. */
final class Artifacts {
    static final Path CORE = holding(StreamingKernelPca.class);
    static final Path IO = holding(Rows.class);
    static final Path JACKSON = holding(JsonFactory.class);
    static final Path FAST_DOUBLE_PARSER = holding(JavaDoubleParser.class);
    static final Path JSPECIFY = holding(NullMarked.class);

    private Artifacts() {}

    static String path(Path... entries) {
        return Arrays.stream(entries).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path holding(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}

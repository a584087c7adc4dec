package io.github.skpca.spark;

import org.apache.spark.launcher.JavaModuleOptions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Java program of the test class path in a process of its own, with what Spark needs to be told; ended with its test. */
final class JavaProcess {
    private JavaProcess() {}

    /** The builder of a process that writes all it says to a file. */
    static ProcessBuilder builder(List<String> options, Path log, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        return builder;
    }
}

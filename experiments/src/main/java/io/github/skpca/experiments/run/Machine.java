package io.github.skpca.experiments.run;

import com.fasterxml.jackson.core.JsonGenerator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this machine is, for the manifest of a run. */
public final class Machine {
    private Machine() {}

    /** Writes the field machine: processor, cores, memory and system. */
    public static void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("machine");
        json.writeStringField("cpu", cpu());
        json.writeNumberField("cores", Runtime.getRuntime().availableProcessors());
        json.writeStringField("memory", memory());
        json.writeStringField("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        json.writeEndObject();
    }

    /** The processor's name, or "unknown". */
    public static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException | UncheckedIOException elsewhere) {
            return "unknown";
        }
    }

    private static String memory() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            return Math.round(system.getTotalMemorySize() / 1e9) + " GB";
        }
        return "unknown";
    }
}

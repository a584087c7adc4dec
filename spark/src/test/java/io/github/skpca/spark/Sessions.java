package io.github.skpca.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;

import java.nio.file.Path;

/** Spark sessions for tests: on this machine alone, without a web page. */
final class Sessions {
    private Sessions() {}

    /** A session of two threads in this JVM. */
    static SparkSession local() {
        return builder("local[2]").getOrCreate();
    }

    static SparkSession.Builder builder(String master) {
        requireSupportedJava();
        return anyBuilder(master);
    }

    /** For programs that are not tests themselves. */
    static SparkSession.Builder anyBuilder(String master) {
        return SparkSession.builder()
                .master(master)
                .appName("skpca tests")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.default.parallelism", "4")
                .config(
                        "spark.sql.warehouse.dir",
                        Path.of("target", "warehouse").toUri().toString())
                .config("spark.log.level", "ERROR");
    }

    /** Hadoop asks the JVM for the subject of its security manager, which 23 and later refuse to tell. */
    static void requireSupportedJava() {
        int version = Runtime.version().feature();
        boolean supported = version <= 22;
        if (!supported) {
            System.out.println("Spark tests are skipped on Java " + version + ": Spark's Hadoop runs on 17 to 22");
        }
        Assumptions.assumeTrue(supported, "Spark's Hadoop does not run on Java " + version);
    }
}

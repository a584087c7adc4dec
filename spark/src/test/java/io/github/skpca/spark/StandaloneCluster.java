package io.github.skpca.spark;

import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.sql.SparkSession;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A master and two workers on the loopback device, from the jars of the test class path; executors are processes of the workers. */
final class StandaloneCluster implements AutoCloseable {
    /** Spark runs no second copy of a task on the same host: two names make two hosts of one machine. */
    private static final List<String> HOSTS = List.of("127.0.0.1", "localhost");

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String url;

    StandaloneCluster(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        // A test run that is stopped leaves no processes behind either.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        Files.createDirectories(folder.resolve("home").resolve("jars"));
        int port = freePort();
        this.url = "spark://127.0.0.1:" + port;
        start("master", Master.class, "--host", "127.0.0.1", "--port", Integer.toString(port), "--webui-port", "0");
        waitFor(port);
        for (String host : HOSTS) {
            String work = folder.resolve("work-" + host).toString();
            start(
                    "worker-" + host,
                    Worker.class,
                    "--host",
                    host,
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--webui-port",
                    "0",
                    "--work-dir",
                    work,
                    url);
        }
    }

    private void start(String name, Class<?> main, String... arguments) throws IOException {
        ProcessBuilder builder = JavaProcess.builder(
                // They do little, and are not worth the second compiler.
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), folder.resolve(name + ".log"), main, arguments);
        // An empty home: executors have their class path from the application.
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().remove("SPARK_LOCAL_IP");
        processes.add(builder.start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void waitFor(int port) throws IOException, InterruptedException {
        for (int i = 0; i < 600; i++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IllegalStateException(
                "the master does not listen: " + Files.readString(folder.resolve("master.log")));
    }

    /** A session on this cluster: two executors of one core each. */
    SparkSession.Builder session() {
        return Sessions.builder(url)
                .config("spark.executor.memory", "700m")
                .config("spark.executor.cores", "1")
                .config("spark.cores.max", "2")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
                .config("spark.task.maxFailures", "4");
    }

    /** The executors that run now: the processes that our own workers, the second and the third of ours, have started. */
    List<ProcessHandle> executors() {
        return processes.stream().skip(1).flatMap(Process::descendants).toList();
    }

    @Override
    public void close() {
        for (Process process : processes) {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }
}

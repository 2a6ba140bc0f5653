package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** One running {@code java -jar pagerace.war serve}, with all its files in one folder. */
public record Serve(Process process, Path folder) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    public static Serve start(Path folder, String... options) throws Exception {
        return start(folder, Map.of(), options);
    }

    static Serve start(Path folder, Map<String, String> environment, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("--port", "0", "--port-file", folder.resolve("port").toString()));
        all.addAll(List.of(options));
        var serve = launch(folder, environment, all.toArray(String[]::new));
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!Files.exists(folder.resolve("port"))) {
            assertTrue(serve.process.isAlive() && System.nanoTime() - deadlineNanos < 0, serve::errors);
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        return serve;
    }

    static Serve launch(Path folder, String... options) throws IOException {
        return launch(folder, Map.of(), options);
    }

    static Serve launch(Path folder, Map<String, String> environment, String... options) throws IOException {
        Files.createDirectories(folder.resolve("run"));
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                war.toString(),
                "serve"));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().putAll(environment);
        builder.environment()
                .put("PAGERACE_CACHE", war.resolveSibling("test-cache").toString());
        builder.environment().put("PAGERACE_DATA", folder.resolve("data").toString());
        builder.environment().put("XDG_RUNTIME_DIR", folder.resolve("run").toString());
        return new Serve(builder.start(), folder);
    }

    public Path data() {
        return folder.resolve("data");
    }

    public List<Path> runFolders() throws IOException {
        try (Stream<Path> folders = Files.list(folder.resolve("run"))) {
            return folders.toList();
        }
    }

    String base() throws IOException {
        return "http://127.0.0.1:" + port() + "/";
    }

    public int port() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("port")).strip());
    }

    HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    String raw(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    String output() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    public String errors() {
        try {
            return Files.readString(folder.resolve("err"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    void awaitError(String text) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!errors().contains(text)) {
            assertTrue(process.isAlive() && System.nanoTime() - deadlineNanos < 0, this::errors);
            LockSupport.parkNanos(1_000_000); // between two looks
        }
    }

    void assertFails(int status, String expected) throws InterruptedException, IOException {
        assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it must end by itself");
        assertEquals(status, process.exitValue(), errors());
        assertTrue(errors().contains(expected), errors());
        assertFalse(errors().contains("\tat "), errors());
        assertTrue(errors().lines().count() <= 2, errors());
        assertEquals("", output());
    }

    int end(String signal) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "kill", signal, "" + process.pid());
        assertEquals(0, kill.start().waitFor());
        assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it must end soon");
        return process.exitValue();
    }

    /** The processes that have our data folder among their arguments; zombies have none. */
    public List<String> children() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(data().toString()))
                .toList();
    }
}

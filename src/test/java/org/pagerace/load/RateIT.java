package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.result.LoadResult;

/** The rate as wrk and ab measure it, on a page of nginx that takes no time itself. */
@Timeout(180)
class RateIT {
    /*
     * At full speed such a page shows how fast the client is, and on two cores whatever else runs there: a test of that
     * would fail on noise. Here the server is the limit, and by a clock: nginx lets 400 requests a second through
     * (limit_req, a leaky bucket in milliseconds) and keeps all others waiting, however fast they come. The 64 connections
     * of a client are always some 60 requests ahead of it, so that nobody's stalls cost anything below 150 ms. What is
     * left to differ is what is to be compared: which requests are counted, and over which time. Both ask in turn and the
     * middle of the rounds counts.
     */
    private static final int ROUNDS = 7;
    private static final int PER_SECOND = 400;
    private static final int CONNECTIONS = 64;
    private static final double TOLERANCE = 0.03;
    private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND; // less than one request's wait
    private static final Pattern RATE = Pattern.compile("Requests(?:/sec| per second): +([0-9.]+)");

    @TempDir
    private Path folder;

    private Process nginx; // null where it is not installed
    private URI page;

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH"), "/usr/sbin")
                .flatMap(path -> Arrays.stream(path.split(":", -1)))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    @BeforeEach
    void startNginx() throws Exception {
        Peers.require(isInstalled("nginx"), "nginx is not installed: apt-get install nginx-light");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        page = URI.create("http://127.0.0.1:" + port + "/");
        Files.writeString(folder.resolve("nginx.conf"), """
                pid nginx.pid;
                daemon off;
                worker_processes 1;
                error_log stderr crit;
                events { worker_connections 1024; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  keepalive_requests 1000000;
                  limit_req_zone $server_port zone=all:1m rate=%dr/s;
                  server {
                    listen 127.0.0.1:%d backlog=1024;
                    limit_req zone=all burst=1000;
                    location / { root pages; }
                  }
                }
                """.formatted(PER_SECOND, port));
        Files.writeString(Files.createDirectory(folder.resolve("pages")).resolve("index.html"), "<p>hello");
        nginx = new ProcessBuilder("nginx", "-p", folder.toString(), "-e", "stderr", "-c", "nginx.conf")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        awaitListening(port);
    }

    private void awaitListening(int port) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (!nginx.isAlive() || System.nanoTime() > deadline) {
                    throw new IOException("nginx does not listen: " + Files.readString(folder.resolve("nginx.log")), e);
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @AfterEach
    void stopNginx() throws Exception {
        if (nginx != null) {
            nginx.destroy();
            assertTrue(nginx.waitFor(20, TimeUnit.SECONDS), "nginx did not end");
        }
    }

    @Test
    void rate_keptConnections_agreesWithWrk() throws Exception {
        Peers.require(isInstalled("wrk"), "wrk is not installed: apt-get install wrk");
        LoadSpec spec = LoadSpec.of(page)
                .withConnections(CONNECTIONS, 1)
                .withStop(new Stop.AfterDuration(Duration.ofSeconds(1)));
        compare(List.of("wrk", "-t", "1", "-c", "" + CONNECTIONS, "-d", "1s", page.toString()), spec);
    }

    @Test
    void rate_newConnections_agreesWithAb() throws Exception {
        Peers.require(isInstalled("ab"), "ab is not installed: apt-get install apache2-utils");
        LoadSpec spec = LoadSpec.of(page)
                .withVersion(HttpVersion.HTTP_1_0)
                .withKeepAlive(false)
                .withConnections(CONNECTIONS, 1)
                .withStop(new Stop.AfterRequests(PER_SECOND));
        compare(List.of("ab", "-q", "-c", "" + CONNECTIONS, "-n", "" + PER_SECOND, page.toString()), spec);
    }

    /** A machine that is busy elsewhere gets three tries, which a wrong rate would not pass either. */
    private void compare(List<String> command, LoadSpec spec) throws Exception {
        var tried = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            var theirs = new double[ROUNDS];
            var ours = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                awaitEmptyBucket();
                theirs[round] = theirs(command);
                awaitEmptyBucket();
                ours[round] = ours(spec);
            }
            Arrays.sort(theirs);
            Arrays.sort(ours);
            tried.add(Arrays.toString(theirs) + " against ours " + Arrays.toString(ours));
            if (Math.abs(ours[ROUNDS / 2] / theirs[ROUNDS / 2] - 1) <= TOLERANCE) {
                return;
            }
        }
        fail("requests per second of " + command.get(0) + " and of ours: " + tried);
    }

    /** What one client has left in nginx's bucket would keep the next one waiting: asks until it answers at once. */
    private void awaitEmptyBucket() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long nanos;
        do {
            assertTrue(System.nanoTime() < deadline, "nginx keeps everybody waiting");
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
                long start = System.nanoTime();
                socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertTrue(socket.getInputStream().read() >= 0, "nginx has no answer");
                nanos = System.nanoTime() - start;
            }
        } while (nanos > AT_ONCE_NANOS);
    }

    private static double ours(LoadSpec spec) throws LoadException, InterruptedException {
        LoadResult result = new LoadRunner(spec, Progress.NONE).run();
        assertEquals(0, result.failed(), result.outcomes().toString());
        return result.perSecond();
    }

    private double theirs(List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), command.get(0) + " did not end");
        } finally {
            process.destroyForcibly();
        }
        Matcher rate = RATE.matcher(Files.readString(out));
        assertTrue(rate.find(), () -> command.get(0) + " printed no rate");
        return Double.parseDouble(rate.group(1));
    }
}

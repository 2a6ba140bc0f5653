package org.pagerace.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Lets the driver practise on a server inside this process, so that the JVM has compiled it when the real run begins.
 *
 * <p>Other load tools are compiled programs, and many runs take a few seconds or less: without this, the first half second of
 * a run would show the JVM's start, not the server. The target sees nothing of it.
 */
public final class Rehearsal {
    private static final Duration LENGTH = Duration.ofMillis(400);
    private static final int CONNECTIONS = 2;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nServer: rehearsal\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private Rehearsal() {}

    /**
     * Practises what that run will do, with or without keep-alive; does nothing where no server can be opened on loopback.
     * Not needed before a run with a warm-up of its own.
     */
    public static void of(LoadSpec spec) throws InterruptedException {
        try (var listener = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
            daemon(() -> accept(listener));
            var practice = LoadSpec.of(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"))
                    .withVersion(spec.version())
                    .withKeepAlive(spec.keepAlive())
                    .withBodyCheck(new BodyCheck.SameLength())
                    .withConnections(CONNECTIONS, 1)
                    .withStop(new Stop.AfterDuration(LENGTH));
            new LoadRunner(practice, Progress.NONE).run();
        } catch (IOException | LoadException e) {
            // Without practice the run is as right, only its first moments are slower.
        }
    }

    private static void daemon(Runnable task) {
        var thread = new Thread(task, "rehearsal");
        thread.setDaemon(true);
        thread.start();
    }

    private static void accept(ServerSocket listener) {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            // The listener was closed: it is over.
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            int newlines = 0;
            for (int b = in.read(); b >= 0; b = in.read()) {
                newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
                if (newlines == 2) { // the empty line after a head
                    socket.getOutputStream().write(ANSWER);
                    newlines = 0;
                }
            }
        } catch (IOException e) {
            // The driver has closed, as it may.
        }
    }
}

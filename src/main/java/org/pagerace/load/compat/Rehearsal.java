package org.pagerace.load.compat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;

/**
 * Lets the driver practise on a server inside this process, so that the JVM has compiled it when the real run begins.
 *
 * <p>The originals are compiled programs, and many of their runs take a second or less: without this, the first hundred
 * milliseconds of a run would show the JVM's start, not the server. The target sees nothing of it.
 */
final class Rehearsal {
    private static final Duration WITH_KEEP_ALIVE = Duration.ofMillis(250);
    private static final Duration WITHOUT = Duration.ofMillis(250);
    private static final int CONNECTIONS = 2;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nServer: rehearsal\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private Rehearsal() {}

    /** Takes half a second; does nothing where no server can be opened on loopback. */
    static void run() throws InterruptedException {
        try (var listener = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
            daemon(() -> accept(listener));
            var spec = LoadSpec.of(Dialect.endpoint(false, "127.0.0.1", listener.getLocalPort()))
                    .withConnections(CONNECTIONS, 1);
            practise(spec.withStop(new Stop.AfterDuration(WITH_KEEP_ALIVE)));
            practise(spec.withKeepAlive(false).withStop(new Stop.AfterDuration(WITHOUT)));
        } catch (IOException | LoadException e) {
            // Without practice the run is as right, only its first moments are slower.
        }
    }

    private static void practise(LoadSpec spec) throws LoadException, InterruptedException {
        new LoadRunner(spec, Progress.NONE, sample -> {}).run();
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

package org.pagerace.load.compat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.pagerace.load.Acceptor;

/**
 * A server on a free loopback port whose pages go right and wrong in the ways that the classic tools count: {@code /page},
 * {@code /error} (500), {@code /vary} (the first answer is shorter), {@code /reset} and {@code /close} (every fifth request ends with RST or FIN),
 * {@code /slow} (50 ms), {@code /unsaid} (ends each connection without announcing it). It keeps a connection if HTTP/1.1 or {@code Keep-Alive} asks for it, and says so.
 */
final class ClassicServer implements AutoCloseable {
    static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int BACKLOG = 1000;
    private static final int BROKEN_EVERY = 5;

    private final Acceptor acceptor;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final Semaphore come = new Semaphore(0);

    ClassicServer() throws IOException {
        acceptor = new Acceptor(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), this::serve);
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    int port() {
        return acceptor.port();
    }

    int requests() {
        return requests.get();
    }

    /** Waits until so many requests have come, at most half a minute. */
    boolean awaitRequests(int count) throws InterruptedException {
        return come.tryAcquire(count, 30, TimeUnit.SECONDS);
    }

    /** The text of the first request. */
    String firstHead() {
        return heads.get(0);
    }

    private void serve(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (String head = head(in); !head.isEmpty(); head = head(in)) {
            in.skipNBytes(bodyLength(head));
            come.release();
            if (!answer(socket, head, requests.incrementAndGet())) {
                return;
            }
        }
    }

    private String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.append((char) b);
            if (head.length() >= 4 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                if (heads.isEmpty()) {
                    heads.add(head.toString());
                }
                return head.toString();
            }
        }
        return "";
    }

    private static long bodyLength(String head) {
        String lower = head.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ");
        return at < 0 ? 0 : CNumber.atoi(lower.substring(at + "content-length: ".length()));
    }

    /** Returns whether the connection stays. */
    private static boolean answer(Socket socket, String head, int number) throws IOException {
        String path = head.split(" ", 3)[1];
        if (path.endsWith("/slow")) {
            LockSupport.parkNanos(SLOW_NANOS);
        } else if (path.endsWith("/reset") && number % BROKEN_EVERY == 0) {
            socket.setSoLinger(true, 0);
            return false;
        } else if (path.endsWith("/close") && number % BROKEN_EVERY == 0) {
            return false;
        }
        boolean keep = head.toLowerCase(Locale.ROOT).contains("keep-alive");
        String body = path.endsWith("/vary") && number == 1 ? "short" : "hello world\n";
        boolean says = !path.endsWith("/unsaid");
        String answer = "HTTP/1.1 " + (path.endsWith("/error") ? "500 Internal Server Error" : "200 OK")
                + "\r\nServer: Classic/1.0 (test)\r\nContent-Length: " + body.length() + "\r\n"
                + (says ? "Connection: " + (keep ? "keep-alive" : "close") + "\r\n\r\n" : "\r\n")
                + (head.startsWith("HEAD") ? "" : body);
        socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        return keep && says;
    }

    @Override
    public void close() throws IOException {
        acceptor.close();
    }
}

package org.pagerace.calibrate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Answers every HTTP request with the same bytes, as fast as this JVM can. Closing ends all connections. */
public final class NullServer implements AutoCloseable {
    private static final int MOST_THREADS = 256;
    private static final int BACKLOG = 4096;
    private static final Duration END_WITHIN = Duration.ofSeconds(5);

    private final ServerSocketChannel listener;
    private final List<NullWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private NullServer(ServerSocketChannel listener) {
        this.listener = listener;
    }

    /**
     * Starts to listen and to answer.
     *
     * @param port 0 for a free one
     * @param bodyBytes 0 to 1 GiB
     * @param threads 1 to 256
     * @throws IOException if the port is taken, or the address is not of this machine
     */
    public static NullServer start(InetAddress host, int port, long bodyBytes, int threads) throws IOException {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("there may be 1 to " + MOST_THREADS + " threads, but asked for are "
                    + threads + "; check --threads");
        }
        var answers = new Answers(bodyBytes);
        ServerSocketChannel listener = ServerSocketChannel.open();
        var server = new NullServer(listener);
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(new InetSocketAddress(host, port), BACKLOG);
            listener.configureBlocking(false);
            for (int i = 0; i < threads; i++) {
                server.workers.add(new NullWorker(listener, answers));
            }
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        for (NullWorker worker : server.workers) {
            var thread = new Thread(worker, "null-server-" + server.threads.size());
            thread.setDaemon(true);
            server.threads.add(thread);
            thread.start();
        }
        return server;
    }

    /** Returns the CRC32C of a body of that many bytes, so that clients can check it. */
    public static long crc32c(long bodyBytes) {
        var crc = new CRC32C();
        for (long i = 0; i < bodyBytes; i++) {
            crc.update(Answers.FILL);
        }
        return crc.getValue();
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        workers.forEach(NullWorker::stop);
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(END_WITHIN.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

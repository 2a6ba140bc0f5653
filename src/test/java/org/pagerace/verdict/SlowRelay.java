package org.pagerace.verdict;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Stands before a server and hands each of its answers on late: one that is slow without using any processor. */
public final class SlowRelay implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;
    private final Duration delay;

    public SlowRelay(int target, Duration delay) throws IOException {
        this.target = target;
        this.delay = delay;
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            for (Socket socket : List.of(client, server)) {
                socket.setTcpNoDelay(true);
                sockets.add(socket);
            }
            daemon(() -> copy(client, server, Duration.ZERO));
            daemon(() -> copy(server, client, delay));
        }
    }

    private static void copy(Socket from, Socket to, Duration late) throws IOException {
        var buffer = new byte[1 << 16];
        try (from;
                to) {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                LockSupport.parkNanos(late.toNanos());
                to.getOutputStream().write(buffer, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        var thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // closed
                    }
                },
                "slow-relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}

package org.pagerace.pages;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Stands between the pages and the database on a port of its own, and can be cut and mended, held and let go. */
public final class Relay implements AutoCloseable {
    private final int targetPort;
    private final List<Socket> sockets = new ArrayList<>();
    private ServerSocket listener;
    private int port;
    private boolean held;

    public Relay(int targetPort) throws IOException {
        this.targetPort = targetPort;
        mend();
    }

    public int port() {
        return port;
    }

    /** Listens again, on the port it had. */
    synchronized void mend() throws IOException {
        listener = bind(port);
        port = listener.getLocalPort();
        ServerSocket own = listener;
        daemon(() -> accept(own));
    }

    /** The port may be taken for a moment, while the thread that accepted on it leaves. */
    private static ServerSocket bind(int port) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (true) {
            try {
                return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            } catch (BindException e) {
                if (System.nanoTime() - deadlineNanos >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(1_000_000); // between two looks
            }
        }
    }

    /** Refuses new connections and closes those there are, as a server does that was killed. */
    synchronized void cut() {
        closeQuietly(listener);
        drop();
    }

    /** Closes the connections there are, and goes on to take new ones. */
    synchronized void drop() {
        sockets.forEach(Relay::closeQuietly);
        sockets.clear();
    }

    /** Swallows what is said from now on, as a network does that loses everything, until {@link #letGo}. */
    public synchronized void hold() {
        held = true;
    }

    public synchronized void letGo() {
        held = false;
        notifyAll();
    }

    private synchronized void awaitLetGo() throws InterruptedException {
        while (held) {
            wait();
        }
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                Socket client = from.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                keep(client, server);
                daemon(() -> copy(client, server));
                daemon(() -> copy(server, client));
            }
        } catch (IOException e) {
            closeQuietly(from); // cut
        }
    }

    private synchronized void keep(Socket client, Socket server) {
        sockets.add(client);
        sockets.add(server);
    }

    private void copy(Socket from, Socket to) {
        var buffer = new byte[8192];
        try {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                awaitLetGo();
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException | InterruptedException e) {
            // cut: both ends are closed below
        }
        closeQuietly(from);
        closeQuietly(to);
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        cut();
    }
}

package org.pagerace.pages;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between the pages and the database on a port of its own: can be cut and mended, held and let go, and does to the
 * database's words what a {@link Fault} says.
 */
public final class Relay implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private volatile int targetPort;
    private volatile Fault fault = Fault.NONE;
    private ServerSocket listener;
    private int port;
    private boolean held;

    /** What becomes of what the server says. */
    @FunctionalInterface
    public interface Fault {
        Fault NONE = (said, before, client) -> client.getOutputStream().write(said);

        /**
         * Hands it on, or does something else.
         *
         * @param said what was read at once
         * @param before how many bytes the server has said before, since the client spoke last
         */
        void pass(byte[] said, int before, Socket client) throws IOException;
    }

    public Relay(int targetPort) throws IOException {
        mend(targetPort);
    }

    public int port() {
        return port;
    }

    /** Listens again, on the port it had. */
    public void mend() throws IOException {
        mend(targetPort);
    }

    /** As above, before a server that is now on another port. */
    public synchronized void mend(int newTargetPort) throws IOException {
        targetPort = newTargetPort;
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
    public synchronized void cut() {
        closeQuietly(listener);
        drop();
    }

    /** Closes the connections there are, and goes on to take new ones. */
    public synchronized void drop() {
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

    /** Does this from now on, on connections old and new. */
    public void fault(Fault now) {
        fault = now;
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
                client.setTcpNoDelay(true);
                join(client);
            }
        } catch (IOException e) {
            closeQuietly(from); // cut
        }
    }

    private void join(Socket client) {
        try {
            new Link(client, new Socket(InetAddress.getLoopbackAddress(), targetPort)).start();
        } catch (IOException e) {
            closeQuietly(client); // the server has gone
        }
    }

    private synchronized void keep(Socket client, Socket server) {
        sockets.add(client);
        sockets.add(server);
    }

    /** One connection to each side. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile int said; // by the server, since the client spoke last

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void start() {
            keep(client, server);
            daemon(() -> copy(client, this::ask));
            daemon(() -> copy(server, this::answer));
        }

        private void ask(byte[] words) throws IOException {
            said = 0;
            server.getOutputStream().write(words);
        }

        private void answer(byte[] words) throws IOException {
            int before = said;
            said = before + words.length;
            fault.pass(words, before, client);
        }

        private void copy(Socket from, Side to) {
            var buffer = new byte[8192];
            try {
                for (int count = from.getInputStream().read(buffer);
                        count >= 0;
                        count = from.getInputStream().read(buffer)) {
                    awaitLetGo();
                    to.hear(Arrays.copyOf(buffer, count));
                }
            } catch (IOException | InterruptedException e) {
                // cut: both ends are closed below
            }
            closeQuietly(client);
            closeQuietly(server);
        }
    }

    private interface Side {
        void hear(byte[] words) throws IOException;
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

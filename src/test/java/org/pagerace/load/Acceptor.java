package org.pagerace.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes the connections of a test's server and serves each on a thread of its own. */
public final class Acceptor implements AutoCloseable {
    /** What is done to one connection, which ends with it. */
    public interface Service {
        void serve(Socket socket) throws IOException;
    }

    private final ServerSocket listener;
    private final Service service;
    private final Thread thread;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    public Acceptor(ServerSocket listener, Service service) {
        this.listener = listener;
        this.service = service;
        this.thread = start(this::accept);
    }

    public InetAddress address() {
        return listener.getInetAddress();
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Returns how many connections have come. */
    public int connectionCount() {
        return sockets.size();
    }

    private static Thread start(Runnable task) {
        var thread = new Thread(task, "test-server");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The listener was closed: no more connections.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            service.serve(socket);
        } catch (IOException e) {
            // The client has gone, as it may.
        }
    }

    /** Refuses all further connections; those that stand go on. */
    public void stopListening() throws IOException {
        listener.close();
        try {
            thread.join(); // until it has left accept(), the kernel goes on listening
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        stopListening();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}

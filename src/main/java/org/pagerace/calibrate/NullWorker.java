package org.pagerace.calibrate;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** One thread of the null server with its selector and connections. */
final class NullWorker implements Runnable {

    /*
     * All threads wait at one listening socket: whoever has time takes the next connection, so the connections of a
     * benchmark, which all come at once, are shared evenly enough. A new one is read at once: its request is often there
     * already, and if it is also the last one the selector never hears of that connection.
     */

    private static final int ACCEPTS = 4; // at a time, so that others get some

    /**
     * What waits in a socket is sent when acknowledgements come, which on one machine is done by the client's processor:
     * more of it makes the client slower. Less makes the server wait more often.
     */
    private static final int SEND_BUFFER_BYTES = 1 << 17;

    private final ServerSocketChannel listener;
    private final Desk desk;
    private final Selector selector;
    private volatile boolean stopped;

    NullWorker(ServerSocketChannel listener, Answers answers) throws IOException {
        this.listener = listener;
        this.desk = new Desk(answers);
        this.selector = Selector.open();
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                selector.select(this::onReady);
            }
        } catch (IOException e) {
            // the selector itself is broken: nothing can be answered any more, and clients see that
        } finally {
            close();
        }
    }

    private void onReady(SelectionKey key) {
        if (key.channel() == listener) {
            accept();
            return;
        }
        var peer = (Peer) key.attachment();
        try {
            Peer.Outcome outcome = key.isWritable() ? peer.onWritable(desk) : peer.onReadable(desk);
            switch (outcome) {
                case IDLE -> interest(key, SelectionKey.OP_READ);
                case BLOCKED -> interest(key, SelectionKey.OP_WRITE);
                case DONE -> close(peer.channel());
            }
        } catch (IOException e) { // the client has gone
            desk.clear();
            close(peer.channel());
        }
    }

    private static void interest(SelectionKey key, int operations) {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }

    private void accept() {
        for (int i = 0; i < ACCEPTS; i++) {
            SocketChannel channel;
            try {
                channel = listener.accept();
            } catch (IOException e) { // too many open files, or closed at the end
                return;
            }
            if (channel == null) {
                return;
            }
            begin(channel);
        }
    }

    private void begin(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            var peer = new Peer(channel);
            switch (peer.onReadable(desk)) {
                case IDLE -> channel.register(selector, SelectionKey.OP_READ, peer);
                case BLOCKED -> channel.register(selector, SelectionKey.OP_WRITE, peer);
                case DONE -> channel.close();
            }
        } catch (IOException e) {
            desk.clear();
            close(channel);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    /** Ends the thread soon; from any thread. */
    void stop() {
        stopped = true;
        selector.wakeup();
    }

    private void close() {
        try {
            for (SelectionKey key : selector.keys()) {
                if (key.channel() instanceof SocketChannel channel) {
                    close(channel);
                }
            }
            selector.close();
        } catch (IOException e) {
            // The process ends now, or nobody asks any more.
        }
    }
}

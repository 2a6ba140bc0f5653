package org.pagerace.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connector whose selector does everything a connection needs but the work of a blocking handler: accepting, opening,
 * reading, writing and closing, with as few system calls as there can be. For plain HTTP/1, and a server whose handlers do
 * not block.
 */
final class PromptConnector extends ServerConnector {

    /*
     * What Jetty's own does more, per request: it reads twice more to find nothing there. Per connection: it passes the
     * opening and the closing to threads of the pool, registers the channel before it looks whether the request has come
     * already, and after an answer that ends the connection closes its half and waits for the client to close the other.
     */

    /** Of a content that is copied behind its head, in bytes. */
    private static final int SHORT = 1 << 10;

    private static final int NO_ACCEPTOR_THREAD = 0;
    private static final int SELECTORS_FOR_THIS_MACHINE = -1;

    private final ServeOptions options;

    PromptConnector(Server server, ServeOptions options, ConnectionFactory http) {
        super(server, NO_ACCEPTOR_THREAD, SELECTORS_FOR_THIS_MACHINE, http);
        this.options = options;
    }

    @Override
    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        return new ServerConnectorManager(executor, scheduler, selectors) {
            /** When all selectors run: the opening of an end point and the last step of its closing; neither waits. */
            @Override
            protected void execute(Runnable task) {
                if (isStarted()) {
                    task.run();
                } else {
                    super.execute(task);
                }
            }

            @Override
            protected ManagedSelector newSelector(int id) {
                return new RoundSelector(this, id);
            }
        };
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        return new PromptEndPoint(channel, (RoundSelector) selector, key, getScheduler(), options);
    }

    /** Tells apart what it has found at different times. */
    private static final class RoundSelector extends ManagedSelector {
        private Object round = new Object();

        RoundSelector(SelectorManager manager, int id) {
            super(manager, id);
        }

        @Override
        protected int select(Selector selector) throws IOException {
            int selected = super.select(selector);
            round = new Object();
            return selected;
        }
    }

    /** One connection. */
    static final class PromptEndPoint extends SteadyEndPoint {
        private final RoundSelector selector;
        private SelectionKey key;
        private boolean opening = true;
        private boolean mayRead = true;
        private boolean hasLeftRoom;
        private boolean endsAtOnce;
        private boolean hasHadContent;
        private Object found;

        PromptEndPoint(
                SocketChannel channel,
                RoundSelector selector,
                SelectionKey key,
                Scheduler scheduler,
                ServeOptions options) {
            super(channel, selector, key, scheduler, options);
            this.selector = selector;
            this.key = key;
        }

        /**
         * Called on the thread that has read a request.
         *
         * @param hasContent whether more than a head comes: then an early close could destroy the answer
         * @param isLast whether the client has said that it will send no other request
         * @return the same object for requests that had begun to come when the selector looked, which found them all at
         *     once, and a new one for any other: what is found out for one of them holds for all
         */
        Object onRequest(boolean hasContent, boolean isLast) {
            endsAtOnce = isLast && !hasContent;
            hasHadContent |= hasContent; // then the selector may have found that, and the request behind it came later
            Object since = found == null || hasHadContent ? new Object() : found;
            found = null; // what follows on this connection may have come later
            return since;
        }

        /** Looks for the first request before the selector is asked to: a load tool's has often come already. */
        @Override
        public void fillInterested(Callback callback) {
            if (opening) {
                opening = false;
                callback.succeeded();
            } else {
                super.fillInterested(callback);
            }
        }

        @Override
        public Runnable onSelected() {
            mayRead = true;
            found = key.isReadable() ? selector.round : null;
            return super.onSelected();
        }

        @Override
        public void replaceKey(SelectionKey newKey) {
            super.replaceKey(newKey);
            key = newKey;
        }

        /**
         * Reads once only: the selector, which is level-triggered, tells when there is more. So nobody reads in vain, and
         * a client that never stops sending does not keep the selector's thread.
         */
        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            if (!mayRead) {
                return isOpen() ? 0 : -1;
            }
            mayRead = false;
            int space = BufferUtil.space(buffer);
            int filled = super.fill(buffer);
            mayRead = filled < 0; // the end stays the end
            hasLeftRoom = filled < space;
            return filled;
        }

        /** Copies a short content behind its head: one buffer is written with less ado than two. */
        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            if (buffers.length != 2 || buffers[1].remaining() > SHORT || BufferUtil.space(buffers[0]) < SHORT) {
                return super.flush(buffers);
            }
            BufferUtil.append(buffers[0], buffers[1]); // the first of two is a pooled one of Jetty's own
            try {
                int count = getChannel().write(buffers[0]);
                if (count > 0) {
                    onSent(count);
                }
            } catch (IOException e) {
                throw new EofException(e);
            }
            return !buffers[0].hasRemaining();
        }

        /**
         * Closes at once where nothing more can come. The kernel still delivers the answer, but would answer unread bytes
         * with a reset, which may overtake it (RFC 9112 section 9.6).
         */
        @Override
        protected void doShutdownOutput() {
            if (endsAtOnce && hasLeftRoom) {
                close();
            } else {
                super.doShutdownOutput();
            }
        }
    }
}

package org.pagerace.pages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Sends what a channel holds to a client, where it can through buffers outside the heap, which the kernel fills and empties
 * itself. For any thread.
 */
final class ChannelCopier {

    /*
     * An array of the heap is copied twice more: the JDK reads into a buffer of its own and writes out of one. A buffer
     * outside the heap is dear to make, so some are kept; how many there may be is limited, for as many clients as like
     * may read slowly. Those beyond get small ones of the heap.
     *
     * write(ByteBuffer) is in the interface since Servlet 6.1 only, but the classes of Jetty and Tomcat have had it
     * before. They are hidden from applications, hence the look by a method handle. Until isReady() says so the buffer is
     * the container's.
     */

    private static final int DIRECT_BYTES = 64 << 10;
    private static final int MOST_DIRECT = 128;
    private static final int HEAP_BYTES = 16 << 10;

    private static final MethodType TAKES_BUFFER = MethodType.methodType(void.class, ByteBuffer.class);
    private static final MethodType WRITE = MethodType.methodType(void.class, OutputStream.class, ByteBuffer.class);

    private final Semaphore direct = new Semaphore(MOST_DIRECT);
    private final Queue<ByteBuffer> idle = new ArrayBlockingQueue<>(MOST_DIRECT);
    private volatile Output known = new Output(OutputStream.class, Optional.empty());

    /** What outputs of one class can do. */
    private record Output(Class<?> type, Optional<MethodHandle> write) {
        static Output of(Class<?> type) {
            try {
                return new Output(
                        type,
                        Optional.of(MethodHandles.publicLookup()
                                .findVirtual(type, "write", TAKES_BUFFER)
                                .asType(WRITE)));
            } catch (ReflectiveOperationException e) {
                return new Output(type, Optional.empty());
            }
        }
    }

    /**
     * Sends exactly {@code length} bytes on this thread, however long the client takes, or throws.
     *
     * @throws EOFException if there are fewer
     */
    void copy(ReadableByteChannel in, long length, ServletOutputStream out) throws IOException {
        var copy = new Copy(in, length, out);
        try {
            while (copy.left > 0) {
                copy.sendNext();
            }
        } finally {
            copy.giveBack();
        }
    }

    /**
     * Sends exactly {@code length} bytes whenever the client can take more, without a thread that waits for that, and then
     * ends the request; if there are fewer the container cuts the connection.
     *
     * @param in closed at the end of the request, however that comes
     */
    void start(ReadableByteChannel in, long length, AsyncContext request, ServletOutputStream out) {
        var copy = new Copy(in, length, out);
        try {
            copy.start(request);
        } catch (RuntimeException | Error e) {
            copy.giveBack();
            throw e;
        }
    }

    private Optional<MethodHandle> writeOf(Class<?> type) {
        Output output = known;
        if (output.type() != type) { // the same for all requests, unless somebody wraps some
            output = Output.of(type);
            known = output;
        }
        return output.write();
    }

    private ByteBuffer buffer() {
        ByteBuffer buffer = idle.poll();
        return buffer == null ? ByteBuffer.allocateDirect(DIRECT_BYTES) : buffer;
    }

    /** What is on its way to one client. On one thread at a time. */
    private final class Copy implements WriteListener, AsyncListener {
        private final ReadableByteChannel in;
        private final ServletOutputStream out;
        private final MethodHandle write; // null: through an array
        private final ByteBuffer buffer;
        private AsyncContext request; // null on the thread of the request
        private long left;
        private boolean givenBack;

        Copy(ReadableByteChannel in, long length, ServletOutputStream out) {
            this.in = in;
            this.out = out;
            this.left = length;
            Optional<MethodHandle> known = writeOf(out.getClass());
            this.write = known.isPresent() && direct.tryAcquire() ? known.get() : null;
            this.buffer = write == null ? ByteBuffer.allocate(HEAP_BYTES) : buffer();
        }

        void start(AsyncContext context) {
            request = context;
            request.setTimeout(0); // how long a client may take is the container's affair
            request.addListener(this);
            out.setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            while (out.isReady()) {
                if (left == 0) {
                    request.complete();
                    return;
                }
                sendNext();
            }
        }

        private void sendNext() throws IOException {
            int count = fill();
            if (write == null) {
                out.write(buffer.array(), 0, count);
            } else {
                writeBuffer();
            }
            left -= count; // only now: with some left the buffer is not used again
        }

        /** Returns how many bytes are in the buffer now, ready to be taken out: no more than are left. */
        private int fill() throws IOException {
            int count = in.read(buffer.clear().limit((int) Math.min(buffer.capacity(), left)));
            if (count < 0) {
                throw new EOFException("the file became shorter while it was sent");
            }
            buffer.flip();
            return count;
        }

        private void writeBuffer() throws IOException {
            try {
                write.invokeExact((OutputStream) out, buffer);
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException(e); // the method declares no other
            }
        }

        /** The client has gone, or the above has thrown. */
        @Override
        public void onError(Throwable failure) {
            request.complete();
        }

        /** The end of the request, however it came. */
        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            giveBack();
            in.close();
        }

        /** Once, however often it is called. */
        private void giveBack() {
            if (write != null && !givenBack) {
                givenBack = true;
                if (left == 0) {
                    idle.add(buffer); // not after a failure: who knows whether the container still looks at it
                }
                direct.release();
            }
        }

        /** Tomcat says so, whatever the limit, when the application is stopped; it cuts the connection itself. */
        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}

package org.pagerace.pages;

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
 * Copies from a channel to a container's output, where it can through buffers outside the heap, which the kernel fills
 * and empties itself. For any thread.
 */
final class ChannelCopier {

    /*
     * An array of the heap is copied twice more: the JDK reads into a buffer of its own and writes out of one. A buffer
     * outside the heap is dear to make, so some are kept; how many there may be is limited, for as many clients as like
     * may read slowly, each with its thread. Those beyond get small ones of the heap.
     *
     * write(ByteBuffer) is in the interface since Servlet 6.1 only, but the classes of Jetty and Tomcat have had it
     * before. They are hidden from applications, hence the look by a method handle.
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
     * Copies exactly {@code length} bytes.
     *
     * @throws EOFException if there are fewer
     */
    void copy(ReadableByteChannel in, long length, OutputStream out) throws IOException {
        Output output = known;
        if (output.type() != out.getClass()) { // the same for all requests, unless somebody wraps some
            output = Output.of(out.getClass());
            known = output;
        }
        if (output.write().isEmpty() || !direct.tryAcquire()) {
            copyByArray(in, length, out);
            return;
        }
        try {
            ByteBuffer buffer = idle.poll();
            if (buffer == null) {
                buffer = ByteBuffer.allocateDirect(DIRECT_BYTES);
            }
            copy(in, length, out, buffer, output.write().get());
            idle.add(buffer); // not after a failure: who knows whether the container still looks at it
        } finally {
            direct.release();
        }
    }

    private static void copyByArray(ReadableByteChannel in, long length, OutputStream out) throws IOException {
        byte[] bytes = new byte[HEAP_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long left = length;
        while (left > 0) {
            int count = fill(buffer, in, left);
            out.write(bytes, 0, count);
            left -= count;
        }
    }

    private static void copy(
            ReadableByteChannel in, long length, OutputStream out, ByteBuffer buffer, MethodHandle write)
            throws IOException {
        long left = length;
        while (left > 0) {
            left -= fill(buffer, in, left);
            try {
                write.invokeExact(out, buffer);
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException(e); // the method declares no other
            }
        }
    }

    /** Returns how many bytes are in the buffer now, ready to be taken out: no more than are left. */
    private static int fill(ByteBuffer buffer, ReadableByteChannel in, long left) throws IOException {
        int count = in.read(buffer.clear().limit((int) Math.min(buffer.capacity(), left)));
        if (count < 0) {
            throw new EOFException("the file became shorter while it was sent");
        }
        buffer.flip();
        return count;
    }
}

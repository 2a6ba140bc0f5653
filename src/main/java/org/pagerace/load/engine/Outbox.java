package org.pagerace.load.engine;

import java.nio.ByteBuffer;
import java.util.List;

/** The bytes of the requests, held once for all connections of a worker. */
final class Outbox {
    /** Room for some hundred pipelined requests in one system call. */
    private static final int STAGE_BYTES = 64 << 10;

    private final ByteBuffer[] requests;
    private final ByteBuffer stage;

    Outbox(List<Aim> aims, boolean pipelined) {
        requests = aims.stream().map(aim -> aim.request().newBuffer()).toArray(ByteBuffer[]::new);
        stage = ByteBuffer.allocateDirect(pipelined ? STAGE_BYTES : 0);
    }

    /** Returns what is to be sent next, at least a byte of it; there must be something. Read it before the next call. */
    ByteBuffer next(Pipeline pipeline) {
        ByteBuffer first = rest(pipeline.unsent(0));
        if (pipeline.unsent() == 1 || first.remaining() >= stage.capacity()) {
            return first;
        }
        stage.clear();
        for (int i = 0; i < pipeline.unsent() && stage.hasRemaining(); i++) {
            ByteBuffer bytes = rest(pipeline.unsent(i));
            bytes.limit(bytes.position() + Math.min(bytes.remaining(), stage.remaining()));
            stage.put(bytes);
        }
        return stage.flip();
    }

    private ByteBuffer rest(Exchange exchange) {
        return requests[exchange.target].clear().position(exchange.sentBytes);
    }
}

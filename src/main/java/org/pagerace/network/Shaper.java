package org.pagerace.network;

import java.util.List;
import org.pagerace.result.LinkInfo;

/** The queue that makes an interface of this machine as slow as a wire: Linux's token bucket, tc-tbf(8). */
record Shaper(LineRate rate) {

    /*
     * Bytes. The bucket counts what the kernel knows of a frame: 1,514 bytes for a full segment. A wire takes 24 more,
     * and never less than 84 (see Ethernet), so the bucket is told so (overhead, mpu). Then its rate is the wire's for
     * frames of every size. (The other way is a rate lower by 1514/1538; it is exact for full frames only, and a
     * connection of a short page is half acknowledgements.)
     *
     * Frames. TCP hands over up to 64 kB at once and leaves the splitting to the card. Such a packet would be counted
     * with the 24 bytes of one frame, and would leave at once. So the interfaces are told to take one segment at a time
     * (gso_max_segs 1), which needs no ethtool.
     *
     * Burst: the bytes that may leave at once after a pause. A wire has none, so the smaller the truer: with one
     * connection the line is idle between two answers, and each answer would begin with a burst for nothing. But the
     * kernel's timer wakes the queue too late at times, and what the bucket cannot hold meanwhile is lost to the line.
     * BURST_MILLIS is where that loss is below 0.2 % at 100 Mbit/s; measured, see docs/link.md.
     *
     * Queue: 1,000 frames, what Linux gives an Ethernet card (txqueuelen). TCP keeps no more than a few frames of each
     * connection in it (small queues), so it is full only beyond some hundred connections. Then the frame is refused
     * within the sender's kernel, which tries again at once: nothing gets lost and no timeout has to find out.
     */

    private static final double BURST_MILLIS = 0.25;
    private static final int LEAST_BURST_FRAMES = 2;
    private static final int QUEUE_FRAMES = 1000;
    private static final int WIRE_FRAME_BYTES = Ethernet.FULL_FRAME_BYTES + Ethernet.UNCOUNTED_BYTES;

    /** Returns the command that puts the queue before an interface of the caller's namespace. */
    List<String> command(String device) {
        return List.of(
                "tc",
                "qdisc",
                "add",
                "dev",
                device,
                "root",
                "tbf",
                "rate",
                rate.bitsPerSecond() + "bit",
                "burst",
                Long.toString(burstBytes()),
                "limit",
                Integer.toString(QUEUE_FRAMES * Ethernet.FULL_FRAME_BYTES),
                "overhead",
                Integer.toString(Ethernet.UNCOUNTED_BYTES),
                "mpu",
                Integer.toString(Ethernet.SMALLEST_BYTES));
    }

    long burstBytes() {
        long bytes = Math.round(rate.bitsPerSecond() / 8.0 * BURST_MILLIS / 1000);
        return Math.max(bytes, LEAST_BURST_FRAMES * WIRE_FRAME_BYTES);
    }

    LinkInfo info() {
        long counted = Math.round(rate.bitsPerSecond() * (double) Ethernet.FULL_FRAME_BYTES / WIRE_FRAME_BYTES);
        return new LinkInfo(
                rate.bitsPerSecond(),
                counted,
                "two network namespaces joined by a veth pair; in each direction a token bucket of " + burstBytes()
                        + " bytes and a queue of " + QUEUE_FRAMES + " frames, which counts each frame as a wire does: "
                        + Ethernet.UNCOUNTED_BYTES + " bytes for preamble, checksum and gap on top, and at least "
                        + Ethernet.SMALLEST_BYTES);
    }
}

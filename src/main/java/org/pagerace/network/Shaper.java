package org.pagerace.network;

import java.util.List;
import java.util.Locale;
import org.pagerace.result.Ethernet;
import org.pagerace.result.LinkInfo;

/** The queue that makes an interface of this machine as slow as a wire: Linux's token bucket, tc-tbf(8). */
record Shaper(LineRate rate) {

    /*
     * Rate. The bucket counts what the kernel knows of a frame: 1,514 bytes for a full segment. A wire takes 1,538 (see
     * Ethernet). So its rate is that of the wire times 1514/1538, and a line of full frames runs exactly at the wire's
     * rate. Frames without payload would come off too cheap: they take 84 bytes of a wire at least, so none is counted
     * as less than its share of that (mpu). tbf could be told to add 24 bytes to each frame instead (overhead), but it
     * would add them once to what TCP hands over as several frames in one packet.
     *
     * Burst: what may leave at once after a pause, and what is saved up while the kernel's timer wakes the queue too
     * late. A wire has none, so the smaller the truer: with a single connection the line is idle between two answers, and
     * each of them gets its first bytes for nothing. But what the bucket cannot hold is lost to the line. Half a
     * millisecond kept 99.8 % of 100 Mbit/s on a machine with ten times more work than cores, a quarter 99.7 %, and a
     * whole one no more (medians of three; docs/link.md).
     *
     * Packets: up to 64 kB, which TCP hands over in one piece and the card is to split. Here nobody splits them; the
     * bucket waits until it holds the whole, so they must be smaller than the bucket, and half as large leaves the
     * other half for the timer.
     *
     * Queue: never full, since TCP keeps few frames of each connection in it (small queues); most are there when a
     * thousand connections begin at once with ten segments each. If it were full, the packet would be refused within
     * the sender's kernel, which tries again: nothing gets lost, but the counter of drops would look as if it had.
     */

    private static final double BURST_MILLIS = 0.5;
    private static final int LEAST_BURST_FRAMES = 2;
    private static final int MOST_PACKET_FRAMES = 44; // 64 kB, as without a limit
    private static final int QUEUE_FRAMES = 10_000;

    private static final double COUNTED_SHARE =
            (double) Ethernet.FULL_FRAME_BYTES / (Ethernet.FULL_FRAME_BYTES + Ethernet.UNCOUNTED_BYTES);

    /** Returns the command that puts the queue before an interface of the caller's namespace. */
    List<String> queue(String device) {
        return List.of(
                "tc",
                "qdisc",
                "add",
                "dev",
                device,
                "root",
                "tbf",
                "rate",
                countedBitsPerSecond() + "bit",
                "burst",
                Long.toString(burstBytes()),
                "limit",
                Integer.toString(QUEUE_FRAMES * Ethernet.FULL_FRAME_BYTES),
                "mpu",
                Long.toString(Math.round(Ethernet.SMALLEST_BYTES * COUNTED_SHARE)));
    }

    /** Returns the command that limits what is handed to that queue in one piece. */
    List<String> packets(String device) {
        return List.of("ip", "link", "set", device, "gso_max_segs", Long.toString(packetFrames()));
    }

    private long countedBitsPerSecond() {
        return Math.round(rate.bitsPerSecond() * COUNTED_SHARE);
    }

    long burstBytes() {
        long bytes = Math.round(rate.bitsPerSecond() / 8.0 * BURST_MILLIS / 1000);
        return Math.max(bytes, LEAST_BURST_FRAMES * Ethernet.FULL_FRAME_BYTES);
    }

    long packetFrames() {
        return Math.max(1, Math.min(burstBytes() / 2 / Ethernet.FULL_FRAME_BYTES, MOST_PACKET_FRAMES));
    }

    LinkInfo info() {
        return new LinkInfo(
                rate.bitsPerSecond(),
                countedBitsPerSecond(),
                String.format(
                        Locale.ROOT,
                        "two network namespaces joined by a veth pair; in each direction a token bucket of %,d bytes at"
                                + " %.4f times the rate, since it counts %,d bytes for a full frame and a wire %,d",
                        burstBytes(),
                        COUNTED_SHARE,
                        Ethernet.FULL_FRAME_BYTES,
                        Ethernet.FULL_FRAME_BYTES + Ethernet.UNCOUNTED_BYTES));
    }
}

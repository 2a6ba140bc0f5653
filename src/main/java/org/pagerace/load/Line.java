package org.pagerace.load;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.pagerace.result.Ethernet;

/**
 * The network interface towards a target.
 *
 * @param megabitsPerSecond empty where the system does not tell, or where there is no real line behind it
 */
public record Line(String name, OptionalLong megabitsPerSecond) {
    /* 100 Mbit/s carry 11.77 MB/s of payload: 19.2 requests/s for a page of 600 KiB, whatever the server is. */
    private static final double BITS_PER_BYTE = 8;

    /** Returns the interface; nothing if no way leads there. */
    public static Optional<Line> towards(InetSocketAddress target) {
        try (var socket = new DatagramSocket()) {
            socket.connect(target); // sends nothing, but chooses the way
            NetworkInterface own = NetworkInterface.getByInetAddress(socket.getLocalAddress());
            return Optional.ofNullable(own).map(found -> new Line(found.getName(), Kernel.lineSpeed(found.getName())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns how much of TCP's payload it carries in one direction. */
    double bytesPerSecond() {
        return megabitsPerSecond.orElse(0) * 1e6 / BITS_PER_BYTE * Ethernet.PAYLOAD_SHARE;
    }

    /**
     * Returns what it means for a page.
     *
     * @param bytes of one answer, its head included
     * @param wantedPerSecond the rate asked for, 0 for none
     */
    Finding ceiling(String page, long bytes, double wantedPerSecond) {
        if (megabitsPerSecond.isEmpty()) {
            return Finding.unseen("how fast the line is (" + name + "): it may be the limit of large pages");
        }
        double perSecond = bytesPerSecond() / Math.max(1, bytes);
        String text = String.format(
                Locale.ROOT,
                "the line (%s, %d Mbit/s) carries at most %,.1f answers/s of %s (%,d bytes, %.2f MB/s)",
                name,
                megabitsPerSecond.getAsLong(),
                perSecond,
                page,
                bytes,
                bytesPerSecond() / 1e6);
        return wantedPerSecond > perSecond
                ? Finding.doubtful(text + ": less than the rate asked for; lower --rate")
                : Finding.fine(text);
    }
}

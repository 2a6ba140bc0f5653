package org.pagerace.load;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the system says of its limits; each answer is empty where it does not say. */
final class Kernel {
    private static final int SMALL_FILE = 4096;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})\\s+(\\d{1,5})");
    private static final Pattern WAITING = Pattern.compile("TCP: .*\\btw (\\d+)");
    /** user nice system idle iowait irq softirq steal, in ticks since the boot. */
    private static final Pattern CPU_TIMES = Pattern.compile("cpu +((?:\\d+ ){7}\\d+)");

    /** An address, for which no name server is asked. */
    private static final Pattern LITERAL = Pattern.compile("[0-9a-f]*[:.][0-9a-f:.]*");

    private static final int STEAL = 7;
    private static final long LISTING_SECONDS = 5;

    private Kernel() {}

    static OptionalLong mostDescriptors() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                : OptionalLong.empty();
    }

    /** Returns how many local ports one address has for connections. */
    static OptionalLong localPorts() {
        return portCount(read("/proc/sys/net/ipv4/ip_local_port_range"));
    }

    /** Returns the size of a range as in {@code 32768 60999}. */
    static OptionalLong portCount(String range) {
        Matcher ends = RANGE.matcher(range);
        return ends.matches()
                ? OptionalLong.of(Long.parseLong(ends.group(2)) - Long.parseLong(ends.group(1)) + 1)
                : OptionalLong.empty();
    }

    /** Returns how many closed connections still hold their port. */
    static OptionalLong portsInTimeWait() {
        return number(WAITING.matcher(read("/proc/net/sockstat")));
    }

    /** Whether ports come back after a second. */
    static boolean reusesPorts(boolean onLoopback) {
        String value = read("/proc/sys/net/ipv4/tcp_tw_reuse");
        return value.equals("1") || (value.equals("2") && onLoopback);
    }

    /** Returns the longest queue that any server on this machine can have. */
    static OptionalLong longestBacklog() {
        String value = read("/proc/sys/net/core/somaxconn");
        return value.matches("\\d{1,9}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }

    /** Returns the speed of a network interface in Mbit/s; empty for one without a device: what such a one says is made up. */
    static OptionalLong lineSpeed(String network) {
        String folder = "/sys/class/net/" + network;
        String value = Files.exists(Path.of(folder, "device")) ? read(folder + "/speed") : "";
        return value.matches("[1-9]\\d{0,8}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }

    static String governor() {
        return read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    }

    /** Returns the share of the time since the boot that other machines on the same hardware took away, in percent. */
    static OptionalLong stolenPercent() {
        Matcher line = CPU_TIMES.matcher(read("/proc/stat"));
        if (!line.lookingAt()) {
            return OptionalLong.empty();
        }
        long sum = 0;
        long stolen = 0;
        String[] ticks = line.group(1).split(" ", -1);
        for (int i = 0; i < ticks.length; i++) {
            sum += Long.parseLong(ticks[i]);
            stolen += i == STEAL ? Long.parseLong(ticks[i]) : 0;
        }
        return OptionalLong.of(sum == 0 ? 0 : 100 * stolen / sum);
    }

    /** Returns how many connections may wait for the server that listens there, by the program {@code ss}. */
    static OptionalLong backlogOf(InetAddress address, int port) throws InterruptedException {
        try {
            Process listing = new ProcessBuilder("ss", "-Hltn", "sport", "=", ":" + port)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                listing.getOutputStream().close();
                String lines = new String(listing.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                return listing.waitFor(LISTING_SECONDS, TimeUnit.SECONDS)
                        ? backlogIn(lines, address)
                        : OptionalLong.empty();
            } finally {
                listing.destroyForcibly();
            }
        } catch (IOException e) {
            return OptionalLong.empty(); // no such program
        }
    }

    /** Reads lines as in {@code LISTEN 0 511 127.0.0.1:80 0.0.0.0:*}; an exact address counts more than all addresses. */
    static OptionalLong backlogIn(String lines, InetAddress address) throws UnknownHostException {
        OptionalLong ofAny = OptionalLong.empty();
        for (String line : lines.split("\n", -1)) {
            String[] columns = line.strip().split(" +", -1);
            if (columns.length < 4 || !columns[2].matches("\\d{1,9}")) {
                continue;
            }
            OptionalLong backlog = OptionalLong.of(Long.parseLong(columns[2]));
            String host = columns[3]
                    .substring(0, Math.max(0, columns[3].lastIndexOf(':')))
                    .replaceAll("[\\[\\]]|%.*", "");
            if (host.equals("*") || host.equals("0.0.0.0") || host.equals("::")) {
                ofAny = backlog;
            } else if (LITERAL.matcher(host).matches()
                    && InetAddress.getByName(host).equals(address)) {
                return backlog;
            }
        }
        return ofAny;
    }

    private static OptionalLong number(Matcher found) {
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    }

    /**
     * Returns the text of a file of the kernel; empty on other systems. In one read: such a file gives nothing to a second
     * one, and {@code Files.readString} begins with a single byte where the size is said to be 0.
     */
    private static String read(String file) {
        byte[] bytes = new byte[SMALL_FILE];
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            int length = in.read(bytes);
            return length < 0 ? "" : new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

package org.pagerace.load;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.engine.LoadPlan;

/** What the system would not let a run do: refused before it starts if it is sure, a warning if it is likely. */
final class Preflight {
    private static final long SPARE_DESCRIPTORS = 100;
    /** How long Linux keeps the port of a closed connection (TCP_TIMEWAIT_LEN). */
    private static final long TIME_WAIT_SECONDS = 60;

    private static final int SMALL_FILE = 256;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})\\s+(\\d{1,5})");
    private static final Path PORT_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final Path BACKLOG = Path.of("/proc/sys/net/core/somaxconn");
    private static final Path REUSE = Path.of("/proc/sys/net/ipv4/tcp_tw_reuse");

    private final LoadSpec spec;
    private final LoadPlan plan;
    private final List<String> warnings = new ArrayList<>();

    Preflight(LoadSpec spec, LoadPlan plan) {
        this.spec = spec;
        this.plan = plan;
    }

    /** Returns the warnings, or throws if the run cannot work. */
    List<String> check() throws LoadException {
        checkDescriptors();
        if (spec.route().unixSocket().isEmpty()) {
            checkPorts();
            checkBacklog();
        }
        if (!spec.route().tls().verify()) {
            warnings.add("--insecure: nobody checks who answers; the result says so");
        }
        return warnings;
    }

    private void checkDescriptors() throws LoadException {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix
                && spec.connections() > unix.getMaxFileDescriptorCount() - SPARE_DESCRIPTORS) {
            throw new LoadException(spec.connections() + " connections need more than the "
                    + unix.getMaxFileDescriptorCount() + " files this process may open; lower -c or raise ulimit -n");
        }
    }

    private void checkPorts() throws LoadException {
        OptionalLong range = portCount(read(PORT_RANGE));
        if (range.isEmpty()) {
            return;
        }
        long ports = range.getAsLong() * Math.max(1, spec.route().sources().size());
        if (spec.connections() > ports) {
            throw new LoadException(spec.connections() + " connections need a local port each, but there are " + ports
                    + "; lower -c, add addresses with --source or widen net.ipv4.ip_local_port_range");
        }
        double perSecond = highestRate();
        long seconds = isReuseOn() ? 1 : TIME_WAIT_SECONDS;
        if (!spec.keepAlive() && perSecond * seconds > ports) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%.0f connections/s and %d s until a port is free again need %.0f local ports, but there are %d:"
                            + " expect 'no-port'; lower --rate or add addresses with --source",
                    perSecond,
                    seconds,
                    perSecond * seconds,
                    ports));
        }
    }

    private double highestRate() {
        if (spec.rate() instanceof Rate.Constant constant) {
            return constant.perSecond();
        }
        return spec.rate() instanceof Rate.Ramp ramp ? Math.max(ramp.fromPerSecond(), ramp.toPerSecond()) : 0;
    }

    /** 1: everywhere, 2: on loopback; ports then come back after a second. */
    private boolean isReuseOn() {
        String value = read(REUSE);
        return value.equals("1") || (value.equals("2") && isLoopback());
    }

    private boolean isLoopback() {
        return plan.aims().stream()
                .allMatch(aim -> aim.endpoint().address() instanceof InetSocketAddress inet
                        && inet.getAddress().isLoopbackAddress());
    }

    /** The backlog of a server on this machine is at most somaxconn; what its own is we cannot know. */
    private void checkBacklog() {
        String most = read(BACKLOG);
        if (isLoopback() && most.matches("\\d{1,9}") && spec.connections() > Integer.parseInt(most)) {
            warnings.add("all " + spec.connections() + " connections come at once, but this machine lets no more than "
                    + most + " wait for a server (net.core.somaxconn): expect connect times of 1, 3 and 7 s");
        }
    }

    /** Returns the size of a range as in {@code 32768 60999}. */
    static OptionalLong portCount(String range) {
        Matcher ends = RANGE.matcher(range);
        return ends.matches()
                ? OptionalLong.of(Long.parseLong(ends.group(2)) - Long.parseLong(ends.group(1)) + 1)
                : OptionalLong.empty();
    }

    /**
     * Returns the text of a file of the kernel; empty on other systems. In one read: such a file gives nothing to a second
     * one, and {@code Files.readString} begins with a single byte where the size is said to be 0.
     */
    private static String read(Path file) {
        byte[] bytes = new byte[SMALL_FILE];
        try (InputStream in = Files.newInputStream(file)) {
            int length = in.read(bytes);
            return length < 0 ? "" : new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

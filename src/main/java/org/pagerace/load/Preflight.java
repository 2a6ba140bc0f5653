package org.pagerace.load;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.pagerace.load.engine.LoadPlan;

/** What the system would not let a run do: impossible if it is sure, doubtful if it is likely. */
final class Preflight {
    private static final long SPARE_DESCRIPTORS = 100;
    /** How long Linux keeps the port of a closed connection (TCP_TIMEWAIT_LEN). */
    private static final long TIME_WAIT_SECONDS = 60;
    /** No server has a shorter queue, so it is not worth asking for. */
    private static final int SHORT_BACKLOG = 100;

    private final LoadSpec spec;
    private final LoadPlan plan;
    private final List<Finding> findings = new ArrayList<>();

    Preflight(LoadSpec spec, LoadPlan plan) {
        this.spec = spec;
        this.plan = plan;
    }

    /** Returns the warnings, or throws if the run cannot work. */
    List<String> check() throws LoadException, InterruptedException {
        List<String> warnings = new ArrayList<>();
        for (Finding finding : findings()) {
            if (finding.level() == Finding.Level.IMPOSSIBLE) {
                throw new LoadException(finding.text());
            }
            if (finding.level() == Finding.Level.DOUBTFUL) {
                warnings.add(finding.text());
            }
        }
        return warnings;
    }

    /** Returns all that can be said of this run before it starts. */
    List<Finding> findings() throws InterruptedException {
        checkDescriptors();
        if (spec.route().unixSocket().isEmpty()) {
            checkFamily();
            checkSources();
            checkPorts();
            checkBacklog();
        }
        return findings;
    }

    private void checkDescriptors() {
        OptionalLong most = Kernel.mostDescriptors();
        if (most.isEmpty()) {
            findings.add(Finding.unseen("how many files a process may open"));
        } else if (spec.connections() > most.getAsLong() - SPARE_DESCRIPTORS) {
            findings.add(Finding.impossible(spec.connections() + " connections need more than the " + most.getAsLong()
                    + " files this process may open; lower -c or raise ulimit -n"));
        } else {
            findings.add(Finding.fine(
                    "open files: " + most.getAsLong() + ", enough for " + spec.connections() + " connections"));
        }
    }

    private void checkFamily() {
        if (addresses().stream().anyMatch(address -> address.getAddress() instanceof Inet6Address)) {
            try {
                SocketChannel.open(StandardProtocolFamily.INET6).close();
            } catch (UnsupportedOperationException e) {
                findings.add(Finding.impossible(
                        "the URL leads to an IPv6 address, but IPv6 is off here; use the host's IPv4 address"));
            } catch (IOException e) {
                findings.add(Finding.unseen("whether IPv6 can be used: " + e.getMessage()));
            }
        }
    }

    private void checkSources() {
        for (InetAddress source : spec.route().sources()) {
            try (var socket = SocketChannel.open()) {
                socket.bind(new InetSocketAddress(source, 0));
            } catch (IOException e) {
                findings.add(Finding.impossible("nothing can be sent from " + source.getHostAddress() + ": "
                        + e.getMessage() + "; check --source"));
            }
        }
    }

    private void checkPorts() {
        OptionalLong range = Kernel.localPorts();
        if (range.isEmpty()) {
            findings.add(Finding.unseen("how many local ports there are"));
            return;
        }
        long ports = range.getAsLong() * Math.max(1, spec.route().sources().size());
        if (spec.connections() > ports) {
            findings.add(Finding.impossible(spec.connections() + " connections need a local port each, but there are "
                    + ports + "; lower -c, add addresses with --source or widen net.ipv4.ip_local_port_range"));
            return;
        }
        double perSecond = highestRate(spec.rate());
        long seconds = Kernel.reusesPorts(isLoopback()) ? 1 : TIME_WAIT_SECONDS;
        long requests = spec.stop().mostRequests().orElse(0);
        if (spec.keepAlive() || spec.wire().reset()) {
            findings.add(Finding.fine("local ports: " + ports + ", enough for " + spec.connections() + " connections"));
        } else if (perSecond * seconds > ports) {
            findings.add(Finding.doubtful(String.format(
                    Locale.ROOT,
                    "%.0f connections/s and %d s until a port is free again need %.0f local ports, but there are %d:"
                            + " expect 'no-port'; lower --rate or add addresses with --source",
                    perSecond,
                    seconds,
                    perSecond * seconds,
                    ports)));
        } else if (perSecond == 0 && seconds > 1 && requests > ports) {
            findings.add(Finding.doubtful(requests + " requests need a connection each, but there are " + ports
                    + " local ports, and one that the driver closes is free again after " + seconds
                    + " s: expect 'no-port' if the server is quick; use keep-alive or add addresses with --source"));
        } else {
            findings.add(Finding.fine("local ports: " + ports + ", enough for " + ports / seconds
                    + " connections/s that the driver closes"));
        }
    }

    /** Returns the most requests per second that are asked for, 0 in the closed loop. */
    static double highestRate(Rate rate) {
        if (rate instanceof Rate.Constant constant) {
            return constant.perSecond();
        }
        if (rate instanceof Rate.Uneven uneven) {
            return uneven.perSecond();
        }
        return rate instanceof Rate.Ramp ramp ? Math.max(ramp.fromPerSecond(), ramp.toPerSecond()) : 0;
    }

    private boolean isLoopback() {
        return addresses().stream().allMatch(address -> address.getAddress().isLoopbackAddress());
    }

    private List<InetSocketAddress> addresses() {
        return plan.aims().stream()
                .map(aim -> (InetSocketAddress) aim.endpoint().address())
                .distinct()
                .toList();
    }

    /** The queue of a server on this machine; what others have we cannot know. */
    private void checkBacklog() throws InterruptedException {
        if (spec.connections() <= SHORT_BACKLOG) {
            return;
        }
        if (!isLoopback()) {
            findings.add(Finding.unseen("how many connections may wait for a server on another machine"));
            return;
        }
        for (InetSocketAddress address : addresses()) {
            OptionalLong own = Kernel.backlogOf(address.getAddress(), address.getPort());
            OptionalLong most = own.isPresent() ? own : Kernel.longestBacklog();
            if (most.isEmpty()) {
                findings.add(Finding.unseen("how many connections may wait for the server"));
            } else if (spec.connections() > most.getAsLong()) {
                findings.add(
                        Finding.doubtful("all " + spec.connections() + " connections come at once, but no more than "
                                + most.getAsLong() + " may wait for the server "
                                + (own.isPresent() ? "(its listen backlog)" : "(net.core.somaxconn)")
                                + ": connect times of 1, 3 and 7 s would come from that; lower -c or --connect-rate"));
            } else {
                findings.add(Finding.fine("connections that may wait for the server: " + most.getAsLong()));
            }
        }
    }
}

package org.pagerace.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.Place;
import org.pagerace.process.RunFolder;
import org.pagerace.result.LinkInfo;

/**
 * A line from the namespace of this process, where the driver is, to another one, where servers are to be started.
 *
 * <p>When it is closed, or this process dies, nothing is left of it as soon as all servers have ended.
 */
public final class Link implements AutoCloseable {

    /*
     * The servers' namespace is held by a child that sleeps, so that it is there before the first server and after the
     * last. Each end has one interface of a veth pair, with a shaper before it: answers are slowed down by that of the
     * servers, requests and acknowledgements by ours, as by a full-duplex wire. Servers and database reach each other
     * over the loopback interface of their namespace at full speed, even under the address of the line.
     */

    /** The addresses of the article of 2012. Nothing of the machine's own networks exists in a new namespace. */
    private static final String SERVER = "192.168.33.120";

    private static final String CLIENT = "192.168.33.6";
    private static final String NETWORK = "/24";
    private static final String DEVICE = "line0";
    /** Linux lets loopback connections use a port again that is in TIME_WAIT; with 1 all others too (ip-sysctl). */
    private static final Path PORT_REUSE = Path.of("/proc/sys/net/ipv4/tcp_tw_reuse");

    private static final String READY = "ready";
    private static final Duration READY_WITHIN = Duration.ofSeconds(10);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(1);

    private final RunFolder folder;
    private final ChildProcess holder;
    private final Place place;

    private Link(RunFolder folder, ChildProcess holder) {
        this.folder = folder;
        this.holder = holder;
        this.place =
                new Place(List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--"), SERVER, CLIENT);
    }

    /**
     * Makes a line that starts here; only for a process in an {@link Enclosure}.
     *
     * @throws LinkException it cannot be made, or the thread was interrupted (its flag is set again); nothing is left of it
     */
    public static Link open(LineRate rate) throws LinkException {
        if (!Enclosure.isInside()) {
            throw new IllegalStateException("a line must not begin in the network of the machine itself");
        }
        try {
            RunFolder folder = RunFolder.create("line");
            Link link;
            try {
                link = new Link(folder, ChildProcess.start(holder(folder.path())));
            } catch (IOException | RuntimeException e) {
                folder.close();
                throw e;
            }
            try {
                link.join(new Shaper(rate));
                return link;
            } catch (IOException | InterruptedException | RuntimeException e) {
                link.close();
                throw e;
            }
        } catch (LinkException e) {
            throw e;
        } catch (IOException e) {
            throw new LinkException("cannot make the line: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LinkException("interrupted while the line was made", e);
        }
    }

    private static ChildProcess.Spec holder(Path folder) {
        return new ChildProcess.Spec(
                "line",
                Namespace.enter(List.of("sh", "-c", "echo " + READY + "; exec sleep infinity")),
                Map.of(),
                folder,
                folder.resolve("line.log"),
                "TERM",
                STOP_WITHIN);
    }

    private void join(Shaper shaper) throws LinkException, InterruptedException {
        if (!holder.awaitLine(READY, READY_WITHIN)) {
            throw new LinkException("cannot make the servers' network namespace: "
                    + holder.failure().orElse("it is not there after " + READY_WITHIN.toSeconds() + " s"));
        }
        String server = Long.toString(holder.pid());
        Tool.run(ip("link add " + DEVICE + " type veth peer name " + DEVICE + " netns " + server));
        for (List<String> command : end(CLIENT, shaper)) {
            Tool.run(command);
        }
        for (List<String> command : end(SERVER, shaper)) {
            Tool.run(place.command(command));
        }
        reusePorts();
    }

    /** Returns what sets up one end, in the namespace where it runs. */
    private static List<List<String>> end(String address, Shaper shaper) {
        return List.of(
                ip("link set lo up"),
                ip("address add " + address + NETWORK + " dev " + DEVICE),
                shaper.packets(DEVICE),
                shaper.queue(DEVICE),
                ip("link set " + DEVICE + " up"));
    }

    private static List<String> ip(String words) {
        return Stream.concat(Stream.of("ip"), Stream.of(words.split(" ", -1))).toList();
    }

    /** What holds on the loopback interface should hold here, or the line would run out of ports before it is full. */
    private static void reusePorts() {
        try {
            Files.writeString(PORT_REUSE, "1");
        } catch (IOException e) {
            // a container may forbid it; then the preflight of the driver says when ports get scarce
        }
    }

    /** Returns where to start servers: on the other end. */
    public Place place() {
        return place;
    }

    /** Returns the interface of the servers' end, whose answers the line slows down. */
    public String device() {
        return DEVICE;
    }

    /** Returns what to say of a line of that rate. */
    public static LinkInfo info(LineRate rate) {
        return new Shaper(rate).info();
    }

    /** Lets go of the other end; the servers there are closed first. */
    @Override
    public void close() {
        holder.close();
        folder.close();
    }
}

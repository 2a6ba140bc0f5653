package org.pagerace.verdict;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pagerace.Peers;
import org.pagerace.process.ChildProcess;

/** A network namespace of a test's own: it goes with the process that holds it, and whatever is in it with it. */
final class Netns {
    static final String DEVICE = "line0";

    private final ChildProcess holder;

    Netns(Planter planter) throws IOException, InterruptedException {
        requireRights();
        holder = planter.start("netns", List.of("unshare", "--net", "sleep", "infinity"), Map.of());
        Path ours = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        Path its = Path.of("/proc", Long.toString(holder.pid()), "ns", "net");
        Planter.await("a network namespace", holder, () -> isOther(its, ours));
        run("ip", "link", "set", "lo", "up");
    }

    private static boolean isOther(Path link, Path ours) {
        try {
            return !Files.readSymbolicLink(link).equals(ours);
        } catch (IOException e) {
            return false;
        }
    }

    private static void requireRights() throws IOException, InterruptedException {
        String shape = "qdisc add dev lo root tbf rate 1mbit burst 32k latency 50ms"; // goes with the namespace
        List<String> words = new ArrayList<>(List.of("unshare", "--net", Planter.program("tc")));
        words.addAll(List.of(shape.split(" ")));
        Process probe = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Peers.requireNamespaces(
                probe.waitFor() == 0,
                "shaped network namespaces need root, or CAP_SYS_ADMIN and CAP_NET_ADMIN, on Linux");
    }

    /** Returns the words that lead into it. */
    List<String> prefix() {
        return List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--");
    }

    void run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix());
        command.add(Planter.program(words[0]));
        command.addAll(List.of(words).subList(1, words.length));
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + output);
        }
    }

    /** Lays a line to another one; this end is 10.77.0.1, the other 10.77.0.2, and both devices have the same name. */
    void join(Netns other) throws IOException, InterruptedException {
        String pid = Long.toString(other.holder.pid());
        run("ip", "link", "add", DEVICE, "type", "veth", "peer", "name", DEVICE, "netns", pid);
        run("ip", "address", "add", "10.77.0.1/24", "dev", DEVICE);
        run("ip", "link", "set", DEVICE, "up");
        other.run("ip", "address", "add", "10.77.0.2/24", "dev", DEVICE);
        other.run("ip", "link", "set", DEVICE, "up");
    }

    /** Shapes what leaves this end; {@code words} are those of tbf. */
    void shape(String words) throws IOException, InterruptedException {
        run(("tc qdisc add dev " + DEVICE + " root tbf " + words).split(" ", -1));
    }
}

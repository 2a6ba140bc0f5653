package org.pagerace.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.result.Metric;

/** The network device that carries the answers. Looked at ten times a second: a line has no memory. */
final class LineProbe implements Probe {
    private static final String LOOPBACK =
            "client and servers share the loopback interface, which has no line rate and carries the database too";
    private static final Pattern DROPPED = Pattern.compile("\\(dropped (\\d{1,18}),");
    private static final long MEGABIT = 1_000_000;
    private static final int COLUMNS = 16;

    private final ProcFiles proc;
    private final String net;
    private final Sources sources;
    private final Rise bytes = new Rise();
    private final Rise frames = new Rise();
    private final Rise drops = new Rise();

    LineProbe(ProcFiles proc, String net, Sources sources) {
        this.proc = proc;
        this.net = net;
        this.sources = sources;
    }

    /** What a device has carried of the answers. */
    record Device(long bytes, long frames) {
        /** Reads a device's line of {@code /proc/net/dev}; empty if there is none, or it is cut. */
        static Optional<Device> parse(String text, String name, Sources.End end) {
            int first = end == Sources.End.CLIENT ? 0 : COLUMNS / 2; // received, then sent
            for (String line : text.split("\n", -1)) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).trim().equals(name)) {
                    String[] words = line.substring(colon + 1).trim().split(" +", -1);
                    try {
                        return words.length < COLUMNS
                                ? Optional.empty()
                                : Optional.of(
                                        new Device(Long.parseLong(words[first]), Long.parseLong(words[first + 1])));
                    } catch (NumberFormatException e) {
                        return Optional.empty();
                    }
                }
            }
            return Optional.empty();
        }
    }

    /** Reads the frames that the outermost queue dropped from {@code tc -s qdisc show dev}. */
    static OptionalLong drops(String text) {
        Matcher matcher = DROPPED.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    @Override
    public void look(Journal journal) {
        if (sources.line().isEmpty()) {
            journal.unseen(LOOPBACK, Metric.LINK_BYTES, Metric.LINK_FRAMES, Metric.LINK_DROPS, Metric.LINK_LIMIT);
            return;
        }
        Sources.Line line = sources.line().get();
        try {
            String text = proc.text(net + "/dev");
            long now = System.nanoTime();
            Optional<Device> device = Device.parse(text, line.device(), line.end());
            if (device.isPresent()) {
                bytes.count(
                        journal, Metric.LINK_BYTES, now, (double) device.get().bytes());
                frames.count(
                        journal, Metric.LINK_FRAMES, now, (double) device.get().frames());
            } else {
                journal.unseen("no device " + line.device(), Metric.LINK_BYTES, Metric.LINK_FRAMES);
            }
        } catch (IOException e) {
            journal.unseen(e.getMessage(), Metric.LINK_BYTES, Metric.LINK_FRAMES);
        }
    }

    /** Asks for what costs a process: at the begin and at the end of a round. */
    void lookAtQueue(Journal journal) {
        if (sources.line().isPresent()) {
            Sources.Line line = sources.line().get();
            if (line.end() == Sources.End.CLIENT) {
                journal.unseen(Metric.LINK_DROPS, "the queue before the line is at the other end");
            } else {
                lookAtDrops(journal, line);
            }
            OptionalLong rate = line.bitsPerSecond().isPresent() ? line.bitsPerSecond() : speed(line.device());
            if (rate.isPresent()) {
                journal.constant(Metric.LINK_LIMIT, (double) rate.getAsLong());
            } else {
                journal.unseen(Metric.LINK_LIMIT, "the device " + line.device() + " tells no speed");
            }
        }
    }

    private void lookAtDrops(Journal journal, Sources.Line line) {
        OptionalLong dropped = sources.tools().queueDrops(line.device());
        if (dropped.isPresent()) {
            drops.count(journal, Metric.LINK_DROPS, System.nanoTime(), (double) dropped.getAsLong());
        } else {
            journal.unseen(Metric.LINK_DROPS, "tc tells no drops of its queue");
        }
    }

    /** Returns what a network card says; what a device without one says is made up. */
    private static OptionalLong speed(String device) {
        try {
            Path folder = Path.of("/sys/class/net", device);
            long megabits =
                    Long.parseLong(Files.readString(folder.resolve("speed")).strip());
            return megabits > 0 && Files.exists(folder.resolve("device"))
                    ? OptionalLong.of(megabits * MEGABIT)
                    : OptionalLong.empty();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}

package org.pagerace.sample;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.result.Metric;

/**
 * Whether the client takes what the stack sends. Asked for once, while the load is on: the kernel tells it over netlink
 * only, so it takes a process of ss(8).
 */
final class WindowReader {

    /*
     * The kernel keeps account of how long each connection had something to send (busy), and for how much of that the
     * other side's receive window was full (rwnd_limited). Both begin with the connection, so one look near the end of a
     * round tells about all of it where connections are kept. A window may also be full because the line holds all of it;
     * so the client's own sockets are looked at too: whether bytes lie there that nobody has read.
     */

    private static final Pattern BUSY = Pattern.compile(" busy:(\\d{1,15})ms");
    private static final Pattern WINDOW_FULL = Pattern.compile(" rwnd_limited:(\\d{1,15})ms");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Sources sources;

    WindowReader(Sources sources) {
        this.sources = sources;
    }

    void read(Journal journal) {
        if (sources.listens().isEmpty() || ListenQueues.isUnix(sources.listens().get(0))) {
            journal.unseen(
                    "the stack's connections are not on this machine, or not known",
                    Metric.CLIENT_WINDOW_FULL,
                    Metric.CLIENT_UNREAD);
            return;
        }
        String port = ListenQueues.key(sources.listens().get(0));
        List<String> ends = sources.tools().connections(port);
        standing(journal, Metric.CLIENT_WINDOW_FULL, full(ends, port));
        standing(journal, Metric.CLIENT_UNREAD, unread(ends, port));
    }

    private static void standing(Journal journal, Metric metric, OptionalDouble value) {
        if (value.isPresent()) {
            journal.standing(metric, System.nanoTime(), value.getAsDouble());
        } else {
            journal.unseen(metric, "ss told of no open connection just then");
        }
    }

    /**
     * Returns for how much of the time that they had something to send the connections of a server waited for the client's
     * window.
     *
     * @param ends lines of {@code ss -tinHO state established}, both ends of each connection
     * @param port of the server, with its colon
     */
    static OptionalDouble full(List<String> ends, String port) {
        List<String> server =
                ends.stream().filter(end -> word(end, 2).endsWith(port)).toList();
        double busy = server.stream().mapToDouble(end -> number(BUSY, end)).sum();
        double full =
                server.stream().mapToDouble(end -> number(WINDOW_FULL, end)).sum();
        return server.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(busy == 0 ? 0 : full / busy);
    }

    /** Returns the share of the client's ends at which bytes lie that it has not read; arguments as above. */
    static OptionalDouble unread(List<String> ends, String port) {
        return ends.stream()
                .filter(end -> word(end, 3).endsWith(port))
                .mapToDouble(end -> word(end, 0).equals("0") ? 0 : 1)
                .average();
    }

    /** Recv-Q Send-Q Local Peer … */
    private static String word(String end, int index) {
        String[] words = BLANKS.split(end.strip(), 5);
        return index < words.length ? words[index] : "";
    }

    private static double number(Pattern pattern, String end) {
        Matcher matcher = pattern.matcher(end);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
    }
}

package org.pagerace.sample;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import org.pagerace.result.Metric;

/** TCP in the servers' network namespace: segments, drops, sockets that wait for their end, listen queues. */
final class NetworkProbe implements Probe {
    private static final String OURS = "self/net";

    private final ProcFiles proc;
    private final String net;
    private final Sources sources;
    private final ListenQueues queues;
    private Map<String, Long> waiting = Map.of();
    private final Rise sent = new Rise();
    private final Rise resent = new Rise();
    private final Rise dropped = new Rise();

    /** @param net the folder {@code PID/net} of a process in the servers' namespace */
    NetworkProbe(ProcFiles proc, String net, Sources sources) {
        this.proc = proc;
        this.net = net;
        this.sources = sources;
        this.queues = new ListenQueues(proc, net, sources.listens());
    }

    @Override
    public void look(Journal journal) {
        segments(journal);
        drops(journal);
        timeWait(journal);
        listenQueue(journal);
    }

    /** Returns who waited at which of the stack's sockets at the last look. */
    Map<String, Long> waiting() {
        return waiting;
    }

    private void segments(Journal journal) {
        try {
            String text = proc.line(net + "/snmp");
            long now = System.nanoTime();
            count(journal, sent, Metric.SEGMENTS_SENT, now, Table.ofPairs(text, "Tcp", "OutSegs"));
            count(journal, resent, Metric.SEGMENTS_RESENT, now, Table.ofPairs(text, "Tcp", "RetransSegs"));
        } catch (IOException e) {
            journal.unseen(e.getMessage(), Metric.SEGMENTS_SENT, Metric.SEGMENTS_RESENT);
        }
    }

    private void drops(Journal journal) {
        try {
            OptionalLong drops = listenDrops(proc.line(net + "/netstat"));
            count(journal, dropped, Metric.LISTEN_DROPS, System.nanoTime(), drops);
        } catch (IOException e) {
            journal.unseen(Metric.LISTEN_DROPS, e.getMessage());
        }
    }

    /** Whatever overflows is dropped, and counted again as such (tcp_conn_request, tcp_listendrop): so not the sum. */
    static OptionalLong listenDrops(String netstat) {
        OptionalLong overflows = Table.ofPairs(netstat, "TcpExt", "ListenOverflows");
        OptionalLong drops = Table.ofPairs(netstat, "TcpExt", "ListenDrops");
        if (overflows.isEmpty() || drops.isEmpty()) {
            return overflows.isPresent() ? overflows : drops;
        }
        return OptionalLong.of(Math.max(overflows.getAsLong(), drops.getAsLong()));
    }

    private static void count(Journal journal, Rise rise, Metric metric, long now, OptionalLong counter) {
        if (counter.isPresent()) {
            rise.count(journal, metric, now, (double) counter.getAsLong());
        } else {
            journal.unseen(metric, "this kernel has no such counter");
        }
    }

    /** The more of both ends: whichever closes first keeps the port. */
    private void timeWait(Journal journal) {
        try {
            OptionalLong sockets = timeWait(proc.line(net + "/sockstat"));
            if (!net.equals(OURS)) {
                OptionalLong ours = timeWait(proc.line(OURS + "/sockstat"));
                if (ours.isPresent() && (sockets.isEmpty() || ours.getAsLong() > sockets.getAsLong())) {
                    sockets = ours;
                }
            }
            if (sockets.isPresent()) {
                journal.standing(Metric.TIME_WAIT, System.nanoTime(), (double) sockets.getAsLong());
            } else {
                journal.unseen(Metric.TIME_WAIT, "no number 'tw' in /proc/net/sockstat");
            }
        } catch (IOException e) {
            journal.unseen(Metric.TIME_WAIT, e.getMessage());
        }
    }

    /** Reads {@code TCP: inuse 4 orphan 0 tw 12 alloc 5 mem 1}. */
    static OptionalLong timeWait(String sockstat) {
        for (String line : sockstat.split("\n", -1)) {
            String[] words = line.trim().split(" ", -1);
            for (int i = 1; words[0].equals("TCP:") && i + 1 < words.length; i += 2) {
                if (words[i].equals("tw") && words[i + 1].matches("\\d{1,9}")) {
                    return OptionalLong.of(Long.parseLong(words[i + 1]));
                }
            }
        }
        return OptionalLong.empty();
    }

    private void listenQueue(Journal journal) {
        if (sources.listens().isEmpty()) {
            journal.unseen(Metric.LISTEN_QUEUE, "the stack's sockets are not on this machine, or not known");
            return;
        }
        double fullest = -1;
        waiting = queues.waiting();
        for (Map.Entry<String, Long> queue : waiting.entrySet()) {
            OptionalLong length = sources.tools().listenLength(queue.getKey());
            if (length.isPresent() && length.getAsLong() > 0) {
                // one more than its length may wait: the kernel refuses only when there are more
                double share = (double) queue.getValue() / length.getAsLong();
                fullest = Math.max(fullest, Math.min(1, share));
            }
        }
        if (fullest >= 0) {
            journal.standing(Metric.LISTEN_QUEUE, System.nanoTime(), fullest);
        } else {
            journal.unseen(Metric.LISTEN_QUEUE, "ss tells no length of the stack's listen queues; install iproute2");
        }
    }
}

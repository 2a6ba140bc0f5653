package org.pagerace.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.pagerace.result.Metric;

/** All status pages of a stack. For one thread. */
final class StatusProbes implements Probe, AutoCloseable {
    /** For all pages together: an answer that takes longer tells about another moment. */
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private final List<StatusProbe> pages;
    private final NetworkProbe network;
    private final Asker asker; // null: there is nothing to ask

    /** @param network looked at before this */
    StatusProbes(List<Sources.StatusPage> pages, NetworkProbe network) {
        this.pages = pages.stream().map(StatusProbe::new).toList();
        this.network = network;
        try {
            this.asker = pages.isEmpty() ? null : new Asker();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector can be opened; raise ulimit -n", e);
        }
    }

    @Override
    public void look(Journal journal) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (StatusProbe page : pages) {
            page.look(journal, asker, Duration.ofNanos(deadline - System.nanoTime()), network.waiting());
        }
    }

    /** Writes the workers of the server that was nearest to its limit, and why there is nothing of the rest. */
    void end(Journal journal) {
        pages.stream()
                .map(StatusProbe::workers)
                .filter(track -> track.use() >= 0)
                .max(Comparator.comparingDouble(WorkerTrack::use))
                .ifPresent(track -> track.write(journal));
        journal.unseen(
                "no server of the stack has a status page that tells its workers",
                Metric.WORKERS_BUSY,
                Metric.WORKERS_LIMIT,
                Metric.WORKERS_QUEUE);
        journal.unseen(
                "the stack has no database pool that tells about itself: PHP connects by itself",
                Metric.POOL_ACTIVE,
                Metric.POOL_LIMIT,
                Metric.POOL_WAITING);
        journal.unseen("the stack has no JVM that tells about itself", Metric.JVM_COMPILING, Metric.JVM_COLLECTING);
        journal.unseen(
                "no server of the stack tells its connections", Metric.SERVER_CONNECTIONS, Metric.CONNECTIONS_REFUSED);
    }

    /** Returns the CPU time that answering has cost the servers, as far as they tell. */
    long costNanos() {
        return pages.stream().mapToLong(StatusProbe::costNanos).sum();
    }

    @Override
    public void close() {
        try {
            if (asker != null) {
                asker.close();
            }
        } catch (IOException e) {
            // It has no channel left that could be lost.
        }
    }
}

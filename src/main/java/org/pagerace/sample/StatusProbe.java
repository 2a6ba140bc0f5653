package org.pagerace.sample;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.pagerace.result.Metric;
import org.pagerace.sample.Sources.Kind;
import org.pagerace.sample.Sources.StatusPage;

/** One status page, asked again and again. For one thread. */
final class StatusProbe {
    private static final String FPM_PATH = "/status"; // pm.status_path
    private static final String FPM_QUERY = "full"; // without it the numbers are up to a second old
    private static final double MILLIS_PER_SECOND = 1e3;

    private final StatusPage page;
    private final WorkerTrack workers = new WorkerTrack();
    private final Rise compiling = new Rise();
    private final Rise collecting = new Rise();
    private final Rise refused = new Rise();
    private OptionalLong firstCpuNanos = OptionalLong.empty();
    private long costNanos;

    StatusProbe(StatusPage page) {
        this.page = page;
    }

    WorkerTrack workers() {
        return workers;
    }

    /** Returns the CPU time that answering has cost the server since the first answer, as far as it tells. */
    long costNanos() {
        return costNanos;
    }

    /** @param waiting connections that wait at the stack's sockets just now */
    void look(Journal journal, Asker asker, Duration within, Map<String, Long> waiting) {
        try {
            String text = ask(asker, within);
            long now = System.nanoTime();
            switch (page.kind()) {
                case FPM_SOCKET, FPM_TCP -> fpm(journal, now, FpmStatus.parse(text), waiting);
                case APACHE_STATUS -> apache(journal, now, ApacheStatus.parse(text), waiting);
                case NGINX_STUB -> nginx(journal, now, NginxStatus.parse(text));
                case LIGHTTPD_STATUS ->
                    journal.standing(
                            Metric.SERVER_CONNECTIONS,
                            now,
                            LighttpdStatus.parse(text).connections() - 1.0);
                case PAGERACE_STATUS -> pagerace(journal, now, PageraceStatus.parse(text));
            }
        } catch (IOException | IllegalArgumentException e) {
            journal.unseen(page.where() + ": " + e.getMessage(), metrics(page.kind()));
        }
    }

    private static Metric[] metrics(Kind kind) {
        return switch (kind) {
            case FPM_SOCKET, FPM_TCP -> new Metric[] {Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT, Metric.WORKERS_QUEUE};
            case APACHE_STATUS ->
                new Metric[] {Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT, Metric.WORKERS_QUEUE, Metric.SERVER_CONNECTIONS
                };
            case NGINX_STUB -> new Metric[] {Metric.SERVER_CONNECTIONS, Metric.CONNECTIONS_REFUSED};
            case LIGHTTPD_STATUS -> new Metric[] {Metric.SERVER_CONNECTIONS};
            case PAGERACE_STATUS ->
                new Metric[] {
                    Metric.WORKERS_BUSY,
                    Metric.WORKERS_LIMIT,
                    Metric.WORKERS_QUEUE,
                    Metric.POOL_ACTIVE,
                    Metric.POOL_LIMIT,
                    Metric.POOL_WAITING,
                    Metric.JVM_COMPILING,
                    Metric.JVM_COLLECTING
                };
        };
    }

    private String ask(Asker asker, Duration within) throws IOException {
        return switch (page.kind()) {
            case FPM_SOCKET ->
                FastCgi.body(
                        asker.ask(UnixDomainSocketAddress.of(page.where()), FastCgi.get(FPM_PATH, FPM_QUERY), within));
            case FPM_TCP ->
                FastCgi.body(asker.ask(address("tcp://" + page.where()), FastCgi.get(FPM_PATH, FPM_QUERY), within));
            default -> {
                URI uri = URI.create(page.where());
                yield HttpText.body(asker.ask(address(page.where()), HttpText.get(uri), within));
            }
        };
    }

    private static SocketAddress address(String where) {
        URI uri = URI.create(where);
        return new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
    }

    private void fpm(Journal journal, long now, FpmStatus status, Map<String, Long> waiting) {
        OptionalLong limit = status.fixed() ? OptionalLong.of(status.total()) : OptionalLong.empty();
        OptionalLong queue = status.queue().isPresent() ? status.queue() : unix(waiting);
        // a child of the pool that answers this page stands in for a request where others wait
        boolean alsoAnswers = waiting.containsKey(page.where()) && queue.orElse(0) == 0;
        workers(journal, now, status.active() - (alsoAnswers ? 1 : 0), limit, queue);
    }

    private void apache(Journal journal, long now, ApacheStatus status, Map<String, Long> waiting) {
        workers(journal, now, status.busy(), status.places(), tcp(waiting));
        if (status.connections().isPresent()) {
            journal.standing(
                    Metric.SERVER_CONNECTIONS, now, status.connections().getAsLong() - 1.0);
        }
    }

    private void nginx(Journal journal, long now, NginxStatus status) {
        journal.standing(Metric.SERVER_CONNECTIONS, now, status.active() - 1.0);
        refused.count(journal, Metric.CONNECTIONS_REFUSED, now, (double) (status.accepted() - status.handled()));
    }

    private void pagerace(Journal journal, long now, PageraceStatus status) {
        status.threadsBusy()
                .ifPresent(busy -> workers(
                        journal, now, busy - ownThread(busy, status), status.threadsLimit(), status.threadsQueue()));
        standing(journal, Metric.POOL_ACTIVE, now, status.poolActive());
        standing(journal, Metric.POOL_WAITING, now, status.poolWaiting());
        status.poolLimit().ifPresent(limit -> journal.constant(Metric.POOL_LIMIT, (double) limit));
        status.compilingMillis()
                .ifPresent(millis -> compiling.rate(journal, Metric.JVM_COMPILING, now, millis / MILLIS_PER_SECOND));
        status.collectingMillis()
                .ifPresent(millis -> collecting.rate(journal, Metric.JVM_COLLECTING, now, millis / MILLIS_PER_SECOND));
        status.cpuNanos().ifPresent(nanos -> {
            costNanos = nanos - firstCpuNanos.orElse(nanos);
            firstCpuNanos = OptionalLong.of(firstCpuNanos.orElse(nanos));
        });
    }

    /** Returns how many of the busy threads count for nothing: where others wait, ours stands in for one of theirs. */
    private static int ownThread(long busy, PageraceStatus status) {
        boolean standsIn = status.threadsQueue().isPresent()
                ? status.threadsQueue().getAsLong() > 0
                : busy >= status.threadsLimit().orElse(Long.MAX_VALUE);
        return standsIn || busy == 0 ? 0 : 1;
    }

    private static void standing(Journal journal, Metric metric, long now, OptionalLong value) {
        value.ifPresent(number -> journal.standing(metric, now, (double) number));
    }

    private void workers(Journal journal, long now, long busy, OptionalLong limit, OptionalLong queue) {
        if (journal.isUnderLoad(now)) {
            workers.add(now, busy, limit, queue);
        }
    }

    private static OptionalLong unix(Map<String, Long> waiting) {
        return longest(waiting, true);
    }

    private static OptionalLong tcp(Map<String, Long> waiting) {
        return longest(waiting, false);
    }

    private static OptionalLong longest(Map<String, Long> waiting, boolean unix) {
        return waiting.entrySet().stream()
                .filter(queue -> ListenQueues.isUnix(queue.getKey()) == unix)
                .mapToLong(Map.Entry::getValue)
                .max();
    }
}

package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver allocates nothing for a request; each second costs one histogram, however many requests it had. */
@Timeout(60)
class AllocationIT {
    private static final long PER_SECOND = 300_000;
    private static final long SLACK = 200_000; // for classes that are loaded late
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @CsvSource({"1, 0", "16, 0", "1, 40000"})
    void run_steadyState_allocatesNothingPerRequest(int pipeline, double rate) throws Exception {
        var firstBytes = new AtomicLong(-1);
        var lastBytes = new AtomicLong();
        var firstStarted = new AtomicLong();
        var lastStarted = new AtomicLong();
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(4, 1)
                    .withPipeline(pipeline)
                    .withRate(rate == 0 ? new Rate.Closed() : new Rate.Constant(rate))
                    .withStop(new Stop.AfterDuration(Duration.ofSeconds(3)));
            new LoadRunner(spec, snapshot -> {
                        long bytes = workerBytes();
                        if (bytes >= 0 && snapshot.elapsed().toMillis() > 500) {
                            firstStarted.compareAndSet(0, snapshot.started());
                            firstBytes.compareAndSet(-1, bytes);
                            lastStarted.set(snapshot.started());
                            lastBytes.set(bytes);
                        }
                    })
                    .run();
        }
        long requests = lastStarted.get() - firstStarted.get();
        long bytes = lastBytes.get() - firstBytes.get();
        assertTrue(requests > 1_000, "only " + requests + " requests");
        assertTrue(bytes <= 3 * PER_SECOND + SLACK, bytes + " bytes for " + requests + " requests");
    }

    private static long workerBytes() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("load-1"))
                .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.getId()))
                .findFirst()
                .orElse(-1);
    }
}

package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver allocates nothing for a request; each second costs one histogram, however many requests it had. */
@Timeout(60)
class AllocationIT {
    /*
     * Looked at in intervals of a quarter of a second. In one of four a histogram is made; in others classes are loaded late
     * or code still runs that the JVM has not compiled to the end, which then makes objects that the compiler takes away. All
     * that comes now and then. An object for each request would come in every interval, and the smallest has 16 bytes: so the
     * median interval decides.
     */
    private static final double MOST_PER_REQUEST = 1;

    private static final long LEAST_REQUESTS = 50_000;
    private static final long SETTLED_MILLIS = 500;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Look(long requests, long bytes) {}

    @ParameterizedTest
    @CsvSource({"1, 0", "16, 0", "1, 40000"})
    void run_steadyState_allocatesNothingPerRequest(int pipeline, double rate) throws Exception {
        List<Look> looks = new ArrayList<>();
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            LoadSpec spec = LoadSpec.of(server.uri())
                    .withConnections(4, 1)
                    .withPipeline(pipeline)
                    .withRate(rate == 0 ? new Rate.Closed() : new Rate.Constant(rate))
                    .withStop(new Stop.AfterDuration(Duration.ofSeconds(4)));
            new LoadRunner(spec, snapshot -> {
                        long bytes = workerBytes();
                        if (bytes >= 0 && snapshot.elapsed().toMillis() > SETTLED_MILLIS) {
                            looks.add(new Look(snapshot.started(), bytes));
                        }
                    })
                    .run();
        }
        long requests = looks.get(looks.size() - 1).requests() - looks.get(0).requests();
        assertTrue(requests > LEAST_REQUESTS, "only " + requests + " requests");
        double[] perRequest = perRequest(looks);
        assertTrue(perRequest.length >= 8, "only " + perRequest.length + " intervals");
        assertTrue(
                perRequest[perRequest.length / 2] <= MOST_PER_REQUEST,
                "bytes per request in the intervals: " + Arrays.toString(perRequest));
    }

    /** Returns the bytes per request of each interval, the smallest first. */
    private static double[] perRequest(List<Look> looks) {
        return IntStream.range(1, looks.size())
                .filter(i -> looks.get(i).requests() > looks.get(i - 1).requests())
                .mapToDouble(
                        i -> (double) (looks.get(i).bytes() - looks.get(i - 1).bytes())
                                / (looks.get(i).requests() - looks.get(i - 1).requests()))
                .sorted()
                .toArray();
    }

    private static long workerBytes() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("load-1"))
                .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.getId()))
                .findFirst()
                .orElse(-1);
    }
}

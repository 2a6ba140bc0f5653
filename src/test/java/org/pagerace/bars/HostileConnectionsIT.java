package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Rate;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.pages.PageDatabase;
import org.pagerace.result.LoadResult;
import org.pagerace.serve.EmbeddedServer;
import org.pagerace.serve.ServeOptions;

/** Bar 7: clients that hold connections without using them lose them, and take nothing from others meanwhile. */
@Timeout(120)
class HostileConnectionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(5); // of the server
    private static final Duration CLOSED_WITHIN = PATIENCE.plusSeconds(2);
    private static final Duration P99 = Duration.ofMillis(500);
    private static final long MOST_HEAP_GROWTH = 64L << 20;
    private static final int PER_SECOND = 200;
    private static final int WAVES = Bar.size(1, 3);
    private static final List<String> FIGURES = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterAll
    static void print() {
        Bar.print(7, String.join("; ", FIGURES));
    }

    @Test
    void serve_300HostileConnections_areClosedAndHarmNobody() throws Exception {
        var executor = Executors.newSingleThreadExecutor();
        try (EmbeddedServer server = start()) {
            long heap = heapAfterCollection();
            long growth = 0;
            long longestNanos = 0;
            var others = new ArrayList<LoadResult>();
            for (int wave = 0; wave < WAVES; wave++) {
                Future<LoadResult> wellBehaved = executor.submit(() -> wellBehaved(server, PATIENCE));
                try (var hostile = new Hostiles(server.port(), 200, 50, 50)) {
                    hostile.actFor(PATIENCE.dividedBy(2));
                    assertTrue(hostile.open() > 0, "all closed before their time");
                    growth = Math.max(growth, heapAfterCollection() - heap);
                    longestNanos = Math.max(longestNanos, hostile.untilClosedNanos());
                }
                others.add(wellBehaved.get());
            }
            FIGURES.add(String.format(
                    Locale.ROOT,
                    "%d x 300 hostile connections, timeout %d s: closed after %.1f s at most, well-behaved %s, heap +%.1f MB",
                    WAVES,
                    PATIENCE.toSeconds(),
                    longestNanos / 1e9,
                    told(others),
                    growth / 1e6));
            assertHarmless(others, WAVES * PATIENCE.toSeconds());
            assertTrue(longestNanos <= CLOSED_WITHIN.toNanos(), FIGURES::toString);
            assertTrue(growth < MOST_HEAP_GROWTH, FIGURES::toString);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Those that wait for a slow reader would be all the threads there are. */
    @Test
    void serve_moreSlowReadersThanThreads_answersTheOthers() throws Exception {
        try (EmbeddedServer server = start();
                var hostile = new Hostiles(server.port(), 0, 220, 0)) {
            hostile.actFor(PATIENCE.dividedBy(4)); // the kernel's buffers are full
            List<LoadResult> others = List.of(wellBehaved(server, PATIENCE.dividedBy(2)));
            long longestNanos = hostile.untilClosedNanos();
            FIGURES.add(String.format(
                    Locale.ROOT,
                    "220 slow readers: closed after %.1f s at most, well-behaved %s",
                    longestNanos / 1e9,
                    told(others)));
            assertHarmless(others, PATIENCE.toSeconds() / 2);
        }
    }

    private EmbeddedServer start() throws Exception {
        var options = new ServeOptions(ServeOptions.DEFAULT_HOST, 0, PATIENCE, PATIENCE);
        EmbeddedServer server = EmbeddedServer.bind(PageDatabase.home(), options, folder);
        server.start(Map.of());
        wellBehaved(server, PATIENCE); // until the machine code is there
        return server;
    }

    private static void assertHarmless(List<LoadResult> others, long seconds) {
        assertEquals(
                seconds * PER_SECOND,
                others.stream().mapToLong(LoadResult::ok).sum(),
                () -> others.stream().map(LoadResult::outcomes).toList().toString());
        assertTrue(
                others.stream().allMatch(result -> result.total().percentile(99) <= P99.toNanos()), FIGURES::toString);
    }

    private static String told(List<LoadResult> others) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d right, p99 %.1f ms",
                others.stream().mapToLong(LoadResult::ok).sum(),
                others.stream().mapToLong(LoadResult::started).sum(),
                others.stream()
                                .mapToLong(result -> result.total().percentile(99))
                                .max()
                                .orElseThrow()
                        / 1e6);
    }

    private static LoadResult wellBehaved(EmbeddedServer server, Duration time) throws Exception {
        List<Target> targets = Stream.of("testing.html", "open", "info", "welcome.html")
                .map(page -> Target.of(server.base().resolve(page)))
                .toList();
        LoadSpec spec = LoadSpec.of(targets)
                .withConnections(8, 1)
                .withRate(new Rate.Constant(PER_SECOND))
                .withStop(new Stop.AfterRequests(time.toSeconds() * PER_SECOND));
        return new LoadRunner(spec, Progress.NONE).run();
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** What a hostile client does each second. */
    private enum Manner {
        /** Sends a byte of a head, which never ends. */
        SLOW_HEAD,
        /** As above, after a whole request line. */
        SLOW_FIELDS,
        /** Asks for more than the kernel buffers, and reads a little. */
        SLOW_READER,
        /** Nothing at all. */
        SILENT,
        /** Nothing, after one request. */
        KEPT_ALIVE
    }

    private static final class Hostiles implements AutoCloseable {
        private final List<Hostile> all = new ArrayList<>();

        Hostiles(int port, int slowHeads, int slowReaders, int idle) throws IOException {
            add(port, slowHeads, Manner.SLOW_HEAD, Manner.SLOW_FIELDS);
            add(port, slowReaders, Manner.SLOW_READER, Manner.SLOW_READER);
            add(port, idle, Manner.SILENT, Manner.KEPT_ALIVE);
        }

        private void add(int port, int count, Manner even, Manner odd) throws IOException {
            for (int i = 0; i < count; i++) {
                all.add(new Hostile(port, i % 2 == 0 ? even : odd));
            }
        }

        /** Returns earlier when all have been closed. */
        void actFor(Duration time) {
            long deadlineNanos = System.nanoTime() + time.toNanos();
            while (open() > 0 && System.nanoTime() - deadlineNanos < 0) {
                all.forEach(Hostile::act);
                LockSupport.parkNanos(20_000_000); // between two looks
            }
        }

        long open() {
            return all.stream().filter(Hostile::isOpen).count();
        }

        private List<Manner> stillOpen() {
            return all.stream().filter(Hostile::isOpen).map(one -> one.manner).toList();
        }

        /** Goes on until all are closed, or should have been for a second; returns how long the last one lasted. */
        long untilClosedNanos() {
            actFor(CLOSED_WITHIN.plusSeconds(1));
            assertEquals(List.of(), stillOpen());
            return all.stream().mapToLong(one -> one.lastedNanos).max().orElseThrow();
        }

        @Override
        public void close() throws IOException {
            for (Hostile one : all) {
                one.channel.close();
            }
        }
    }

    private static final class Hostile {
        private static final long SECOND_NANOS = 1_000_000_000;
        private static final String REQUEST_LINE = "GET /open HTTP/1.1\r\n";
        private static final String HEAD = REQUEST_LINE + "Host: localhost\r\nX-Slow: ";
        private static final int ASKED_FOR = 20; // times 600 KB are more than the kernel's buffers
        private static final int SMALL = 100;

        private final Manner manner;
        private final SocketChannel channel = SocketChannel.open();
        private final long sinceNanos = System.nanoTime();
        private long nextNanos = sinceNanos + SECOND_NANOS;
        private int sent;
        private long lastedNanos; // 0 while it is open

        Hostile(int port, Manner manner) throws IOException {
            this.manner = manner;
            channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            String first = switch (manner) {
                case SLOW_HEAD -> "G";
                case SLOW_FIELDS -> REQUEST_LINE;
                case SLOW_READER -> "GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(ASKED_FOR);
                case SILENT -> "";
                case KEPT_ALIVE -> "GET /testing.html HTTP/1.1\r\nHost: localhost\r\n\r\n";
            };
            channel.write(bytes(first));
            sent = first.length();
            channel.configureBlocking(false);
        }

        private static ByteBuffer bytes(String text) {
            return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        }

        boolean isOpen() {
            return lastedNanos == 0;
        }

        void act() {
            if (!isOpen()) {
                return;
            }
            long now = System.nanoTime();
            boolean secondOver = now - nextNanos >= 0;
            nextNanos += secondOver ? SECOND_NANOS : 0;
            boolean ended;
            try {
                ended = switch (manner) {
                    case SLOW_HEAD, SLOW_FIELDS -> {
                        if (secondOver) {
                            channel.write(bytes(sent < HEAD.length() ? HEAD.substring(sent, sent + 1) : "x"));
                            sent++;
                        }
                        yield hasEnded();
                    }
                    case SLOW_READER -> {
                        channel.write(
                                bytes("\n")); // fails when it was reset; what came before hides that from a reader
                        yield secondOver && hasEnded();
                    }
                    case SILENT, KEPT_ALIVE -> hasEnded();
                };
            } catch (IOException e) {
                ended = true;
            }
            lastedNanos = ended ? now - sinceNanos : 0;
        }

        private boolean hasEnded() throws IOException {
            return channel.read(ByteBuffer.allocate(SMALL)) < 0;
        }
    }
}

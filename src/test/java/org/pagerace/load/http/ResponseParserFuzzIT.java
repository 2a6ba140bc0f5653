package org.pagerace.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pagerace.bars.Bar;

/**
 * Bar 9: right answers of all kinds, cut off and changed in any place: the parser says what is wrong, and never guesses.
 */
@Timeout(120)
class ResponseParserFuzzIT {
    private static final int CASES = Bar.size(10_000, 100_000);
    private static final long SEED = 20_261_130;
    private static final long MOST_ALLOCATED = 1 << 20;
    private static final long LONGEST_NANOS =
            5_000_000; // of processor time: a pause of the machine is not the parser's

    private record Outcome(
            ParserState state, MalformedResponse fault, int status, long bodyBytes, long crc32c, int left) {}

    /** Forty of them: each head with each body that suits it. */
    private static List<byte[]> seeds() {
        List<String> starts = List.of(
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 404 Not Found\r\nServer: x/1.0 (y)\r\nDate: Mon, 30 Nov 2026 15:00:00 GMT\r\n",
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nX-Empty:\r\n",
                "HTTP/1.1 500 \r\nConnection: close\r\nSet-Cookie: a=b; c=\"d\"\r\n");
        List<String> ends = List.of(
                "Content-Length: 0\r\n\r\n",
                "Content-Length: 1\r\n\r\nx",
                "Content-Length: 26\r\n\r\nabcdefghijklmnopqrstuvwxyz",
                "Content-Length: 12, 12\r\n\r\nHTTP/1.1 200",
                "\r\n<p>until the end</p>",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\nX-Sum: 15\r\n\r\n",
                "Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n1\r\na\r\n1\r\nb\r\n1\r\nc\r\n00\r\nX: y\r\nZ: \r\n\r\n");
        List<byte[]> seeds = new ArrayList<>();
        for (String start : starts) {
            ends.forEach(end -> seeds.add((start + end).getBytes(ISO_8859_1)));
        }
        assertEquals(40, seeds.size());
        return seeds;
    }

    @Test
    void feed_everyPrefix_isNeverTakenForTheWhole() {
        for (byte[] seed : seeds()) {
            String text = new String(seed, ISO_8859_1);
            boolean untilClose = text.contains("until the end");
            int headEnd = text.lastIndexOf("\r\n\r\n") + 4;
            for (int length = 0; length < seed.length; length++) {
                Outcome outcome = closed(ByteBuffer.wrap(seed, 0, length));
                boolean complete = outcome.state() == ParserState.COMPLETE;
                assertEquals(untilClose && length >= headEnd, complete, length + " bytes of " + text);
                assertTrue(complete || outcome.state().isFinal(), outcome + " of " + length + " bytes of " + text);
            }
        }
    }

    @Test
    void feed_everySplit_givesWhatTheWholeGives() {
        for (byte[] seed : seeds()) {
            Outcome whole = closed(ByteBuffer.wrap(seed));
            for (int split = 0; split <= seed.length; split++) {
                assertEquals(whole, split(seed, split), "split at " + split + " of " + new String(seed, ISO_8859_1));
            }
        }
    }

    @Test
    void feed_changedBytes_areRefusedOrReadTheSameHoweverCut() {
        List<byte[]> seeds = seeds();
        var random = new SplittableRandom(SEED);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        seeds.forEach(seed -> closed(ByteBuffer.wrap(seed))); // loading classes takes longer than parsing
        int refused = 0;
        long splits = 0;
        long mostAllocated = 0;
        long longestNanos = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] wire = seeds.get(i % seeds.size()).clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                wire[random.nextInt(wire.length)] = (byte) random.nextInt(256);
            }
            String text = "case " + i + ": " + new String(wire, ISO_8859_1);
            long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
            long nanosBefore = threads.getCurrentThreadCpuTime();
            Outcome whole = closed(ByteBuffer.wrap(wire));
            long nanos = threads.getCurrentThreadCpuTime() - nanosBefore;
            long allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
            assertTrue(allocated < MOST_ALLOCATED, () -> allocated + " bytes for " + text);
            assertTrue(nanos < LONGEST_NANOS, () -> nanos + " ns for " + text);
            mostAllocated = Math.max(mostAllocated, allocated);
            longestNanos = Math.max(longestNanos, nanos);
            for (int split = 0; split <= wire.length; split++) {
                assertEquals(whole, split(wire, split), text);
            }
            splits += wire.length + 1;
            assertSound(whole, wire, text);
            refused += whole.state() == ParserState.MALFORMED ? 1 : 0;
        }
        Bar.print(
                9,
                String.format(
                        Locale.ROOT,
                        "%,d answers with changed bytes: %,d refused as malformed, the others cut or still right; %,d of %,d"
                                + " splits read as the whole; at most %.2f ms of processor time and %,d bytes each",
                        CASES,
                        refused,
                        splits,
                        splits,
                        longestNanos / 1e6,
                        mostAllocated));
        assertTrue(refused > CASES / 4, "most changes hit grammar, but refused are only " + refused);
    }

    private static void assertSound(Outcome outcome, byte[] wire, String text) {
        assertTrue(outcome.state().isFinal(), text);
        assertTrue(outcome.bodyBytes() >= 0 && outcome.bodyBytes() <= wire.length, text);
        assertEquals(outcome.state() == ParserState.MALFORMED, outcome.fault() != MalformedResponse.NONE, text);
        if (outcome.state() == ParserState.COMPLETE) {
            assertTrue(outcome.status() >= 200 && outcome.status() <= 999, text);
            assertNotEquals(wire.length, outcome.left(), text);
        }
    }

    private static Outcome closed(ByteBuffer wire) {
        var parser = new ResponseParser(false, true);
        parser.feed(wire);
        return close(parser, wire.remaining());
    }

    private static Outcome split(byte[] wire, int at) {
        var parser = new ResponseParser(false, true);
        ByteBuffer first = ByteBuffer.wrap(wire, 0, at);
        parser.feed(first);
        ByteBuffer second = ByteBuffer.wrap(wire, at, wire.length - at);
        parser.feed(second);
        return close(parser, first.remaining() + second.remaining());
    }

    private static Outcome close(ResponseParser parser, int left) {
        parser.endOfStream();
        boolean whole = parser.state() == ParserState.COMPLETE;
        return new Outcome(
                parser.state(),
                parser.fault(),
                whole ? parser.status() : 0,
                parser.bodyBytes(),
                parser.crc32c(),
                whole ? left : 0);
    }
}

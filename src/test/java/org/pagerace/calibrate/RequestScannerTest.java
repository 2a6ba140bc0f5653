package org.pagerace.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestScannerTest {
    private record Request(boolean head, boolean http11, boolean keepAlive) {}

    private static final String SEVERAL = """
            GET / HTTP/1.1\r
            Host: here\r
            \r
            HEAD /x HTTP/1.1\r
            cONNECTION: foo, Close\r
            \r
            POST / HTTP/1.0\r
            Connection: Keep-Alive\r
            Content-Length: 7\r
            \r
            a\r
            \r
            bc\r
            GET /second HTTP/1.0
            Cookie: connection: keep-alive

            """;

    private static final List<Request> EXPECTED = List.of(
            new Request(false, true, true),
            new Request(true, true, false),
            new Request(false, false, true),
            new Request(false, false, false));

    private static void scan(RequestScanner scanner, byte[] bytes, int from, int to, List<Request> found) {
        int at = from;
        while (at < to) {
            at = scanner.scan(bytes, at, to);
            if (at < 0) {
                return;
            }
            found.add(new Request(scanner.head(), scanner.http11(), scanner.keepAlive()));
        }
    }

    /** The network may cut requests anywhere. */
    @Test
    void scan_splitAtEachIndex_findsTheSameRequests() {
        byte[] bytes = SEVERAL.getBytes(StandardCharsets.US_ASCII);
        for (int split = 0; split <= bytes.length; split++) {
            var scanner = new RequestScanner();
            List<Request> found = new ArrayList<>();
            scan(scanner, bytes, 0, split, found);
            scan(scanner, bytes, split, bytes.length, found);
            assertEquals(EXPECTED, found, "split at " + split);
        }
    }

    @Test
    void scan_byteByByte_findsTheSameRequests() {
        byte[] bytes = SEVERAL.getBytes(StandardCharsets.US_ASCII);
        var scanner = new RequestScanner();
        List<Request> found = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            scan(scanner, bytes, i, i + 1, found);
        }
        assertEquals(EXPECTED, found);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n', 0",
        "'GET / HTTP/1.1\r\n', 0",
        "'\r\n\r\n', 0",
        "'nonsense\n\n', 1"
    })
    void scan_oddRequest_endsWhereItsHeadDoes(String text, int requests) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        List<Request> found = new ArrayList<>();
        scan(new RequestScanner(), bytes, 0, bytes.length, found);
        assertEquals(requests, found.size());
    }

    @Test
    void scan_longHeaderLine_isTakenWhole() {
        byte[] bytes =
                ("GET / HTTP/1.1\r\nCookie: " + "c".repeat(100_000) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        assertEquals(bytes.length, new RequestScanner().scan(bytes, 0, bytes.length));
    }
}

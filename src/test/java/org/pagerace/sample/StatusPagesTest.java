package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.sample.Sources.Kind;
import org.pagerace.sample.Sources.StatusPage;

/** Pages as the servers of Debian 12 write them. */
class StatusPagesTest {
    private static final String FPM = """
            pool:                 www
            process manager:      static
            start time:           30/Nov/2026:17:35:48 +0000
            start since:          62
            accepted conn:        1
            listen queue:         3
            max listen queue:     5
            listen queue len:     4096
            idle processes:       9
            active processes:     1
            total processes:      10
            max active processes: 1
            max children reached: 0
            slow requests:        0
            """;

    private static final String APACHE = """
            localhost
            ServerVersion: Apache/2.4.62 (Debian)
            ServerMPM: event
            Total Accesses: 35
            CPULoad: .0221402
            BusyWorkers: 4
            GracefulWorkers: 0
            IdleWorkers: 46
            Processes: 2
            ConnsTotal: 33
            ConnsAsyncKeepAlive: 28
            Scoreboard: __W__K_RR.......
            """;

    private static final String NGINX = """
            Active connections: 33\s
            server accepts handled requests
             120 118 31070465\s
            Reading: 0 Writing: 6 Waiting: 27\s
            """;

    private static final String LIGHTTPD = """
            Total Accesses: 12
            Total kBytes: 4
            Uptime: 7
            BusyServers: 33
            IdleServers: 1991
            Scoreboard: hhhhhhh____
            """;

    private static final String PAGERACE = """
            {"poolActive":3,"poolLimit":10,"poolWaiting":5,"threadsBusy":8,"threadsLimit":200,"threadsQueued":0,\
            "compileMillis":1234,"gcCount":4,"gcMillis":56}
            """;

    @Test
    void fpm_static_hasItsLimit() throws IOException {
        assertEquals(new FpmStatus(1, 10, true, OptionalLong.of(3)), FpmStatus.parse(FPM));
    }

    /** The sums are those of the last second, the states those of now. */
    @Test
    void fpm_full_countsTheChildrenThatAreNotIdle() throws IOException {
        String text = FPM + """

            ************************
            pid:                  12
            state:                Running
            requests:             1
            ************************
            pid:                  13
            state:                Idle
            request URI:          /x?state: Running
            ************************
            pid:                  14
            state:                Reading headers
            """;
        assertEquals(new FpmStatus(2, 10, true, OptionalLong.of(3)), FpmStatus.parse(text));
    }

    @Test
    void fpm_unixSocket_hasNoQueue() throws IOException {
        String text = FPM.replace("4096", "0").replace("static", "dynamic");
        assertEquals(new FpmStatus(1, 10, false, OptionalLong.empty()), FpmStatus.parse(text));
    }

    @Test
    void apache_page_doesNotCountItself() throws IOException {
        assertEquals(new ApacheStatus(3, OptionalLong.of(16), OptionalLong.of(33)), ApacheStatus.parse(APACHE));
    }

    @Test
    void nginx_page_hasAllCounters() throws IOException {
        assertEquals(new NginxStatus(33, 120, 118), NginxStatus.parse(NGINX));
    }

    @Test
    void lighttpd_page_hasConnections() throws IOException {
        assertEquals(new LighttpdStatus(33), LighttpdStatus.parse(LIGHTTPD));
    }

    @Test
    void pagerace_page_mayMissSomething() throws IOException {
        var status = PageraceStatus.parse(PAGERACE);
        assertEquals(OptionalLong.of(3), status.poolActive());
        assertEquals(OptionalLong.of(10), status.poolLimit());
        assertEquals(OptionalLong.of(5), status.poolWaiting());
        assertEquals(OptionalLong.of(8), status.threadsBusy());
        assertEquals(OptionalLong.of(200), status.threadsLimit());
        assertEquals(OptionalLong.of(0), status.threadsQueue());
        assertEquals(OptionalLong.of(1234), status.compilingMillis());
        assertEquals(OptionalLong.of(56), status.collectingMillis());
        assertEquals(OptionalLong.empty(), status.cpuNanos());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "<html>404</html>", "BusyWorkers: x", "Active connections: 1", "{}", "active processes: 1"})
    void pages_somethingElse_areRefused(String text) {
        assertThrows(IOException.class, () -> FpmStatus.parse(text));
        assertThrows(IOException.class, () -> ApacheStatus.parse(text));
        assertThrows(IOException.class, () -> NginxStatus.parse(text));
        assertThrows(IOException.class, () -> LighttpdStatus.parse(text));
        assertThrows(IOException.class, () -> PageraceStatus.parse(text));
    }

    @Test
    void nginx_cutAnywhere_isWholeOrRefused() throws IOException {
        int needed = NGINX.indexOf("31070465 \n") + "31070465 \n".length();
        for (int length = 0; length < NGINX.length(); length++) {
            String part = NGINX.substring(0, length);
            if (length < needed) {
                assertThrows(IOException.class, () -> NginxStatus.parse(part), "cut at " + length);
            } else {
                assertEquals(NginxStatus.parse(NGINX), NginxStatus.parse(part));
            }
        }
    }

    @Test
    void listens_ownSocketsAndStatusPages_areAddedWithoutThatOfPhpFpmsStatus() {
        assertEquals(
                List.of("127.0.0.1:80", "/run/fpm.sock", "127.0.0.1:81"),
                Sources.listens(
                        URI.create("http://127.0.0.1:80/"),
                        List.of("/run/fpm.sock"),
                        List.of(
                                new StatusPage(Kind.FPM_SOCKET, "/run/status.sock"),
                                new StatusPage(Kind.NGINX_STUB, "http://127.0.0.1:80/status"),
                                new StatusPage(Kind.APACHE_STATUS, "http://127.0.0.1:81/status?auto"),
                                new StatusPage(Kind.FPM_TCP, "127.0.0.1:9000"))));
    }

    @Test
    void http_answer_isItsBody() throws IOException {
        assertEquals("hi", HttpText.body(latin("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")));
        assertRefused("status 404", "HTTP/1.1 404 Not Found\r\n\r\n");
        assertRefused("no HTTP", "SSH-2.0");
        assertRefused("within its head", "HTTP/1.1 200 OK\r\nContent-");
    }

    private static void assertRefused(String words, String answer) {
        IOException e = assertThrows(IOException.class, () -> HttpText.body(latin(answer)));
        assertEquals(true, e.getMessage().contains(words), e.getMessage());
    }

    /** FastCGI 1.0 section 3.3: version, type, two bytes each of id and length, padding, reserved. */
    @Test
    void fastCgi_answer_isItsBodyAndNeverLess() throws IOException {
        byte[] whole = concat(
                record(6, "Content-type: text/plain\r\n\r\npool: w", 3),
                record(7, "a warning", 0),
                record(6, "ww\n", 5),
                record(6, "", 0),
                record(3, "\0\0\0\0\0\0\0\0", 0));
        assertEquals("pool: www\n", FastCgi.body(whole));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThrows(IOException.class, () -> FastCgi.body(part), "cut at " + length);
        }
    }

    @Test
    void fastCgi_otherStatus_isRefused() {
        byte[] answer = concat(
                record(6, "Status: 404 Not Found\r\nContent-type: text/html\r\n\r\nFile not found.\n", 0),
                record(3, "\0\0\0\0\0\0\0\0", 0));
        assertEquals(
                "the answer has status 404 Not Found",
                assertThrows(IOException.class, () -> FastCgi.body(answer)).getMessage());
        assertThrows(IOException.class, () -> FastCgi.body(latin("HTTP/1.1 400 Bad Request\r\n\r\n")));
    }

    @Test
    void fastCgi_request_endsItsStreams() {
        byte[] request = FastCgi.get("/status", "full");
        assertEquals(0, request.length - lengthOfRecords(request));
        byte[] end = Arrays.copyOfRange(request, request.length - 16, request.length);
        byte[] empty = {1, 4, 0, 1, 0, 0, 0, 0, 1, 5, 0, 1, 0, 0, 0, 0};
        assertEquals(Arrays.toString(empty), Arrays.toString(end), "an empty PARAMS and an empty STDIN");
    }

    /** Name and value, each after its length. */
    @Test
    void fastCgi_request_hasItsQuery() {
        String request = new String(FastCgi.get("/status", "full"), StandardCharsets.ISO_8859_1);
        assertTrue(request.contains("\f\4QUERY_STRINGfull"), request);
    }

    private static int lengthOfRecords(byte[] bytes) {
        int at = 0;
        while (at + 8 <= bytes.length) {
            at += 8 + (bytes[at + 4] & 0xFF) * 256 + (bytes[at + 5] & 0xFF) + (bytes[at + 6] & 0xFF);
        }
        return at;
    }

    private static byte[] record(int type, String content, int padding) {
        byte[] bytes = latin(content);
        byte[] record = new byte[8 + bytes.length + padding];
        record[0] = 1;
        record[1] = (byte) type;
        record[3] = 1;
        record[5] = (byte) bytes.length;
        record[6] = (byte) padding;
        System.arraycopy(bytes, 0, record, 8, bytes.length);
        return record;
    }

    private static byte[] concat(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

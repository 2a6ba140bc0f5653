package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSpecTest {
    private static final LoadSpec SPEC = LoadSpec.of(URI.create("http://127.0.0.1:8080/index.html"));

    @Test
    void of_target_hasTheDocumentedDefaults() {
        assertEquals("GET", SPEC.method());
        assertEquals(HttpVersion.HTTP_1_1, SPEC.version());
        assertTrue(SPEC.keepAlive());
        assertEquals(10, SPEC.connections());
        assertEquals(1, SPEC.threads());
        assertEquals(new Stop.AfterDuration(Duration.ofSeconds(10)), SPEC.stop());
        assertEquals(Duration.ZERO, SPEC.warmup());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://localhost/",
                "ftp://localhost/",
                "localhost:8080",
                "/path",
                "http:///path",
                "http://u:p@localhost/",
                "http://localhost/#top",
                "http://localhost:0/",
                "http://localhost:70000/",
                "http://localhost/\u00e4",
                "http://under_score/"
            })
    void of_unusableTarget_isRefused(String target) {
        assertThrows(IllegalArgumentException.class, () -> LoadSpec.of(URI.create(target)));
    }

    @Test
    void withConnections_outOfRange_namesLimitValueAndRemedy() {
        var e = assertThrows(IllegalArgumentException.class, () -> SPEC.withConnections(10_001, 1));
        assertEquals("connections are 1 to 10000, but given are 10001; check -c", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> SPEC.withConnections(0, 1));
        assertThrows(IllegalArgumentException.class, () -> SPEC.withConnections(10, 0));
        assertThrows(IllegalArgumentException.class, () -> SPEC.withConnections(300, 257));
    }

    @Test
    void withConnections_fewerThanThreads_isRefused() {
        var e = assertThrows(IllegalArgumentException.class, () -> SPEC.withConnections(2, 3));
        assertEquals(
                "each thread needs a connection, but there are 3 threads for 2 connections; lower -t or raise -c",
                e.getMessage());
    }

    @Test
    void durations_outOfRange_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> SPEC.withTimeout(Duration.ZERO));
        assertThrows(
                IllegalArgumentException.class,
                () -> SPEC.withTimeout(Duration.ofHours(1).plusMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> SPEC.withWarmup(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> new Stop.AfterDuration(Duration.ofNanos(999_999)));
        var e = assertThrows(IllegalArgumentException.class, () -> new Stop.AfterDuration(Duration.ofHours(25)));
        assertEquals("the duration is 1 ms to 24 h, but is given 25 h; check -d", e.getMessage());
    }

    @Test
    void afterRequests_none_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Stop.AfterRequests(0));
    }

    @Test
    void headers_areCopied() {
        var headers = new java.util.ArrayList<>(List.of(new Header("Accept", "*/*")));
        LoadSpec spec = SPEC.withHeaders(headers);
        headers.clear();
        assertEquals(1, spec.headers().size());
    }

    @Test
    void parse_header_stripsTheValue() {
        assertEquals(new Header("Accept", "text/html"), Header.parse("Accept:  text/html "));
        assertEquals(new Header("X", "a:b"), Header.parse("X:a:b"));
        assertThrows(IllegalArgumentException.class, () -> Header.parse("Accept"));
        assertThrows(IllegalArgumentException.class, () -> Header.parse("Host: other"));
    }

    @Test
    void expect_impossibleChecksum_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BodyCheck.Expect(-2, 0));
        assertThrows(IllegalArgumentException.class, () -> new BodyCheck.Expect(1, 1L << 32));
    }
}

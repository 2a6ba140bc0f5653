package org.pagerace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTemplateTest {
    private static final URI TARGET = URI.create("http://127.0.0.1:8080/info?a=b%20c");

    /** RFC 9112 section 9.3: HTTP/1.1 persists by default, HTTP/1.0 does not; only the exception is said. */
    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, true,  ''",
        "HTTP/1.1, false, 'Connection: close\r\n'",
        "HTTP/1.0, true,  'Connection: keep-alive\r\n'",
        "HTTP/1.0, false, ''"
    })
    void of_versionAndKeepAlive_sayOnlyTheException(String version, boolean keepAlive, String connection) {
        String expected = "GET /info?a=b%20c " + version + "\r\n"
                + "Host: 127.0.0.1:8080\r\n"
                + "User-Agent: pagerace\r\n"
                + connection
                + "\r\n";
        assertEquals(
                expected,
                RequestTemplate.of("GET", TARGET, version, keepAlive, List.of()).toString());
    }

    /** RFC 9112 section 3.2: Host is the authority without user information; the default port need not be said. */
    @ParameterizedTest
    @CsvSource({
        "http://localhost,          localhost",
        "http://localhost:80/x,     localhost",
        "http://localhost:8080/x,   localhost:8080",
        "'http://[::1]:8080/x',     [::1]:8080"
    })
    void of_target_givesHost(URI target, String host) {
        String request =
                RequestTemplate.of("GET", target, "HTTP/1.1", true, List.of()).toString();
        assertTrue(request.contains("\r\nHost: " + host + "\r\n"), request);
    }

    @Test
    void of_ownUserAgent_replacesOurs() {
        var template = RequestTemplate.of("GET", TARGET, "HTTP/1.1", true, List.of("user-agent: me", "Accept: */*"));
        assertTrue(template.toString().endsWith("\r\nuser-agent: me\r\nAccept: */*\r\n\r\n"), template.toString());
        assertFalse(template.toString().contains("pagerace"));
    }

    @Test
    void of_post_saysThatThereIsNoBody() {
        assertTrue(RequestTemplate.of("POST", TARGET, "HTTP/1.1", true, List.of())
                .toString()
                .contains("\r\nContent-Length: 0\r\n"));
    }

    @Test
    void newBuffer_clearedAfterUse_isWholeAgain() {
        var template = RequestTemplate.of("GET", TARGET, "HTTP/1.1", true, List.of());
        ByteBuffer buffer = template.newBuffer();
        assertEquals(template.toString().length(), buffer.remaining());
        buffer.position(buffer.limit());
        assertEquals(template.toString().length(), buffer.clear().remaining());
        assertTrue(buffer.isDirect());
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "", "G T", "GET\r\n", "CONNECT"})
    void method_otherThanCapitals_isRefused(String method) {
        assertThrows(IllegalArgumentException.class, () -> Grammar.method(method));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "/a b", "/a\r\nX: y", "/a#b", "/\u00e4", "/\u007f"})
    void path_thatCouldSplitTheRequest_isRefused(String path) {
        assertThrows(IllegalArgumentException.class, () -> Grammar.path(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a b", "a:", "\u00e4", "a\r", "Host", "content-length", "Transfer-Encoding", "CONNECTION"})
    void headerName_noTokenOrOwnedByAnOption_isRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> Grammar.headerName(name));
    }

    /** CVE-2022-29631: a value with a line break smuggled headers into requests. */
    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\n", "\r", "\0", "\u20ac"})
    void headerValue_withLineBreak_isRefused(String value) {
        var e = assertThrows(IllegalArgumentException.class, () -> Grammar.headerValue(value));
        assertFalse(e.getMessage().contains("\n"), "the message is one line");
    }
}

package org.pagerace.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawRequestTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.0\r\n\r\n",
                "HEAD /a?b=c HTTP/1.1\r\nHost: x\r\nUser-Agent: y\r\n\r\n",
                "POST / HTTP/1.0\r\nContent-length: 3\r\nContent-type: text/plain\r\n\r\nabc",
                "POST / HTTP/1.0\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
                "GET http://other.test:81/ HTTP/1.0\r\nX:\r\n\r\n",
                "GET https://other.test/ HTTP/1.0\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /page\r\n"
            })
    void ofBytes_oneRequest_isTakenAsItIs(String request) {
        assertEquals(request, of(request).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET / HTTP/1.0\r\n",
                "GET / HTTP/1.0\n\n",
                "GET / HTTP/2.0\r\n\r\n",
                "get / HTTP/1.0\r\n\r\n",
                "CONNECT / HTTP/1.0\r\n\r\n",
                "GET /a b HTTP/1.0\r\n\r\n",
                "GET /\r\nGET /\r\n",
                "GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n",
                "GET / HTTP/1.0\r\nContent-Length: 1\r\n\r\nab",
                "GET / HTTP/1.0\r\nContent-Length: 3\r\n\r\nab",
                "GET / HTTP/1.0\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\nab",
                "GET / HTTP/1.0\r\nContent-Length: +2\r\n\r\nab",
                "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET / HTTP/1.0\r\nX: a\rY: b\r\n\r\n",
                "GET / HTTP/1.0\r\nX: a\nY: b\r\n\r\n",
                "GET / HTTP/1.0\r\n X: a\r\n\r\n",
                "GET / HTTP/1.0\r\nX : a\r\n\r\n",
                "GET / HTTP/1.0\r\nno colon\r\n\r\n"
            })
    void ofBytes_anythingElse_isRefused(String request) {
        assertThrows(IllegalArgumentException.class, () -> of(request));
    }

    @Test
    void ofBytes_methodAndVersion_decideHowAnswersAreRead() {
        assertTrue(of("HEAD / HTTP/1.0\r\n\r\n").isHead());
        assertTrue(of("HEAD / HTTP/1.0\r\n\r\n").isSafe());
        assertFalse(of("POST / HTTP/1.0\r\n\r\n").isSafe());
        assertTrue(of("GET /\r\n").isSimple());
        assertFalse(of("GET / HTTP/1.0\r\n\r\n").isSimple());
    }

    private static RequestTemplate of(String request) {
        return RequestTemplate.ofBytes(request.getBytes(ISO_8859_1));
    }
}

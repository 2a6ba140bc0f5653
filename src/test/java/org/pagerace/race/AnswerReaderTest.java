package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {
    private static WireAnswer read(String method, String wire) throws IOException {
        return new AnswerReader(stream(wire)).read(method, "/page");
    }

    private static InputStream stream(String wire) {
        return new ByteArrayInputStream(wire.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String lines(String escaped) {
        return escaped.replace("\\r", "\r").replace("\\n", "\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello | SIZED | true
            HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nConnection: Close\\r\\n\\r\\nhello | SIZED | false
            HTTP/1.0 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello | SIZED | false
            HTTP/1.0 200 OK\\r\\nContent-Length: 5\\r\\nConnection: a, Keep-Alive\\r\\n\\r\\nhello | SIZED | true
            HTTP/1.1 200\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n2;a=b\\r\\nhe\\r\\n3 \\r\\nllo\\r\\n0\\r\\nT: x\\r\\n\\r\\n | CHUNKED | true
            HTTP/1.1 200\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n00000000005\\r\\nhello\\r\\n000\\r\\n\\r\\n | CHUNKED | true
            HTTP/1.1 103 Early Hints\\r\\nLink: x\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello | SIZED | true
            HTTP/1.1 200 OK\\nContent-Type: text/html\\n\\nhello | CLOSE | false
            """)
    void read_everyFraming_givesBodyAndPersistence(String escaped, Framing framing, boolean persistent)
            throws IOException {
        String wire = lines(escaped);
        for (int split = 0; split <= wire.length(); split++) { // every way the network may cut it in two
            var in = new SequenceInputStream(stream(wire.substring(0, split)), stream(wire.substring(split)));
            WireAnswer exchange = new AnswerReader(in).read("GET", "/page");
            assertEquals("hello", exchange.answer().text(StandardCharsets.UTF_8), "split at " + split);
            assertEquals(framing, exchange.framing());
            assertEquals(persistent, exchange.persistent());
        }
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 200", "GET, 204", "GET, 304"})
    void read_noBodyPossible_endsWithTheHead(String method, int status) throws IOException {
        WireAnswer exchange = read(method, "HTTP/1.1 " + status + " X\r\nContent-Length: 5\r\n\r\n");
        assertEquals(Framing.NONE, exchange.framing());
        assertEquals(0, exchange.answer().length());
    }

    @Test
    void read_headers_keepTheirSpellingAndAreFoundInAnyCase() throws IOException {
        WireAnswer exchange = read("HEAD", """
            HTTP/1.0 200 OK\r
            Content-type: Text/HTML;Charset=UTF-8\r
            Vary: a\r
            vary:b\r
            \r
            """);
        assertEquals(
                List.of("Content-type", "Vary"), List.copyOf(exchange.headers().keySet()));
        assertEquals("text/html; charset=utf-8", exchange.contentType());
        assertEquals("a, b", exchange.header("VARY"));
        assertEquals("", exchange.header("ETag"));
        assertEquals("HTTP/1.0", exchange.version());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            HTTP/2 200 OK\\r\\n\\r\\n                                                 | it sends no answer of HTTP/1 but 'HTTP/2 200 OK'
            HTTP/1.1 200 OK\\r\\nno colon\\r\\n\\r\\n                                 | a line of its head is no header: 'no colon'
            HTTP/1.1 200 OK\\r\\n                                                     | the connection ends within the head
            HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhell                    | its body ends after 4 of 5 bytes
            HTTP/1.1 200 OK\\r\\nContent-Length: -1\\r\\n\\r\\n                       | Content-Length is '-1'
            HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\nContent-Length: 2\\r\\n\\r\\n | Content-Length is '1, 2'
            HTTP/1.1 200 OK\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n                  | Transfer-Encoding 'gzip' where it must not be
            HTTP/1.0 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n               | 'chunked' where it must not be, in HTTP/1.0
            HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\nContent-Length: 1\\r\\n\\r\\n | beside a Content-Length
            HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nx\\r\\n        | the size of a chunk is 'x'
            HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n1\\r\\nab\\r\\n | a chunk does not end where its size says
            """)
    void read_invalidAnswer_saysWhatIsWrong(String escaped, String expected) {
        var failure = assertThrows(IOException.class, () -> read("GET", lines(escaped)));
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    }

    @Test
    void read_endlessInterimAnswers_areRefused() {
        var failure = assertThrows(IOException.class, () -> read("GET", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100)));
        assertEquals("it sends more than 10 interim answers", failure.getMessage());
    }

    @Test
    void read_endlessHead_isRefused() {
        String header = "A: " + "x".repeat(1000) + "\r\n";
        assertThrows(IOException.class, () -> read("GET", "HTTP/1.1 200 OK\r\n" + header.repeat(100)));
    }
}

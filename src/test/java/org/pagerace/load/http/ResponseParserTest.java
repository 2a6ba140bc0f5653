package org.pagerace.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every response is fed whole, cut in two at every index, and one byte at a time: the outcome must not differ. */
class ResponseParserTest {
    private record Outcome(
            ParserState state, MalformedResponse fault, int status, long bodyBytes, boolean persistent, int surplus) {}

    /** What the connection does behind the wire. */
    private enum End {
        STAYS_OPEN,
        CLOSES
    }

    // Bodies of announced length

    /** RFC 9112 section 6.3: "If a valid Content-Length header field is present without Transfer-Encoding, its decimal
     * value defines the expected message body length in octets." */
    @Test
    void feed_contentLength_endsWithTheLastByte() {
        String wire = """
            HTTP/1.1 200 OK\r
            Content-Type: text/html\r
            content-LENGTH:\t 5 \r
            \r
            <p>hi""";
        assertEquals(complete(200, 5, true), parse(wire));
    }

    @Test
    void feed_contentLengthZero_isCompleteAtTheHeadsEnd() {
        assertEquals(complete(200, 0, true), parse("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    }

    @Test
    void feed_moreThanAnnounced_leavesTheSurplus() {
        Outcome outcome = parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/");
        assertEquals(new Outcome(ParserState.COMPLETE, MalformedResponse.NONE, 200, 2, true, 5), outcome);
    }

    @Test
    void feed_emptyReasonWithoutItsBlank_isAccepted() {
        assertEquals(complete(200, 0, true), parse("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"));
    }

    /** RFC 9112 section 6.3: a list of identical values is replaced "with that valid value". */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2, 2", "Content-Length: 2\r\nContent-Length: 2", "Content-Length: 02,2"})
    void feed_sameLengthTwice_isThatLength(String header) {
        assertEquals(complete(200, 2, true), parse("HTTP/1.1 200 OK\r\n" + header + "\r\n\r\nok"));
    }

    /** RFC 9112 section 6.3: "the message framing is invalid and the recipient MUST treat it as an unrecoverable error". */
    @ParameterizedTest
    @ValueSource(
            strings = {"2, 3", "2\r\nContent-Length: 3", "-1", "+2", "2x", "", " ", "2,", "0x2", "9999999999999999999"})
    void feed_badContentLength_isMalformed(String value) {
        assertMalformed(MalformedResponse.CONTENT_LENGTH, "HTTP/1.1 200 OK\r\nContent-Length: " + value + "\r\n\r\nok");
    }

    @Test
    void endOfStream_bodyShorterThanAnnounced_isTruncated() {
        Outcome outcome = parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>hi", End.CLOSES);
        assertEquals(ParserState.TRUNCATED, outcome.state());
        assertEquals(5, outcome.bodyBytes());
    }

    @Test
    void endOfStream_inTheHead_isTruncated() {
        assertEquals(
                ParserState.TRUNCATED,
                parse("HTTP/1.1 200 OK\r\nCont", End.CLOSES).state());
    }

    // Bodies until close

    /** RFC 9112 section 6.3: "Otherwise, this is a response message without a declared message body length, so the
     * message body length is determined by the number of octets received prior to the server closing the connection." */
    @Test
    void endOfStream_noLength_endsTheBody() {
        String wire = """
            HTTP/1.0 200 OK\r
            Content-Type: text/html\r
            \r
            <p>hi""";
        assertEquals(complete(200, 5, false), parse(wire, End.CLOSES));
    }

    @Test
    void endOfStream_noLengthAndNoBody_isComplete() {
        assertEquals(complete(200, 0, false), parse("HTTP/1.1 200 OK\r\n\r\n", End.CLOSES));
    }

    // Chunked bodies

    /** RFC 9112 section 7.1: "chunked-body = *chunk last-chunk trailer-section CRLF". */
    @Test
    void feed_chunked_countsTheDataOnly() {
        String wire = """
            HTTP/1.1 200 OK\r
            Transfer-Encoding: Chunked\r
            \r
            5\r
            <p>hi\r
            1a;name="va;lue"\r
            abcdefghijklmnopqrstuvwxyz\r
            00A \t;x\r
            0123456789\r
            0\r
            \r
            """;
        assertEquals(complete(200, 41, true), parse(wire));
    }

    /** RFC 9112 section 7.1.2: a recipient "MAY ignore" trailers; a Content-Length among them changes nothing. */
    @Test
    void feed_chunkedWithTrailers_endsBehindThem() {
        String wire = """
            HTTP/1.1 200 OK\r
            Transfer-Encoding: chunked\r
            \r
            2\r
            ok\r
            0;last\r
            Expires: never\r
            Content-Length: 77\r
            \r
            """;
        assertEquals(complete(200, 2, true), parse(wire));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "-1", " 2", "2 x", "0x2", "11111111111111111", "10000000001", "2 "})
    void feed_badChunkSize_isMalformed(String size) {
        assertMalformed(
                MalformedResponse.CHUNK_SIZE,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\nok");
    }

    @Test
    void feed_chunkLongerThanItsSize_isMalformed() {
        assertMalformed(
                MalformedResponse.CHUNK_END,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n0\r\n\r\n");
    }

    @Test
    void endOfStream_betweenChunks_isTruncated() {
        String wire = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n";
        assertEquals(ParserState.TRUNCATED, parse(wire, End.CLOSES).state());
    }

    /** RFC 9112 section 6.1: "gzip, chunked" has a known end, but nobody asked for gzip. */
    @ParameterizedTest
    @ValueSource(
            strings = {"gzip, chunked", "chunked, chunked", "identity", "", "chunked\r\nTransfer-Encoding: chunked"})
    void feed_otherTransferCoding_isMalformed(String coding) {
        assertMalformed(
                MalformedResponse.TRANSFER_ENCODING,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n");
    }

    /** RFC 9112 section 6.1: an "HTTP/1.0 message containing a Transfer-Encoding header field" has faulty framing. */
    @Test
    void feed_chunkedInHttp10_isMalformed() {
        assertMalformed(
                MalformedResponse.TRANSFER_ENCODING, "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    }

    /** RFC 9112 section 6.3: such a message "might indicate an attempt to perform request smuggling ... and ought to be
     * handled as an error". */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5"
            })
    void feed_lengthAndChunked_isMalformed(String headers) {
        assertMalformed(MalformedResponse.LENGTH_AND_CHUNKED, "HTTP/1.1 200 OK\r\n" + headers + "\r\n\r\n0\r\n\r\n");
    }

    // Answers without a body

    /** RFC 9112 section 6.3: 204 and 304 are "always terminated by the first empty line after the header fields". */
    @ParameterizedTest
    @CsvSource({"204", "304"})
    void feed_statusWithoutBody_endsWithTheHead(int status) {
        assertEquals(complete(status, 0, true), parse("HTTP/1.1 " + status + " x\r\nContent-Length: 5\r\n\r\n"));
        assertEquals(complete(status, 0, true), parse("HTTP/1.1 " + status + " x\r\n\r\n"));
    }

    /** RFC 9112 section 6.3: the same holds for "any response to a HEAD request". */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 93868", "Transfer-Encoding: chunked", "X: no framing at all"})
    void feed_answerToHead_endsWithTheHead(String header) {
        assertEquals(complete(200, 0, true), parse(true, "HTTP/1.1 200 OK\r\n" + header + "\r\n\r\n", End.STAYS_OPEN));
    }

    /** RFC 9110 section 15.2: "A client MUST be able to parse one or more 1xx responses received prior to a final
     * response". */
    @Test
    void feed_interimAnswers_areSkipped() {
        String wire = """
            HTTP/1.1 100 Continue\r
            Content-Length: 7\r
            \r
            HTTP/1.1 103 Early Hints\r
            Link: </style.css>\r
            \r
            HTTP/1.1 200 OK\r
            Content-Length: 2\r
            \r
            ok""";
        assertEquals(complete(200, 2, true), parse(wire));
    }

    @Test
    void feed_elevenInterimAnswers_isMalformed() {
        String interim = "HTTP/1.1 103 x\r\n\r\n";
        String last = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        assertEquals(complete(200, 0, true), parse(interim.repeat(10) + last));
        assertMalformed(MalformedResponse.TOO_MANY_INTERIM, interim.repeat(11) + last);
    }

    @Test
    void feed_switchingProtocols_isMalformed() {
        assertMalformed(MalformedResponse.UPGRADE, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n");
    }

    // Persistence

    /** RFC 9112 section 9.3: the four cases in its order, close before everything else. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 | X: y                          | true",
                "HTTP/1.1 | Connection: close             | false",
                "HTTP/1.1 | Connection: keep-alive, CLOSE | false",
                "HTTP/1.1 | Connection: Upgrade           | true",
                "HTTP/1.0 | X: y                          | false",
                "HTTP/1.0 | Connection: Keep-Alive        | true",
                "HTTP/1.0 | connection:foo ,keep-alive    | true",
                "HTTP/1.0 | Connection: close, keep-alive | false",
                "HTTP/1.0 | Keep-Alive: timeout=5         | false"
            })
    void isPersistent_versionAndConnection_decide(String version, String header, boolean expected) {
        String wire = version + " 200 OK\r\n" + header + "\r\nContent-Length: 0\r\n\r\n";
        assertEquals(complete(200, 0, expected), parse(wire));
    }

    // Malformed heads

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "HTTP/2.0 200 OK", "http/1.1 200 OK", "HTTP/1.1  200 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK",
                "HTTP/1.1 099 OK", "HTTP/1.x 200 OK", "HTTP/11 200 OK", "ICY 200 OK", "<html>", "HTTP/1.1 2OO OK"
            })
    void feed_badStatusLine_isMalformed(String line) {
        assertMalformed(MalformedResponse.STATUS_LINE, line + "\r\nContent-Length: 0\r\n\r\n");
    }

    /** RFC 9112 section 5.2: "obs-fold" is deprecated. RFC 9110 section 5.1: a field name is a token. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                " folded: x|FOLDED_HEADER",
                "\tfolded|FOLDED_HEADER",
                "no colon|HEADER_LINE",
                ": x|HEADER_LINE",
                "a b: x|HEADER_LINE",
                "Length : 5|HEADER_LINE",
                "n\u00e4me: x|HEADER_LINE",
                "name|HEADER_LINE"
            })
    void feed_badHeaderLine_isMalformed(String line, MalformedResponse fault) {
        assertMalformed(fault, "HTTP/1.1 200 OK\r\nA: b\r\n" + line + "\r\nContent-Length: 0\r\n\r\n");
    }

    /** RFC 9112 section 2.2: a bare CR is "invalid or replaced"; a bare LF "MAY" end a line, and does not here. */
    @ParameterizedTest
    @CsvSource({"'A: b\rc', BARE_CR", "'A: b\r\r', BARE_CR", "'A: b\nC: d', BARE_LF", "'A: \0', NUL"})
    void feed_controlBytesInTheHead_isMalformed(String line, MalformedResponse fault) {
        assertMalformed(fault, "HTTP/1.1 200 OK\r\n" + line + "\r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void feed_latin1Value_isAccepted() {
        assertEquals(
                complete(200, 0, true),
                parse("HTTP/1.1 200 \u00d6K\r\nA: \u00e9\t\u00fc\r\nContent-Length: 0\r\n\r\n"));
    }

    // Limits; long wires are fed in one piece and by the byte only

    @Test
    void feed_statusLineOver8K_isMalformed() {
        assertEquals(
                ParserState.COMPLETE,
                parseLong("HTTP/1.1 200 " + "x".repeat(8179) + "\r\nContent-Length: 0\r\n\r\n")
                        .state());
        assertEquals(
                MalformedResponse.LINE_TOO_LONG,
                parseLong("HTTP/1.1 200 " + "x".repeat(8180)).fault());
    }

    @Test
    void feed_headOver64K_isMalformed() {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + ("A: " + "x".repeat(1017) + "\r\n").repeat(63);
        assertEquals(ParserState.COMPLETE, parseLong(head + "\r\n").state());
        assertEquals(
                MalformedResponse.HEAD_TOO_LONG,
                parseLong(head + "B: " + "x".repeat(1200) + "\r\n").fault());
        assertEquals(
                MalformedResponse.LINE_TOO_LONG,
                parseLong("HTTP/1.1 200 OK\r\nA: " + "x".repeat(70_000)).fault());
    }

    @Test
    void feed_over200HeaderLines_isMalformed() {
        String line = "A: b\r\n";
        String start = "HTTP/1.1 204 x\r\n";
        assertEquals(
                ParserState.COMPLETE,
                parseLong(start + line.repeat(199) + "\r\n").state());
        assertEquals(
                MalformedResponse.HEAD_TOO_LONG,
                parseLong(start + line.repeat(201) + "\r\n").fault());
    }

    @Test
    void feed_chunkLineOver1K_isMalformed() {
        String start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertEquals(
                MalformedResponse.LINE_TOO_LONG,
                parseLong(start + "0;" + "x".repeat(1030) + "\r\n\r\n").fault());
    }

    @Test
    void feed_trailersOver8K_isMalformed() {
        String start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
        assertEquals(
                MalformedResponse.TRAILERS_TOO_LONG,
                parseLong(start + "Trailer: value\r\n".repeat(600)).fault());
    }

    @Test
    void feed_chunkOf2To40_isAccepted() {
        String wire = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000\r\nxx";
        assertEquals(ParserState.CHUNK_DATA, parse(wire).state());
    }

    // Checksum and reuse

    /** The check value of CRC32C, from RFC 3720 appendix B.4's polynomial: "123456789" gives e3069283. */
    @Test
    void crc32c_chunkedBody_isOfTheDataAlone() {
        byte[] wire = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n5\r\n56789\r\n0\r\n\r\n"
                .getBytes(ISO_8859_1);
        var expected = new CRC32C();
        expected.update("123456789".getBytes(ISO_8859_1));
        assertEquals(0xe3069283L, expected.getValue());
        var parser = new ResponseParser(false, true);
        for (int split = 0; split <= wire.length; split++) {
            parser.reset();
            parser.feed(direct(wire, 0, split));
            parser.feed(direct(wire, split, wire.length));
            assertEquals(0xe3069283L, parser.crc32c(), "split at " + split);
        }
    }

    @Test
    void reset_afterAnyEnd_forgetsAll() {
        var parser = new ResponseParser(false, false);
        for (String broken : new String[] {
            "rubbish\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nx", "HTTP/1.1 100 x\r"
        }) {
            parser.feed(ByteBuffer.wrap(broken.getBytes(ISO_8859_1)));
            parser.reset();
            parser.feed(ByteBuffer.wrap("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1)));
            assertEquals(complete(200, 2, true), outcome(parser, 0), "after " + broken);
        }
    }

    private static Outcome complete(int status, long bodyBytes, boolean persistent) {
        return new Outcome(ParserState.COMPLETE, MalformedResponse.NONE, status, bodyBytes, persistent, 0);
    }

    private static void assertMalformed(MalformedResponse fault, String wire) {
        Outcome outcome = parse(wire);
        assertEquals(ParserState.MALFORMED, outcome.state());
        assertEquals(fault, outcome.fault());
    }

    private static Outcome parse(String wire) {
        return parse(wire, End.STAYS_OPEN);
    }

    private static Outcome parse(String wire, End end) {
        return parse(false, wire, end);
    }

    private static Outcome parse(boolean toHead, String text, End end) {
        byte[] wire = text.getBytes(ISO_8859_1);
        Outcome whole = feed(toHead, end, wire);
        for (int split = 0; split <= wire.length; split++) {
            assertEquals(whole, feed(toHead, end, wire, split), "split at " + split);
        }
        int[] everywhere = new int[wire.length];
        for (int i = 0; i < wire.length; i++) {
            everywhere[i] = i;
        }
        assertEquals(whole, feed(toHead, end, wire, everywhere), "one byte at a time");
        return whole;
    }

    private static Outcome parseLong(String text) {
        byte[] wire = text.getBytes(ISO_8859_1);
        int[] everywhere = new int[wire.length];
        for (int i = 0; i < wire.length; i++) {
            everywhere[i] = i;
        }
        Outcome whole = feed(false, End.STAYS_OPEN, wire);
        assertEquals(
                whole.state(), feed(false, End.STAYS_OPEN, wire, everywhere).state());
        return whole;
    }

    /** Feeds the wire in the pieces between the splits; what the parser leaves of a piece and all behind is surplus. */
    private static Outcome feed(boolean toHead, End end, byte[] wire, int... splits) {
        var parser = new ResponseParser(toHead, false);
        int surplus = 0;
        int from = 0;
        for (int i = 0; i <= splits.length; i++) {
            int to = i < splits.length ? splits[i] : wire.length;
            ByteBuffer piece = direct(wire, from, to);
            parser.feed(piece);
            assertTrue(parser.state().isFinal() || !piece.hasRemaining(), "bytes left in state " + parser.state());
            surplus += piece.remaining();
            from = to;
        }
        if (end == End.CLOSES) {
            parser.endOfStream();
        }
        return outcome(parser, parser.state() == ParserState.COMPLETE ? surplus : 0);
    }

    private static Outcome outcome(ResponseParser parser, int surplus) {
        boolean whole = parser.state() == ParserState.COMPLETE;
        return new Outcome(
                parser.state(),
                parser.fault(),
                whole ? parser.status() : 0,
                parser.bodyBytes(),
                parser.isPersistent(),
                surplus);
    }

    private static ByteBuffer direct(byte[] wire, int from, int to) {
        return ByteBuffer.allocateDirect(to - from).put(wire, from, to - from).flip();
    }
}

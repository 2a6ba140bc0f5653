package org.pagerace.load.http;

/**
 * Why a response is refused. Strict on purpose: a driver that guesses where a response ends counts something else than
 * the server sent. Constants rather than exceptions, since a run may meet millions.
 */
public enum MalformedResponse {
    /** It is not. */
    NONE("well-formed"),
    STATUS_LINE("the status line is not 'HTTP/1.x nnn reason'"),
    LINE_TOO_LONG("a line is longer than its limit"),
    HEAD_TOO_LONG("the head has more than 64 KiB or 200 lines"),
    TRAILERS_TOO_LONG("the trailers have more than 8 KiB"),
    BARE_CR("a CR is not followed by LF"),
    BARE_LF("a LF does not follow a CR"),
    NUL("a line holds a NUL"),
    FOLDED_HEADER("a header line begins with a blank"),
    HEADER_LINE("a header line is not 'token: value'"),
    CONTENT_LENGTH("Content-Length is not one decimal number"),
    TRANSFER_ENCODING("a Transfer-Encoding other than 'chunked', or in HTTP/1.0"),
    LENGTH_AND_CHUNKED("both Content-Length and Transfer-Encoding are given"),
    CHUNK_SIZE("a chunk size is not 1 to 16 hexadecimal digits up to 2^40"),
    CHUNK_END("a chunk is not followed by a line end"),
    BODY_TOO_LONG("a body is longer than --max-body allows"),
    TOO_MANY_INTERIM("more than 10 interim answers"),
    UPGRADE("status 101, but no upgrade was asked for"),
    /** Found by who reads the connection: the parser leaves what lies behind a response. */
    SURPLUS("bytes behind the end of an answer, which no request asked for");

    private final String explanation;

    MalformedResponse(String explanation) {
        this.explanation = explanation;
    }

    /** Returns what is wrong, as a clause for people. */
    public String explanation() {
        return explanation;
    }
}

package org.pagerace.load.http;

/** What a {@link ResponseParser} waits for. */
public enum ParserState {
    /** The end of the status line; leads to HEADER_LINE. */
    STATUS_LINE,
    /** The end of a header line; the empty one leads to the body, to COMPLETE or, after an interim answer, back. */
    HEADER_LINE,
    /** The rest of a body of announced length; ends with its last byte. */
    SIZED_BODY,
    /** The end of the connection, and with it of the body. */
    BODY_UNTIL_CLOSE,
    /** The end of the line that says how long the next chunk is; size 0 leads to TRAILER_LINE. */
    CHUNK_SIZE,
    /** The rest of a chunk; ends with its last byte. */
    CHUNK_DATA,
    /** The line end behind a chunk; leads to CHUNK_SIZE. */
    CHUNK_END,
    /** The end of a trailer line; the empty one leads to COMPLETE. */
    TRAILER_LINE,
    /** Nothing: the response is whole. */
    COMPLETE,
    /** Nothing: the connection ended before the response did. */
    TRUNCATED,
    /** Nothing: the bytes are no HTTP/1.x response; {@link ResponseParser#fault} says why. */
    MALFORMED;

    /** Whether more bytes would not be looked at. */
    public boolean isFinal() {
        return compareTo(COMPLETE) >= 0;
    }
}

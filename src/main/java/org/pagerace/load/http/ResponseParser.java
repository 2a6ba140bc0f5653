package org.pagerace.load.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads one HTTP/1.x response after another from bytes as they come. Not thread-safe; one for each connection.
 *
 * <p>For each response: {@link #reset}, then {@link #feed} until {@link #state} is final, or {@link #endOfStream} when
 * the connection ended. Bytes behind the end of a response stay in the buffer.
 */
public final class ResponseParser {
    /*
     * Lines (status, headers, chunk sizes, trailers) are collected whole before anybody looks at them, so there is one
     * place that copes with cuts, and the grammar is read from an array at leisure. That costs one copy of some 250
     * bytes per response. Bodies are never copied or kept: counted, and summed up
     * where a checksum was asked for. Nothing is allocated per response.
     *
     * Limits are those of reliability rule D2: they bound memory against a hostile server, far above honest ones.
     * Framing follows RFC 9112 section 6.3, with every "ought to handle as an error" taken as one.
     */

    private static final int LONGEST_STATUS_LINE = 8 << 10;
    private static final int LONGEST_HEAD = 64 << 10;
    private static final int MOST_HEAD_LINES = 200;
    private static final int LONGEST_CHUNK_SIZE_LINE = 1 << 10;
    private static final int MOST_CHUNK_DIGITS = 16;
    private static final long LARGEST_CHUNK = 1L << 40;
    private static final int LONGEST_TRAILERS = 8 << 10;
    private static final int MOST_INTERIM = 10;
    private static final int LINE_END = 2;
    private static final int FIRST_KEPT = 512;
    private static final byte[] NOTHING = new byte[0];

    private final boolean withChecksum;
    private final LineBuffer line = new LineBuffer();
    private final Head head = new Head();
    private final CRC32C checksum = new CRC32C();

    private boolean toHead;
    private boolean simple;
    private byte[] kept = null; // the head as it came; null unless it is to be kept
    private int keptLength;
    private int mostBehind; // how many bytes behind the head are to be kept too
    private int behindLength;
    private long mostBody = Long.MAX_VALUE;
    private ParserState state = ParserState.STATUS_LINE;
    private MalformedResponse fault = MalformedResponse.NONE;
    private int sectionBytes; // of the head or of the trailers
    private int headLines;
    private int interim;
    private long left; // of the sized body or of the chunk
    private long headBytes;
    private long bodyBytes;
    private boolean persistent;

    /**
     * Creates a parser for the answers to one kind of request.
     *
     * @param toHead whether the requests are HEAD, whose answers have no body
     * @param withChecksum whether to sum up bodies for {@link #crc32c}
     */
    public ResponseParser(boolean toHead, boolean withChecksum) {
        this.toHead = toHead;
        this.withChecksum = withChecksum;
        reset();
    }

    /**
     * Keeps the bytes of the head of each final answer from now on, see {@link #head}.
     *
     * @param behind how many of the bytes that come in one piece with the end of the head are kept too
     */
    public void keepHead(int behind) {
        kept = new byte[FIRST_KEPT];
        mostBehind = behind;
    }

    /** Refuses bodies that are longer from now on, as soon as that is known: what a hostile server sends has no end. */
    public void limitBody(long bytes) {
        mostBody = bytes;
    }

    /** Makes ready for the answer to this request. */
    public void reset(RequestTemplate request) {
        toHead = request.isHead();
        simple = request.isSimple();
        reset();
    }

    /** Makes ready for the next response to the same kind of request. */
    public void reset() {
        state = ParserState.STATUS_LINE;
        fault = MalformedResponse.NONE;
        interim = 0;
        headBytes = 0;
        bodyBytes = 0;
        persistent = false;
        clearHead();
        if (simple) { // no head at all: everything is body
            head.assumeOk();
            state = ParserState.BODY_UNTIL_CLOSE;
        }
        if (withChecksum) {
            checksum.reset();
        }
    }

    private void clearHead() {
        line.clear();
        head.clear();
        sectionBytes = 0;
        headLines = 0;
        keptLength = 0;
        behindLength = 0;
    }

    /** A line of the head is whole. */
    private void onHeadLine() {
        headBytes += line.length() + LINE_END;
        if (kept != null) {
            int length = keptLength + line.length() + LINE_END;
            if (length > kept.length) {
                kept = Arrays.copyOf(kept, 2 * length);
            }
            line.copyTo(kept, keptLength);
            kept[length - 2] = '\r';
            kept[length - 1] = '\n';
            keptLength = length;
        }
    }

    /** Takes bytes, up to the end of the response or of the buffer. */
    public void feed(ByteBuffer in) {
        while (in.hasRemaining() && !state.isFinal()) {
            switch (state) {
                case STATUS_LINE -> takeStatusLine(in);
                case HEADER_LINE -> takeHeaderLine(in);
                case SIZED_BODY -> takeBody(in, ParserState.COMPLETE);
                case BODY_UNTIL_CLOSE -> takeUntilClose(in);
                case CHUNK_SIZE -> takeChunkSize(in);
                case CHUNK_DATA -> takeBody(in, ParserState.CHUNK_END);
                case CHUNK_END -> takeChunkEnd(in);
                case TRAILER_LINE -> takeTrailerLine(in);
                case COMPLETE, TRUNCATED, MALFORMED -> throw new IllegalStateException("final: " + state);
            }
        }
    }

    /** The connection has ended in order: the end of a body without length, too early for all others. */
    public void endOfStream() {
        if (state == ParserState.BODY_UNTIL_CLOSE) {
            state = ParserState.COMPLETE;
        } else if (!state.isFinal()) {
            state = ParserState.TRUNCATED;
        }
    }

    private void takeStatusLine(ByteBuffer in) {
        if (takeLine(in, LONGEST_STATUS_LINE)) {
            sectionBytes = line.length() + LINE_END;
            onHeadLine();
            check(head.onStatusLine(line), ParserState.HEADER_LINE);
            line.clear();
        }
    }

    private void takeHeaderLine(ByteBuffer in) {
        if (!takeLine(in, LONGEST_HEAD)) {
            return;
        }
        sectionBytes += line.length() + LINE_END;
        onHeadLine();
        if (sectionBytes > LONGEST_HEAD || ++headLines > MOST_HEAD_LINES) {
            fail(MalformedResponse.HEAD_TOO_LONG);
        } else if (line.length() > 0) {
            check(head.onHeaderLine(line), ParserState.HEADER_LINE);
        } else {
            onHeadEnd();
            if (mostBehind > 0 && state != ParserState.STATUS_LINE) {
                keepBehind(in);
            }
        }
        line.clear();
    }

    private void keepBehind(ByteBuffer in) {
        behindLength = Math.min(in.remaining(), mostBehind);
        if (keptLength + behindLength > kept.length) {
            kept = Arrays.copyOf(kept, keptLength + behindLength);
        }
        in.get(in.position(), kept, keptLength, behindLength);
    }

    /** Decides where the body ends, in the order of RFC 9112 section 6.3. */
    private void onHeadEnd() {
        int status = head.status();
        persistent = head.persists();
        if (status < 200) {
            onInterim(status);
        } else if (head.isChunked() && head.contentLength() != Head.NO_LENGTH) {
            fail(MalformedResponse.LENGTH_AND_CHUNKED);
        } else if (toHead || status == 204 || status == 304 || head.contentLength() == 0) {
            state = ParserState.COMPLETE;
        } else if (head.isChunked()) {
            state = ParserState.CHUNK_SIZE;
        } else if (head.contentLength() > mostBody) {
            fail(MalformedResponse.BODY_TOO_LONG);
        } else if (head.contentLength() != Head.NO_LENGTH) {
            left = head.contentLength();
            state = ParserState.SIZED_BODY;
        } else {
            persistent = false;
            state = ParserState.BODY_UNTIL_CLOSE;
        }
    }

    private void onInterim(int status) {
        if (status == 101) {
            fail(MalformedResponse.UPGRADE);
        } else if (++interim > MOST_INTERIM) {
            fail(MalformedResponse.TOO_MANY_INTERIM);
        } else {
            clearHead();
            state = ParserState.STATUS_LINE;
        }
    }

    private void takeBody(ByteBuffer in, ParserState next) {
        int length = (int) Math.min(left, in.remaining());
        takeBytes(in, length);
        left -= length;
        if (left == 0 && state != ParserState.MALFORMED) {
            state = next;
        }
    }

    private void takeUntilClose(ByteBuffer in) {
        takeBytes(in, in.remaining());
    }

    private void takeBytes(ByteBuffer in, int length) {
        int end = in.position() + length;
        if (withChecksum) {
            int limit = in.limit();
            in.limit(end);
            checksum.update(in);
            in.limit(limit);
        } else {
            in.position(end);
        }
        bodyBytes += length;
        if (bodyBytes > mostBody) {
            fail(MalformedResponse.BODY_TOO_LONG);
        }
    }

    private void takeChunkSize(ByteBuffer in) {
        if (!takeLine(in, LONGEST_CHUNK_SIZE_LINE)) {
            return;
        }
        left = chunkSize();
        line.clear();
        if (left < 0) {
            fail(MalformedResponse.CHUNK_SIZE);
        } else if (left == 0) {
            sectionBytes = 0;
            state = ParserState.TRAILER_LINE;
        } else {
            state = ParserState.CHUNK_DATA;
        }
    }

    /** Returns the size, or a negative number; extensions behind a semicolon do not matter (RFC 9112 section 7.1.1). */
    private long chunkSize() {
        long size = 0;
        int index = 0;
        while (index < line.length() && Character.digit(line.at(index), 16) >= 0) {
            if (index == MOST_CHUNK_DIGITS || size > LARGEST_CHUNK) {
                return -1;
            }
            size = (size << 4) + Character.digit(line.at(index), 16);
            index++;
        }
        int next = line.skipBlanks(index, line.length());
        boolean extended = next < line.length() && line.at(next) == ';';
        boolean fine = index > 0 && size <= LARGEST_CHUNK && (index == line.length() || extended);
        return fine ? size : -1;
    }

    private void takeChunkEnd(ByteBuffer in) {
        if (line.take(in, 0)) {
            line.clear();
            state = ParserState.CHUNK_SIZE;
        } else if (line.fault() != MalformedResponse.NONE) {
            fail(MalformedResponse.CHUNK_END);
        }
    }

    private void takeTrailerLine(ByteBuffer in) {
        if (!takeLine(in, LONGEST_TRAILERS)) {
            return;
        }
        sectionBytes += line.length() + LINE_END;
        if (sectionBytes > LONGEST_TRAILERS) {
            fail(MalformedResponse.TRAILERS_TOO_LONG);
        } else if (line.length() == 0) {
            state = ParserState.COMPLETE;
        } else if (!Head.isFieldLine(line)) {
            fail(MalformedResponse.HEADER_LINE);
        }
        line.clear();
    }

    private boolean takeLine(ByteBuffer in, int limit) {
        boolean whole = line.take(in, limit);
        if (line.fault() != MalformedResponse.NONE) {
            fail(line.fault());
        }
        return whole;
    }

    private void check(MalformedResponse found, ParserState next) {
        if (found == MalformedResponse.NONE) {
            state = next;
        } else {
            fail(found);
        }
    }

    private void fail(MalformedResponse found) {
        fault = found;
        persistent = false;
        state = ParserState.MALFORMED;
    }

    public ParserState state() {
        return state;
    }

    /** Returns why the state is MALFORMED. */
    public MalformedResponse fault() {
        return fault;
    }

    /** Returns the status of the final answer, 200 to 999; without meaning before its head is read. */
    public int status() {
        return head.status();
    }

    /** Returns the bytes of all whole lines of heads so far, interim answers included. */
    public long headBytes() {
        return headBytes;
    }

    /** Returns the array that begins with the head of the final answer so far; empty without {@link #keepHead}. */
    public byte[] head() {
        return kept == null ? NOTHING : kept;
    }

    /** Returns how much of {@link #head} is the head. */
    public int headLength() {
        return keptLength;
    }

    /** Returns how many bytes behind the head are in {@link #head} too. */
    public int behindLength() {
        return behindLength;
    }

    /** Returns the length of the body so far, without chunked coding. */
    public long bodyBytes() {
        return bodyBytes;
    }

    /** Returns the CRC32C of the body so far; 0 unless asked for at construction. */
    public long crc32c() {
        return checksum.getValue();
    }

    /** Whether the server keeps the connection open behind this response. */
    public boolean isPersistent() {
        return persistent;
    }
}

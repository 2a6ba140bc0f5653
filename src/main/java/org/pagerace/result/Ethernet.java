package org.pagerace.result;

/** What TCP over IPv4 costs on an Ethernet wire with the usual 1,500 bytes in a frame. Pure. */
public final class Ethernet {

    /*
     * A full segment carries 1,448 bytes: 1,500 less 20 of IP, 20 of TCP and 12 for TCP's timestamps. With the header
     * of Ethernet, 14, its frame has 1,514 bytes, which is what queues and interface counters see. On the wire a frame
     * also takes preamble and start (8), checksum (4) and the gap to the next one (12) [1]: 1,538.
     *
     * A response over a connection of its own costs, in the direction of the client, its segments and two frames
     * without payload, SYN-ACK and FIN [2]. The acknowledgement of the request rides on the response.
     *
     * [1] IEEE 802.3, clauses 3.1 and 4.4.2
     * [2] classic-results.yaml, link_arithmetic: per_response_model, with three rows of articles to check it by
     */

    /** What a frame takes on the wire beyond what interfaces count. */
    public static final int UNCOUNTED_BYTES = 8 + 4 + 12;

    public static final int FULL_FRAME_BYTES = 14 + 1500;

    /** The least that a frame takes on the wire: short ones are filled up. */
    public static final int SMALLEST_BYTES = 64 - 4 + UNCOUNTED_BYTES;

    /** What a full frame carries. */
    public static final int PAYLOAD_BYTES = 1500 - 20 - 20 - 12;

    /** What interfaces count of a frame besides its payload. */
    public static final int HEADER_BYTES = FULL_FRAME_BYTES - PAYLOAD_BYTES;

    /** What of a full line is payload. */
    public static final double PAYLOAD_SHARE = (double) PAYLOAD_BYTES / (FULL_FRAME_BYTES + UNCOUNTED_BYTES);

    private static final int SEGMENT_BYTES = HEADER_BYTES + UNCOUNTED_BYTES;
    private static final int SYN_ACK_BYTES = 14 + 20 + 40 + UNCOUNTED_BYTES;
    private static final int FIN_BYTES = SEGMENT_BYTES;

    private Ethernet() {}

    /**
     * Returns what one response takes on the wire on its way to the client.
     *
     * @param responseBytes head and body
     * @param ownConnection whether a connection is made for it and closed after it
     */
    public static long wireBytes(long responseBytes, boolean ownConnection) {
        long segments = (responseBytes + PAYLOAD_BYTES - 1) / PAYLOAD_BYTES;
        return responseBytes + SEGMENT_BYTES * segments + (ownConnection ? SYN_ACK_BYTES + FIN_BYTES : 0);
    }

    /** Returns how many such responses a line of that rate carries in a second, at most; arguments as above. */
    public static double responsesPerSecond(long bitsPerSecond, long responseBytes, boolean ownConnection) {
        return bitsPerSecond / 8.0 / wireBytes(responseBytes, ownConnection);
    }
}

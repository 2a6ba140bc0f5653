package org.pagerace.load.engine;

/** What a {@link Connection} waits for. */
enum ConnectionState {
    /** A request that is due; ends when the worker brings one. Only with a given rate, and before the start. */
    IDLE,
    /** Its next try after a failure; ends when the worker's clock passes its due time. */
    BACKING_OFF,
    /** Its turn to connect, with a request; ends when the worker's clock passes its due time. */
    QUEUING,
    /** The handshakes of TCP and TLS; ends with the last of them, the refusal of a side or the timeout. */
    CONNECTING,
    /** Room in the socket buffer for the rest of the requests; ends with the last byte or the timeout. */
    SENDING,
    /** Responses; each ends with its last byte, a malformed byte, the end of the connection or the timeout. */
    RECEIVING,
    /** The time at which more of a body may be read; ends when the worker's clock passes it. */
    PAUSING,
    /** Nothing: it has done its share and is closed for good. */
    CLOSED;

    boolean isConnected() {
        return this == SENDING || this == RECEIVING;
    }
}

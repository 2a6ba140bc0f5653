package org.pagerace.load.engine;

/** What a {@link Connection} waits for. */
enum ConnectionState {
    /** Its next try after a failure; ends when the worker's clock passes its due time. No request is under way. */
    BACKING_OFF,
    /** The TCP handshake; ends with OP_CONNECT or the timeout. */
    CONNECTING,
    /** Room in the socket buffer for the rest of the request; ends with the last byte or the timeout. */
    SENDING,
    /** The response; ends with its last byte, a malformed byte, the end of the connection or the timeout. */
    RECEIVING,
    /** Nothing: it has done its share and is closed for good. */
    CLOSED;

    boolean isConnected() {
        return this == SENDING || this == RECEIVING;
    }

    boolean isRequestUnderWay() {
        return this == CONNECTING || isConnected();
    }
}

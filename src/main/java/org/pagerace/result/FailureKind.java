package org.pagerace.result;

/** The one class in which a started request ends. The counts of all kinds sum to the requests started. */
public enum FailureKind {
    /** A whole response with a status below 400 and, where a check was asked for, the expected body. */
    OK("ok"),
    /** A whole response with a status of 400 to 499. */
    HTTP_4XX("http-4xx"),
    /** A whole response with a status of 500 or above. */
    HTTP_5XX("http-5xx"),
    /** A whole response whose body is not the expected one. */
    WRONG_BODY("wrong-body"),
    /** The peer closed in order before the announced end of the body. */
    SHORT_BODY("short-body"),
    /** The connection was reset or closed after the request was sent and before the first byte of a response. */
    RESET_BEFORE_RESPONSE("reset-before-response"),
    /** The connection was reset after the first byte of the response. */
    RESET_MID_BODY("reset-mid-body"),
    /** Nobody listens at the target's address (ECONNREFUSED), or it cannot be routed to. */
    REFUSED("refused"),
    /** The TCP connection was not established within the limit. */
    CONNECT_TIMEOUT("connect-timeout"),
    /** Connected, but no byte of the response came within the limit. */
    FIRST_BYTE_TIMEOUT("first-byte-timeout"),
    /** The response began, but did not end within the limit. */
    TOTAL_TIMEOUT("total-timeout"),
    /** No local port was free (EADDRNOTAVAIL). */
    NO_PORT("no-port"),
    /** No descriptor was free (EMFILE, ENFILE). */
    NO_FD("no-fd"),
    /** The TLS handshake or the certificate check failed. */
    TLS("tls"),
    /** The response was not HTTP as RFC 9112 has it. */
    PROTOCOL("protocol"),
    /** Still under way when the run ended. */
    ABORTED_AT_END("aborted-at-end");

    private final String label;

    FailureKind(String label) {
        this.label = label;
    }

    /** Returns the name used in reports and JSON, in lower case with hyphens. */
    public String label() {
        return label;
    }
}

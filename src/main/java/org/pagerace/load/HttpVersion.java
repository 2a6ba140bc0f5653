package org.pagerace.load;

/** The version a request says it speaks. */
public enum HttpVersion {
    /** As ab and http_load: connections close unless both sides say keep-alive. */
    HTTP_1_0("HTTP/1.0"),
    /** Connections persist unless one side says close. */
    HTTP_1_1("HTTP/1.1");

    private final String wire;

    HttpVersion(String wire) {
        this.wire = wire;
    }

    /** Returns the text of the request line, as {@code HTTP/1.1}. */
    public String wire() {
        return wire;
    }
}

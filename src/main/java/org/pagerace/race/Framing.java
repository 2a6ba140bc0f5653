package org.pagerace.race;

import java.util.Locale;

/** How the end of a body is told (RFC 9112 section 6.3). */
enum Framing {
    /** By Content-Length. */
    SIZED,
    CHUNKED,
    /** By the end of the connection. */
    CLOSE,
    /** No body is possible: the answer to HEAD, or a status without one. */
    NONE;

    /** Returns the name used in tables and results. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

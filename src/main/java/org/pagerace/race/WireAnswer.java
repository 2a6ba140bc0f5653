package org.pagerace.race;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One answer with all that can be seen of it on the wire.
 *
 * @param version of the status line, such as HTTP/1.1
 * @param headers by name as spelled, found in any case; lines of the same name are joined by commas
 * @param persistent the server says that the connection lasts
 * @param kept and it did: another request on it was answered
 */
record WireAnswer(
        String version, Map<String, String> headers, Framing framing, boolean persistent, boolean kept, Answer answer) {

    WireAnswer {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        headers = Collections.unmodifiableMap(sorted);
    }

    /** Returns the value, an empty text without such a header. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Returns type and parameters in one spelling, so that only a difference in meaning is one in text. */
    String contentType() {
        List<String> parts =
                List.of(header("Content-Type").toLowerCase(Locale.ROOT).split(";", -1));
        return String.join("; ", parts.stream().map(String::strip).toList());
    }

    WireAnswer withKept() {
        return new WireAnswer(version, headers, framing, persistent, true, answer);
    }
}

package org.pagerace.pages;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP answer taken apart.
 *
 * @param headers names in lower case
 * @param latin the body, one char per byte
 */
public record Answer(int status, Map<String, String> headers, String latin) {

    public static Answer parse(byte[] raw) {
        String latin = new String(raw, StandardCharsets.ISO_8859_1);
        int end = latin.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IllegalArgumentException("no end of headers in: " + latin);
        }
        String[] lines = latin.substring(0, end).split("\r\n", -1);
        var headers = new TreeMap<String, String>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        int status = Integer.parseInt(lines[0].substring(9, 12));
        return new Answer(status, headers, latin.substring(end + 4));
    }

    public String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    public byte[] body() {
        return latin.getBytes(StandardCharsets.ISO_8859_1);
    }

    public String text() {
        return new String(body(), StandardCharsets.UTF_8);
    }
}

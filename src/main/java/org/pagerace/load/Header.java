package org.pagerace.load;

import org.pagerace.load.http.Grammar;

/**
 * One header of the request, beside those the driver writes itself (Host, Connection).
 *
 * @param name a token
 * @param value Latin-1 text without line breaks
 */
public record Header(String name, String value) {
    public Header {
        Grammar.headerName(name);
        Grammar.headerValue(value);
    }

    /** Reads {@code Name: value}; the blanks around the value do not count. */
    public static Header parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "a header has a name, a colon and a value, but this is '" + text + "'; write 'Accept: text/html'");
        }
        return new Header(text.substring(0, colon), text.substring(colon + 1).strip());
    }
}

package org.pagerace.pages;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of an address. Containers differ in what they do with a broken one; here a bad escape stands for
 * itself and bad UTF-8 becomes U+FFFD, so that no address makes {@code /info} fail.
 */
record QueryString(List<Parameter> parameters) {

    record Parameter(String name, String value) {}

    static QueryString parse(String query) {
        var parameters = new ArrayList<Parameter>();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                if (!pair.isEmpty()) {
                    parameters.add(new Parameter(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1))));
                }
            }
        }
        return new QueryString(List.copyOf(parameters));
    }

    /** Returns the first value of this name. */
    Optional<String> first(String name) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .map(Parameter::value)
                .findFirst();
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        var bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int high = c == '%' && i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
            if (low >= 0) {
                bytes.write((high << 4) | low);
                i += 2;
            } else if (c == '+') {
                bytes.write(' ');
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

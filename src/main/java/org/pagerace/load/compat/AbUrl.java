package org.pagerace.load.compat;

import java.util.Optional;

/**
 * A URL as ab reads it: the scheme may be missing, the path may not.
 *
 * @param text as given
 * @param host without the brackets of an IPv6 address, as the report shows it
 * @param path with its query
 */
record AbUrl(String text, boolean tls, String host, int port, String path) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LARGEST_PORT = 65_535;

    /** Returns the parts, or nothing if ab calls it invalid. */
    static Optional<AbUrl> parse(String text) {
        boolean tls = text.startsWith("https://");
        String rest = text.startsWith("http://") ? text.substring(7) : tls ? text.substring(8) : text;
        int slash = rest.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String authority = rest.substring(0, slash);
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon >= 0 && colon + 1 < authority.length() && digits(authority.substring(colon + 1));
        String name = hasPort ? authority.substring(0, colon) : authority;
        boolean bracketed = name.startsWith("[") && name.endsWith("]");
        String host = bracketed ? name.substring(1, name.length() - 1) : name;
        int port = hasPort ? CNumber.atoi(authority.substring(colon + 1)) : tls ? HTTPS_PORT : HTTP_PORT;
        if (host.isEmpty() || digits(host) || port > LARGEST_PORT || name.startsWith("[") != bracketed) {
            return Optional.empty();
        }
        return Optional.of(new AbUrl(text, tls, host, port, rest.substring(slash)));
    }

    private static boolean digits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> CNumber.isDigit((char) c));
    }

    /** Returns the host with its brackets, for use before a port. */
    String hostField() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** Returns the value of the Host header: the port only if it is not the scheme's own. */
    String hostHeader() {
        return port == (tls ? HTTPS_PORT : HTTP_PORT) ? hostField() : hostField() + ":" + port;
    }
}

package org.pagerace.load.compat;

import java.util.Optional;

/**
 * One line of the url file, or a proxy.
 *
 * @param text as given
 * @param path with its query
 */
record HttpLoadUrl(String text, boolean tls, String host, int port, String path) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LONGEST_PATH = 500;
    private static final int LONGEST_REQUEST = 600;

    /** Returns the parts, or nothing for an unknown protocol. */
    static Optional<HttpLoadUrl> parse(String line) {
        boolean tls = line.startsWith("https://");
        if (!tls && !line.startsWith("http://")) {
            return Optional.empty();
        }
        String rest = line.substring(tls ? "https://".length() : "http://".length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "/" : rest.substring(slash);
        int colon =
                authority.indexOf(']') < 0 ? authority.indexOf(':') : authority.indexOf(':', authority.indexOf(']'));
        int port = colon < 0 ? tls ? HTTPS_PORT : HTTP_PORT : CNumber.atoi(authority.substring(colon + 1));
        return Optional.of(
                new HttpLoadUrl(line, tls, colon < 0 ? authority : authority.substring(0, colon), port, path));
    }

    /** Returns the request, byte for byte: HTTP/1.0, a host without port, nothing about connections. */
    String request(boolean throughProxy) {
        String target =
                throughProxy ? (tls ? "https" : "http") + "://" + cut(host) + ":" + port + cut(path) : cut(path);
        String request = "GET " + target + " HTTP/1.0\r\nHost: " + host + "\r\nUser-Agent: http_load 12mar2006\r\n\r\n";
        if (request.length() > LONGEST_REQUEST) {
            throw new IllegalArgumentException("a request has at most 600 bytes, but that for " + text + " has "
                    + request.length() + "; shorten the URL");
        }
        return request;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_PATH ? text : text.substring(0, LONGEST_PATH);
    }
}

package org.pagerace.load.compat;

import java.util.List;

/**
 * What weighttp was asked for.
 *
 * @param path with its query
 * @param headers whole lines
 */
record WeighttpOptions(
        String host,
        int port,
        String path,
        long requests,
        int threads,
        int connections,
        boolean keepAlive,
        boolean ipv6,
        List<String> headers) {

    private static final int HTTP_PORT = 80;

    /** Returns the request of version 0.3, byte for byte. */
    String request() {
        var request = new StringBuilder("GET ")
                .append(path)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host);
        if (port != HTTP_PORT) {
            request.append(':').append(port);
        }
        request.append("\r\n");
        if (headers.stream().noneMatch(header -> header.startsWith("User-Agent:"))) {
            request.append("User-Agent: weighttp/0.3\r\n");
        }
        headers.forEach(header -> request.append(header).append("\r\n"));
        return request.append("Connection: ")
                .append(keepAlive ? "keep-alive" : "close")
                .append("\r\n\r\n")
                .toString();
    }

    /** Returns how many connections thread {@code index} has; the first threads take the remainder, one each. */
    int connectionsOf(int index) {
        return connections / threads + (index < connections % threads ? 1 : 0);
    }

    /** Returns how many requests thread {@code index} has. */
    long requestsOf(int index) {
        return requests / threads + (index < requests % threads ? 1 : 0);
    }
}

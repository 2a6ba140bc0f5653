package org.pagerace.load.compat;

import java.util.List;
import java.util.Optional;

/**
 * What ab was asked for.
 *
 * @param requestsByTime whether the number of requests is the 50,000 that {@code -t} sets
 * @param seconds time limit, 0 for none
 * @param timeoutSeconds how long ab waits for any event
 * @param windowBytes socket buffers, 0 for the system's
 * @param method on the wire; {@code body} tells a POST or PUT from a method given by {@code -m}
 * @param headers whole lines, in the order given
 * @param warnings what ab wrote to stderr about the arguments and then ignored
 * @param html attributes for table, tr and td; present if the result is to be HTML
 * @param variableLength whether answers may differ in length
 */
record AbOptions(
        AbUrl url,
        int requests,
        boolean requestsByTime,
        int concurrency,
        int seconds,
        int timeoutSeconds,
        int windowBytes,
        Optional<String> localAddress,
        Optional<AbProxy> proxy,
        String method,
        boolean head,
        Optional<byte[]> body,
        String contentType,
        Optional<String> cookie,
        Optional<String> authorization,
        Optional<String> proxyAuthorization,
        List<String> headers,
        boolean keepAlive,
        boolean percentiles,
        boolean confidence,
        boolean quiet,
        boolean variableLength,
        boolean goOnAfterReset,
        int verbosity,
        AbTls tls,
        Optional<AbHtmlAttributes> html,
        Optional<String> csvFile,
        Optional<String> gnuplotFile,
        String warnings) {

    /** With this number of requests or fewer ab shows no progress. */
    private static final int FEW_REQUESTS = 150;

    private static final int LEAST_HEARTBEAT = 100;

    /** A proxy; its port is 80 if none was given. */
    record AbProxy(String host, int port) {}

    /** The attributes of the HTML elements, as given. */
    record AbHtmlAttributes(String table, String row, String cell) {}

    /** Returns what the server is told that it is called: the value of a Host line, or the URL's host, but no address. */
    Optional<String> serverName() {
        String name = headers.stream()
                .filter(header -> header.regionMatches(true, 0, "Host:", 0, "Host:".length()))
                .reduce((first, last) -> last)
                .map(header -> header.substring("Host:".length()).strip())
                .orElse(url.host());
        boolean address = name.isEmpty() || name.matches("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
        return url.tls() && tls.named() && !address ? Optional.of(name) : Optional.empty();
    }

    /** Returns after how many requests each ab writes a line to stderr; 0 if it writes none. */
    int heartbeat() {
        return quiet || requests <= FEW_REQUESTS ? 0 : Math.max(LEAST_HEARTBEAT, requests / 10);
    }
}

package org.pagerace.load.compat;

import java.util.Optional;

/**
 * What webbench was asked for.
 *
 * @param url as given
 * @param host to be named in the request
 * @param path with its query
 * @param version 0.9, 1.0 or 1.1
 * @param force whether answers are not read
 */
record WebbenchOptions(
        String url,
        String host,
        int port,
        String path,
        String method,
        String version,
        int clients,
        int seconds,
        boolean reload,
        boolean force,
        Optional<WebbenchProxy> proxy) {

    /** A proxy; its port is 80 if none was given. */
    record WebbenchProxy(String host, int port) {}

    /** Returns the request, byte for byte. */
    String request() {
        var request = new StringBuilder(method).append(' ').append(proxy.isPresent() ? url : path);
        if (version.equals("0.9")) {
            return request.append("\r\n").toString();
        }
        request.append(" HTTP/").append(version).append("\r\nUser-Agent: WebBench 1.5\r\n");
        if (proxy.isEmpty()) {
            request.append("Host: ").append(host).append("\r\n"); // never with a port
        }
        if (reload && proxy.isPresent()) {
            request.append("Pragma: no-cache\r\n");
        }
        if (version.equals("1.1")) {
            request.append("Connection: close\r\n");
        }
        return request.append("\r\n").toString();
    }
}

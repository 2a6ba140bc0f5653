package org.pagerace.serve;

/**
 * Where to listen.
 *
 * @param host name or address of this machine
 * @param port 0 to 65535; 0 takes a free one
 */
public record ServeOptions(String host, int port) {
    public static final String DEFAULT_HOST = "127.0.0.1";

    private static final int MAX_PORT = 65_535;

    public ServeOptions {
        if (host.isBlank()) {
            throw new IllegalArgumentException(
                    "the host must not be empty; 127.0.0.1 is reachable from this machine only");
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "the port must be from 0 to " + MAX_PORT + ", but is " + port + "; 0 takes a free one");
        }
    }
}

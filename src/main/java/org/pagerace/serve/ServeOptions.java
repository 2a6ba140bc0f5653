package org.pagerace.serve;

import java.time.Duration;

/**
 * Where to listen, and how long to wait for clients.
 *
 * @param host name or address of this machine
 * @param port 0 to 65535; 0 takes a free one
 * @param idle how long a connection may last without a new request or an answer that makes its way
 * @param receive how long a client may send one request bit by bit; it can never be longer than {@code idle}
 */
public record ServeOptions(String host, int port, Duration idle, Duration receive) {
    public static final String DEFAULT_HOST = "127.0.0.1";

    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration RECEIVE = Duration.ofSeconds(20);

    private static final int MAX_PORT = 65_535;

    public ServeOptions(String host, int port) {
        this(host, port, IDLE, RECEIVE);
    }

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

package org.pagerace.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports that nobody listens on. */
public final class FreePorts {
    private FreePorts() {}

    /**
     * Returns a port that was free on 127.0.0.1 a moment ago. Another program may take it first: whoever starts a
     * server on it tries again with another port when the server says it is in use.
     */
    public static int next() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        }
    }
}

package org.pagerace.load.engine;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.util.Optional;

/**
 * Where connections go.
 *
 * @param address an IP address with port, or a unix socket
 * @param tls how to speak TLS there; empty for plain HTTP
 */
public record Endpoint(SocketAddress address, Optional<TlsPeer> tls) {

    /** An IPv4 socket for IPv4: the JDK's usual one is IPv6 and costs a system call more. */
    ProtocolFamily family() {
        if (address instanceof UnixDomainSocketAddress) {
            return StandardProtocolFamily.UNIX;
        }
        boolean six = ((InetSocketAddress) address).getAddress() instanceof Inet6Address;
        return six ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    boolean isTcp() {
        return address instanceof InetSocketAddress;
    }

    /** Whether a connect is usually over when it returns. */
    boolean isLocal() {
        return !(address instanceof InetSocketAddress inet) || inet.getAddress().isLoopbackAddress();
    }
}

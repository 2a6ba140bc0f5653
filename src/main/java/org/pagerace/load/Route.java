package org.pagerace.load;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How connections get to the targets.
 *
 * @param publicTargetOk the host for which a public address is allowed; empty: loopback and private addresses only
 * @param unixSocket connects here instead of to the targets' hosts, which then only name themselves in the request
 * @param sources local addresses, used in turn; none: the system's choice
 * @param pins addresses for {@code host:port} in lower case, in place of the name server's
 */
public record Route(
        Optional<String> publicTargetOk,
        Optional<Path> unixSocket,
        List<InetAddress> sources,
        Map<String, InetAddress> pins,
        Tls tls) {

    /** The target's own address, from any source, with TLS verified. */
    public static final Route DIRECT = new Route(Optional.empty(), Optional.empty(), List.of(), Map.of(), Tls.VERIFIED);

    /**
     * What is asked of TLS; TLS 1.2 at least in any case.
     *
     * @param verify whether certificate and host name are checked
     * @param authorities a PEM file of the certificates to trust in place of Java's own
     * @param resume whether sessions are resumed on later connections
     * @param offer what the driver brings to the handshake
     */
    public record Tls(boolean verify, Optional<Path> authorities, boolean resume, TlsOffer offer) {
        public static final Tls VERIFIED = new Tls(true, Optional.empty(), true);

        /** With what the driver usually brings to a handshake. */
        public Tls(boolean verify, Optional<Path> authorities, boolean resume) {
            this(verify, authorities, resume, TlsOffer.USUAL);
        }

        public Tls {
            Objects.requireNonNull(authorities, "authorities");
            Objects.requireNonNull(offer, "offer");
            if (!verify && authorities.isPresent()) {
                throw new IllegalArgumentException(
                        "authorities are of no use where nothing is verified; leave out --cacert or --insecure");
            }
        }
    }

    public Route {
        Objects.requireNonNull(publicTargetOk, "publicTargetOk");
        Objects.requireNonNull(tls, "tls");
        sources = List.copyOf(sources);
        pins = Map.copyOf(pins);
        if (unixSocket.isPresent() && !sources.isEmpty()) {
            throw new IllegalArgumentException(
                    "a unix socket is not reached from an IP address; leave out --source or --unix");
        }
    }

    public Route withPublicTargetOk(String host) {
        return new Route(Optional.of(host), unixSocket, sources, pins, tls);
    }

    public Route withUnixSocket(Path socket) {
        return new Route(publicTargetOk, Optional.of(socket), sources, pins, tls);
    }

    public Route withSources(List<InetAddress> sources) {
        return new Route(publicTargetOk, unixSocket, sources, pins, tls);
    }

    public Route withPins(Map<String, InetAddress> pins) {
        return new Route(publicTargetOk, unixSocket, sources, pins, tls);
    }

    public Route withTls(Tls tls) {
        return new Route(publicTargetOk, unixSocket, sources, pins, tls);
    }
}

package org.pagerace.load;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the driver brings to a TLS handshake.
 *
 * @param protocols as the JDK names them, {@code TLSv1.2} or {@code TLSv1.3}; the first is preferred
 * @param ciphers suites as the JDK names them, the first preferred; none for the JDK's choice
 * @param serverName what the server is told that it is called: {@link #OF_THE_URL}, a name, or nothing
 * @param identity what the driver shows if the server asks who it is
 */
public record TlsOffer(
        List<String> protocols, List<String> ciphers, Optional<String> serverName, Optional<Identity> identity) {

    public static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /** Stands for the host of the URL. */
    public static final String OF_THE_URL = "";

    public static final TlsOffer USUAL = new TlsOffer(PROTOCOLS, List.of(), Optional.of(OF_THE_URL), Optional.empty());

    public TlsOffer {
        protocols = List.copyOf(protocols);
        ciphers = List.copyOf(ciphers);
        if (protocols.isEmpty() || !PROTOCOLS.containsAll(protocols)) {
            throw new IllegalArgumentException(
                    "TLS is spoken in version 1.2 or 1.3, but asked for is " + protocols + "; choose one of them");
        }
        Objects.requireNonNull(serverName, "serverName");
        Objects.requireNonNull(identity, "identity");
    }

    public TlsOffer withProtocol(String protocol) {
        return new TlsOffer(List.of(protocol), ciphers, serverName, identity);
    }

    public TlsOffer withCiphers(List<String> suites) {
        return new TlsOffer(protocols, suites, serverName, identity);
    }

    public TlsOffer withServerName(Optional<String> name) {
        return new TlsOffer(protocols, ciphers, name, identity);
    }

    public TlsOffer withIdentity(Identity who) {
        return new TlsOffer(protocols, ciphers, serverName, Optional.of(who));
    }
}

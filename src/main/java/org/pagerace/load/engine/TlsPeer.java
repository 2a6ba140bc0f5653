package org.pagerace.load.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Makes the TLS side of connections to one host. Safe for any thread. */
public final class TlsPeer {
    private final SSLContext context;
    private final String host;
    private final int port;
    private final Terms terms;
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * How a handshake is to go.
     *
     * @param verify whether the host's name must be in the certificate; whom to trust is the context's business
     * @param resume whether a session of an earlier connection is used again
     * @param protocols as the JDK names them
     * @param ciphers suites as the JDK names them, the first preferred; none for the JDK's choice
     * @param serverName what the server is told that it is called
     */
    public record Terms(
            boolean verify,
            boolean resume,
            List<String> protocols,
            List<String> ciphers,
            Optional<String> serverName) {}

    /**
     * Creates the side for one host.
     *
     * @param host as in the URL, without brackets
     */
    public TlsPeer(SSLContext context, String host, int port, Terms terms) {
        this.context = context;
        this.host = host;
        this.port = port;
        this.terms = terms;
        if (!terms.resume()) {
            context.getClientSessionContext().setSessionCacheSize(1);
        }
    }

    /** Returns an engine for one connection, about to begin its handshake. */
    SSLEngine newEngine() {
        // The JDK looks for an earlier session by host and port, and uses the port for nothing else.
        SSLEngine engine = context.createSSLEngine(host, terms.resume() ? port : connections.incrementAndGet());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(terms.protocols().toArray(String[]::new));
        if (!terms.ciphers().isEmpty()) {
            parameters.setCipherSuites(terms.ciphers().toArray(String[]::new));
        }
        if (terms.verify()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        // Without a list the JDK tells the host, where that is a name with a dot.
        parameters.setServerNames(terms.serverName()
                .filter(name -> !isAddress(name))
                .map(name -> List.<SNIServerName>of(new SNIHostName(name)))
                .orElse(List.of()));
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** RFC 6066 section 3: literal addresses are not told. */
    private static boolean isAddress(String name) {
        return name.contains(":") || name.matches("[0-9.]+");
    }
}

package org.pagerace.load.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Makes the TLS side of connections to one host. Safe for any thread. */
public final class TlsPeer {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SSLContext context;
    private final String host;
    private final int port;
    private final boolean verify;
    private final boolean resume;
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * Creates the side for one host.
     *
     * @param host as in the URL, without brackets
     * @param verify whether the host's name must be in the certificate; whom to trust is the context's business
     * @param resume whether a session of an earlier connection is used again
     */
    public TlsPeer(SSLContext context, String host, int port, boolean verify, boolean resume) {
        this.context = context;
        this.host = host;
        this.port = port;
        this.verify = verify;
        this.resume = resume;
        if (!resume) {
            context.getClientSessionContext().setSessionCacheSize(1);
        }
    }

    /** Returns an engine for one connection, about to begin its handshake. */
    SSLEngine newEngine() {
        // The JDK looks for an earlier session by host and port, and uses the port for nothing else.
        SSLEngine engine = context.createSSLEngine(host, resume ? port : connections.incrementAndGet());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        if (verify) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (!isAddress()) { // RFC 6066 section 3: no literal addresses; the JDK leaves out names without a dot as well
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    private boolean isAddress() {
        return host.contains(":") || host.matches("[0-9.]+");
    }
}

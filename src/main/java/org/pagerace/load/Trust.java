package org.pagerace.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Whose certificates a run believes. */
final class Trust {
    private Trust() {}

    /** Returns a fresh context, without any sessions of earlier runs. */
    static SSLContext context(Route.Tls tls) throws LoadException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            var identity = tls.offer().identity();
            context.init(identity.isPresent() ? identity.get().managers() : null, managers(tls), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new LoadException("this Java cannot speak TLS: " + e.getMessage() + "; use another JDK", e);
        }
    }

    private static TrustManager[] managers(Route.Tls tls) throws LoadException, GeneralSecurityException {
        if (!tls.verify()) {
            return new TrustManager[] {new Everybody()};
        }
        if (tls.authorities().isEmpty()) {
            return null; // Java's own authorities
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store(tls.authorities().get()));
        return factory.getTrustManagers();
    }

    private static KeyStore store(Path file) throws LoadException, GeneralSecurityException {
        Collection<? extends Certificate> certificates;
        try (InputStream in = Files.newInputStream(file)) {
            certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("authority-" + store.size(), certificate);
            }
            if (store.size() == 0) {
                throw new LoadException(file + " holds no certificate in PEM form; check --cacert");
            }
            return store;
        } catch (IOException e) {
            throw new LoadException("cannot read " + file + ": " + e.getMessage() + "; check --cacert", e);
        } catch (java.security.cert.CertificateException e) {
            throw new LoadException(file + " holds no certificate in PEM form; check --cacert", e);
        }
    }

    /** Believes anybody; the extended kind, so that the JDK adds no check of the host name either. */
    private static final class Everybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

package org.pagerace.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A fresh self-signed certificate with an EC key, made by the JDK's own keytool. */
public final class Certificates {
    private static final String PASSWORD = "changeit"; // keytool wants one; the file is gone with the test

    private final Path store;
    private final Path pem;

    /** Makes a certificate for these names, as in {@code ip:127.0.0.1}. */
    public Certificates(Path folder, String names) throws IOException, InterruptedException {
        store = folder.resolve("server.p12");
        pem = folder.resolve("server.pem");
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=" + names, "-validity", "2");
        keytool("-exportcert", "-rfc", "-file", pem.toString());
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "server", "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-keystore", store.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("keytool failed: " + command);
        }
    }

    /** Returns something in PEM form. */
    public static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + kind + "-----\n";
    }

    /** Returns the private key. */
    public PrivateKey key() throws IOException, GeneralSecurityException {
        return (PrivateKey) keys().getKey("server", PASSWORD.toCharArray());
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** Returns the server's side, which wants to know who the client is and believes anybody. */
    public SSLContext askingServer() throws IOException, GeneralSecurityException {
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("client", keys().getCertificate("server"));
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers(), trusted.getTrustManagers(), null);
        return context;
    }

    private KeyManager[] managers() throws IOException, GeneralSecurityException {
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys(), PASSWORD.toCharArray());
        return factory.getKeyManagers();
    }

    /** Returns the file for clients. */
    public Path pem() {
        return pem;
    }

    /** Returns the server's side. */
    public SSLContext server(String protocol) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(protocol);
        context.init(managers(), null, null);
        return context;
    }
}

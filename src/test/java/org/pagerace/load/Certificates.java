package org.pagerace.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A fresh self-signed certificate, made by the JDK's own keytool. */
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

    /** Returns the file for clients. */
    public Path pem() {
        return pem;
    }

    /** Returns the server's side. */
    public SSLContext server(String protocol) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance(protocol);
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }
}

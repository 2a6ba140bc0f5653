package org.pagerace.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * Who the driver is, for servers that ask.
 *
 * @param chain its own certificate first
 * @param key of that certificate
 */
public record Identity(List<Certificate> chain, PrivateKey key) {
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
    private static final char[] NO_PASSWORD = new char[0];
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    /** An INTEGER of value 0: the version of PKCS #8. */
    private static final byte[] VERSION = {2, 1, 0};

    public Identity {
        chain = List.copyOf(chain);
    }

    /** Says which part of the file was of no use. */
    public static final class UnusableException extends LoadException {
        private static final long serialVersionUID = 1;

        private final boolean certificate;

        private UnusableException(boolean certificate, String message, Throwable cause) {
            super(message, cause);
            this.certificate = certificate;
        }

        /** Whether it was the certificate; otherwise the key. */
        public boolean isOfCertificate() {
            return certificate;
        }
    }

    /** Reads a PEM file with certificates and the key of the first one, without a password. */
    public static Identity read(Path file) throws UnusableException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UnusableException(true, "cannot read " + file + ": " + e.getMessage(), e);
        }
        List<Certificate> chain = chain(file, text);
        return new Identity(chain, key(file, text, chain.get(0)));
    }

    private static List<Certificate> chain(Path file, String text) throws UnusableException {
        var certificates = new StringBuilder();
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            if (blocks.group(1).equals("CERTIFICATE")) {
                certificates.append(blocks.group()).append('\n');
            }
        }
        try {
            List<Certificate> chain = List.copyOf(CertificateFactory.getInstance("X.509")
                    .generateCertificates(
                            new ByteArrayInputStream(certificates.toString().getBytes(StandardCharsets.ISO_8859_1))));
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (CertificateException e) {
            throw new UnusableException(true, file + " holds a certificate that cannot be read: " + e.getMessage(), e);
        }
        throw new UnusableException(true, file + " holds no certificate in PEM form", null);
    }

    private static PrivateKey key(Path file, String text, Certificate owner) throws UnusableException {
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            String kind = blocks.group(1);
            if (!kind.endsWith("PRIVATE KEY")) {
                continue;
            }
            try {
                byte[] bytes = Base64.getMimeDecoder().decode(blocks.group(2));
                byte[] encoded = kind.equals("PRIVATE KEY") ? bytes : wrap(bytes, owner);
                return KeyFactory.getInstance(owner.getPublicKey().getAlgorithm())
                        .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                throw new UnusableException(
                        false,
                        "the private key in " + file + " cannot be read (" + e.getMessage()
                                + "); it has to be that of the first certificate, without a password",
                        e);
            }
        }
        throw new UnusableException(false, file + " holds no private key without a password", null);
    }

    /**
     * Puts a key of the older forms (RFC 8017 appendix A.1.2, RFC 5915) into the form that Java reads (RFC 5208). What it
     * has to say of the algorithm is what the certificate says of its public key.
     */
    private static byte[] wrap(byte[] key, Certificate owner) {
        byte[] info = owner.getPublicKey().getEncoded(); // a sequence that begins with the algorithm, a sequence too
        int start = 1 + lengthBytes(info, 0);
        int end = start + 1 + lengthBytes(info, start) + length(info, start);
        var content = new ByteArrayOutputStream();
        content.writeBytes(VERSION);
        content.write(info, start, end - start);
        content.writeBytes(element(OCTET_STRING, key));
        return element(SEQUENCE, content.toByteArray());
    }

    private static byte[] element(int tag, byte[] content) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        if (content.length < 0x80) {
            bytes.write(content.length);
        } else {
            bytes.write(0x82);
            bytes.write(content.length >> 8);
            bytes.write(content.length);
        }
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }

    /** Returns how many bytes say how long the element at this place is. */
    private static int lengthBytes(byte[] der, int at) {
        return der[at + 1] >= 0 ? 1 : 1 + (der[at + 1] & 0x7f);
    }

    private static int length(byte[] der, int at) {
        if (der[at + 1] >= 0) {
            return der[at + 1];
        }
        int length = 0;
        for (int i = 0; i < (der[at + 1] & 0x7f); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        return length;
    }

    KeyManager[] managers() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry("identity", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return factory.getKeyManagers();
        } catch (IOException e) {
            throw new GeneralSecurityException(e); // of an empty store, which reads nothing
        }
    }
}

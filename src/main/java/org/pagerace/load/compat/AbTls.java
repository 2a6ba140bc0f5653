package org.pagerace.load.compat;

import java.nio.file.Path;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.pagerace.load.Identity;
import org.pagerace.load.TlsOffer;
import org.pagerace.load.stats.TlsFacts;

/**
 * What ab's options say of TLS.
 *
 * @param protocol of {@code -f}, as Java names it; empty for all
 * @param ciphers of {@code -Z}
 * @param identity of {@code -E}: a file
 * @param named whether the server is told its name; not with {@code -I}
 */
record AbTls(Optional<String> protocol, Optional<String> ciphers, Optional<String> identity, boolean named) {
    static final AbTls USUAL = new AbTls(Optional.empty(), Optional.empty(), Optional.empty(), true);

    private static final int FAILED = 1;
    private static final int ED25519_BITS = 253; // what OpenSSL says of it, and of X25519
    private static final int ED448_BITS = 456;
    private static final int FIRST_NAMED_PRIME = 256;
    private static final DateTimeFormatter ASN1_TIME =
            DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss yyyy 'GMT'", Locale.ROOT);

    /** Reads {@code -f} as ab does: by its first letters; whatever else it is changes nothing. */
    static Optional<String> protocol(String value, Optional<String> before) {
        String text = value.toUpperCase(Locale.ROOT);
        if (text.startsWith("ALL")) {
            return Optional.empty();
        }
        return List.of("TLS1.1", "TLS1.2", "TLS1.3", "TLS1", "SSL3").stream()
                .filter(text::startsWith)
                .findFirst()
                .map(name -> name.replaceFirst("TLS", "TLSv"))
                .or(() -> before);
    }

    /**
     * Returns what is brought to the handshake. ab looks at suites and files even if the URL is none of https.
     *
     * @throws EarlyExit for what cannot be used
     */
    TlsOffer offer(Optional<String> serverName) throws EarlyExit {
        TlsOffer offer = TlsOffer.USUAL.withServerName(serverName);
        if (protocol.isPresent()) {
            if (!TlsOffer.PROTOCOLS.contains(protocol.get())) {
                throw new EarlyExit(
                        "",
                        "ab: -f: Java speaks TLS1.2 and TLS1.3 only, older protocols are broken; use them\n",
                        FAILED);
            }
            offer = offer.withProtocol(protocol.get());
        }
        if (ciphers.isPresent()) {
            offer = offer.withCiphers(suites(ciphers.get()));
        }
        return identity.isPresent() ? offer.withIdentity(read(Path.of(identity.get()))) : offer;
    }

    private List<String> suites(String list) throws EarlyExit {
        CipherList known = CipherList.parse(list);
        if (known.suites().isEmpty()) {
            throw new EarlyExit(
                    "",
                    "error setting ciphersuite list [" + list + "]\n"
                            + "pagerace: this Java offers none of these suites\n",
                    FAILED);
        }
        if (protocol.isPresent() && protocol.get().equals("TLSv1.3")) {
            return known.suites();
        }
        // OpenSSL's list is for TLS 1.2 and older; the suites of 1.3 are offered in any case.
        List<String> newer = CipherList.parse(
                        "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:" + "TLS_AES_128_GCM_SHA256")
                .suites();
        return Stream.concat(newer.stream(), known.suites().stream()).distinct().toList();
    }

    private static Identity read(Path file) throws EarlyExit {
        try {
            return Identity.read(file);
        } catch (Identity.UnusableException e) {
            String what = e.isOfCertificate() ? "certificate" : "private key";
            throw new EarlyExit(
                    "", "unable to get " + what + " from '" + file + "'\npagerace: " + e.getMessage() + "\n", FAILED);
        }
    }

    /** Returns protocol, suite, bits of the server's key and of the cipher. */
    static String protocolLine(TlsFacts facts) {
        SSLSession session = facts.session();
        int keyBits = certificates(session).stream()
                .findFirst()
                .map(certificate -> bits(certificate.getPublicKey()))
                .orElse(0);
        return session.getProtocol() + "," + CipherList.openSslName(session.getCipherSuite()) + "," + keyBits + ","
                + CipherList.secretBits(session.getCipherSuite());
    }

    /** Returns the server's key of this one session; nothing if it had none or Java does not tell. */
    static Optional<String> temporaryKey(TlsFacts facts) {
        String name = switch (facts.group()) {
            case 23 -> "ECDH prime256v1 256";
            case 24 -> "ECDH secp384r1 384";
            case 25 -> "ECDH secp521r1 521";
            case 29 -> "X25519 253";
            case 30 -> "X448 448";
            case FIRST_NAMED_PRIME -> "DH 2048";
            case FIRST_NAMED_PRIME + 1 -> "DH 3072";
            case FIRST_NAMED_PRIME + 2 -> "DH 4096";
            default -> facts.primeBits() > 0 ? "DH " + facts.primeBits() : "";
        };
        return name.isEmpty() ? Optional.empty() : Optional.of(name + " bits");
    }

    /** Returns what {@code -v 2} shows on standard output of the certificates: the server's own comes last. */
    static String certificateText(TlsFacts facts) {
        List<X509Certificate> chain = certificates(facts.session());
        var text = new StringBuilder();
        chain.stream().skip(1).forEach(certificate -> text.append(text(certificate)));
        return text.append(chain.isEmpty() ? "Anon DH\n" : "Peer certificate\n" + text(chain.get(0)))
                .toString();
    }

    private static String text(X509Certificate certificate) {
        int extensions =
                count(certificate.getCriticalExtensionOIDs()) + count(certificate.getNonCriticalExtensionOIDs());
        return "Certificate version: " + certificate.getVersion()
                + "\nValid from: " + time(certificate.getNotBefore())
                + "\nValid to  : " + time(certificate.getNotAfter())
                + "\nPublic key is " + bits(certificate.getPublicKey())
                + " bits\nThe issuer name is " + oneLine(certificate.getIssuerX500Principal())
                + "\nThe subject name is " + oneLine(certificate.getSubjectX500Principal())
                + "\nExtension Count: " + extensions + "\n";
    }

    private static int count(Set<String> oids) {
        return oids == null ? 0 : oids.size();
    }

    private static String time(Date date) {
        return ASN1_TIME.format(ZonedDateTime.ofInstant(date.toInstant(), ZoneOffset.UTC));
    }

    /** Returns a name as X509_NAME_oneline has it: the widest part first. */
    private static String oneLine(X500Principal principal) {
        try {
            var text = new StringBuilder();
            for (Rdn part : new LdapName(principal.getName()).getRdns()) {
                text.append('/').append(part.getType()).append('=').append(part.getValue());
            }
            return text.toString();
        } catch (InvalidNameException e) {
            return principal.getName();
        }
    }

    /** Returns what {@code -v 2} shows on standard error of the connection. */
    static String connectionText(TlsFacts facts) {
        String suite = facts.session().getCipherSuite();
        String since = suite.contains("_WITH_") ? suite.endsWith("_SHA") ? "TLSv1.0" : "TLSv1.2" : "TLSv1.3";
        int bits = CipherList.secretBits(suite);
        return "\nTransport Protocol      :" + facts.session().getProtocol()
                + "\nCipher Suite Protocol   :" + since
                + "\nCipher Suite Name       :" + CipherList.openSslName(suite)
                + "\nCipher Suite Cipher Bits:" + bits + " (" + bits + ")\n";
    }

    private static List<X509Certificate> certificates(SSLSession session) {
        try {
            return Arrays.stream(session.getPeerCertificates())
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
    }

    private static int bits(PublicKey key) {
        if (key instanceof RSAPublicKey rsa) {
            return rsa.getModulus().bitLength();
        }
        if (key instanceof ECPublicKey curve) {
            return curve.getParams().getOrder().bitLength();
        }
        if (key instanceof EdECPublicKey edwards) {
            return edwards.getParams().getName().equals("Ed25519") ? ED25519_BITS : ED448_BITS;
        }
        return key instanceof DSAPublicKey dsa ? dsa.getParams().getP().bitLength() : 0;
    }
}

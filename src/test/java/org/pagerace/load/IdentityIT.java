package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.result.LoadResult;

/** Client certificates from PEM files. */
@Timeout(60)
class IdentityIT {
    @TempDir
    static Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificates = new Certificates(folder, "ip:127.0.0.1");
    }

    private static Path file(String kind, byte[] key) throws Exception {
        return Files.writeString(
                folder.resolve("identity"), Certificates.pem(kind, key) + Files.readString(certificates.pem()));
    }

    @Test
    void read_keyOfToday_isThatKey() throws Exception {
        Identity identity = Identity.read(file("PRIVATE KEY", certificates.key().getEncoded()));
        assertEquals(certificates.key(), identity.key());
        assertEquals(1, identity.chain().size());
    }

    /** RFC 5915: the older form is the last part of today's, an OCTET STRING. */
    @Test
    void read_olderKey_isThatKey() throws Exception {
        byte[] today = certificates.key().getEncoded();
        byte[] old = Arrays.copyOfRange(today, today.length - oldLength(today), today.length);
        assertEquals(
                certificates.key(), Identity.read(file("EC PRIVATE KEY", old)).key());
    }

    /** Returns the length of what the OCTET STRING holds: the first whose length byte says what is left, before the random part. */
    private static int oldLength(byte[] pkcs8) {
        for (int i = 0; i < pkcs8.length - 1; i++) {
            if (pkcs8[i] == 0x04 && (pkcs8[i + 1] & 0xff) == pkcs8.length - i - 2) {
                return pkcs8.length - i - 2;
            }
        }
        throw new AssertionError("no inner element");
    }

    @Test
    void read_noKeyOrCertificate_saysWhich() throws Exception {
        var noKey = assertThrows(Identity.UnusableException.class, () -> Identity.read(certificates.pem()));
        assertFalse(noKey.isOfCertificate(), noKey.getMessage());
        Path notes = Files.writeString(folder.resolve("notes"), "remember the milk");
        var noCertificate = assertThrows(Identity.UnusableException.class, () -> Identity.read(notes));
        assertTrue(noCertificate.isOfCertificate(), noCertificate.getMessage());
        Path broken = file("PRIVATE KEY", new byte[] {1, 2, 3});
        assertFalse(assertThrows(Identity.UnusableException.class, () -> Identity.read(broken))
                .isOfCertificate());
    }

    /** The server ends the handshake with whoever does not say who it is. */
    @Test
    void run_serverThatAsks_isShownTheCertificate() throws Exception {
        Identity identity = Identity.read(file("PRIVATE KEY", certificates.key().getEncoded()));
        try (var server = ScriptedServer.secured(certificates.askingServer(), peer -> {
            ((SSLSocket) peer.socket()).setNeedClientAuth(true);
            while (peer.request()) {
                peer.send(ScriptedServer.OK);
            }
        })) {
            assertEquals(6, run(server, TlsOffer.USUAL.withIdentity(identity)).ok());
            var anonymous = new LoadRunner(spec(server, TlsOffer.USUAL), Progress.NONE);
            long ok;
            try {
                ok = anonymous.run().ok();
            } catch (UnreachableException e) {
                ok = 0; // in TLS 1.2 the handshake itself fails
            }
            assertEquals(0, ok);
        }
    }

    private static LoadResult run(ScriptedServer server, TlsOffer offer) throws Exception {
        return new LoadRunner(spec(server, offer), Progress.NONE).run();
    }

    private static LoadSpec spec(ScriptedServer server, TlsOffer offer) {
        var tls = new Route.Tls(true, Optional.of(certificates.pem()), true, offer);
        return LoadSpec.of(server.uri())
                .withConnections(2, 1)
                .withKeepAlive(false)
                .withStop(new Stop.AfterRequests(6))
                .withRoute(Route.DIRECT.withTls(tls));
    }
}

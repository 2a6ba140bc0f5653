package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Keys;
import org.pagerace.database.RealServer;

/** The pages on a real MySQL, whose users log in by caching_sha2_password. */
class MySqlIT {
    private static final String TRUSTED = "sslMode=VERIFY_CA&trustCertificateKeyStoreType=PKCS12"
            + "&trustCertificateKeyStorePassword=public&trustCertificateKeyStoreUrl=file:";

    @TempDir
    private static Path folder;

    private static RealServer mysql;
    private static String pageOfMariaDb;

    @BeforeAll
    static void start() throws Exception {
        mysql = RealServer.mySql(folder.resolve("mysql"));
        try (var database = new PageDatabase(folder.resolve("data"));
                var server = pages(database.attributes())) {
            pageOfMariaDb = server.get("/db").latin();
        }
    }

    @AfterAll
    static void stop() {
        if (mysql != null) { // null when it is not installed
            mysql.close();
        }
    }

    private static PageServer pages(Map<String, String> attributes) throws Exception {
        return new PageServer(PageDatabase.home().root(), attributes);
    }

    private static void assertSamePage(PageServer server) throws Exception {
        Answer answer = server.get("/db");
        assertEquals(200, answer.status());
        assertEquals(pageOfMariaDb, answer.latin());
        assertTrue(answer.text().contains("h\u00e9llo \uD83D\uDE00"), "emoji and all");
    }

    @Test
    void db_overTls_isThePageOfMariaDb() throws Exception {
        try (PageServer server = pages(mysql.attributes("sslMode=REQUIRED"))) {
            assertSamePage(server);
            String info = Patience.awaitConnected(server);
            assertTrue(info.contains("Server => MySQL\n"), info);
            assertTrue(info.contains("Server version => " + RealServer.mySqlVersion()), info);
        }
    }

    @Test
    void db_overTlsWithItsAuthority_isThePageOfMariaDb() throws Exception {
        try (PageServer server = pages(mysql.attributes(TRUSTED + store()))) {
            assertSamePage(server);
        }
    }

    /** Returns a key store with the authority that MySQL made for itself. */
    private static Path store() throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(mysql.data().resolve("ca.pem"))) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "public".toCharArray());
        }
        return file;
    }

    @Test
    void db_withoutTls_is503AndTheLogSaysWhatToDo() throws Exception {
        try (var log = new LogLines("org.pagerace.store");
                PageServer server = pages(with(mysql.attributes(""), Keys.USER, RealServer.NEW_USER))) {
            assertEquals("503 busy\n", Patience.awaitStatus(server, 503).text());
            log.await("Public Key Retrieval is not allowed; use TLS (sslMode=REQUIRED or VERIFY_IDENTITY in the URL)"
                    + " or, on loopback, pagerace.database.allow-public-key-retrieval=true");
        }
    }

    @Test
    void db_withoutTlsButKeyRetrieval_isThePageOfMariaDb() throws Exception {
        Map<String, String> attributes = with(mysql.attributes(""), Keys.USER, RealServer.OTHER_NEW_USER);
        try (PageServer server = pages(with(attributes, Keys.ALLOW_PUBLIC_KEY_RETRIEVAL, "true"))) {
            assertSamePage(server);
        }
    }

    private static Map<String, String> with(Map<String, String> attributes, String key, String value) {
        var all = new HashMap<>(attributes);
        all.put(key, value);
        return all;
    }
}

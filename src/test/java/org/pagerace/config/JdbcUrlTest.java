package org.pagerace.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {

    @Test
    void parse_silentUrlOnLoopback_getsOurProperties() {
        JdbcUrl url = JdbcUrl.parse("jdbc:mysql://127.0.0.1:3307/bench", false);
        assertEquals("jdbc:mysql://127.0.0.1:3307/bench", url.address());
        assertEquals(
                Map.of(
                        "sslMode", "DISABLED",
                        "connectionTimeZone", "UTC",
                        "connectTimeout", "2000",
                        "socketTimeout", "3500",
                        "tcpKeepAlive", "true"),
                url.properties());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, DISABLED",
        "127.9.9.9, DISABLED",
        "localhost, DISABLED",
        "LocalHost, DISABLED",
        "[::1], DISABLED",
        "[0:0:0:0:0:0:0:1], DISABLED",
        "db.example.org, VERIFY_IDENTITY",
        "127.0.0.1.example.org, VERIFY_IDENTITY",
        "localhost.example.org, VERIFY_IDENTITY",
        "10.0.0.1, VERIFY_IDENTITY",
        "[::2], VERIFY_IDENTITY"
    })
    void parse_host_decidesAboutTls(String host, String sslMode) {
        JdbcUrl url = JdbcUrl.parse("jdbc:mysql://" + host + "/bench", false);
        assertEquals(sslMode, url.properties().get("sslMode"));
        assertEquals("jdbc:mysql://" + host + ":3306/bench", url.address());
    }

    @Test
    void parse_whatTheUrlSays_isKept() {
        Map<String, String> properties = JdbcUrl.parse(
                        "jdbc:mysql://db/bench?sslmode=REQUIRED&serverTimezone=Europe%2FVienna&socketTimeout=9000",
                        false)
                .properties();
        assertEquals("REQUIRED", properties.get("sslMode"));
        assertEquals("Europe/Vienna", properties.get("serverTimezone"));
        assertEquals("9000", properties.get("socketTimeout"));
        assertFalse(properties.containsKey("connectionTimeZone"), "it is the other name of serverTimezone");
        assertFalse(JdbcUrl.parse("jdbc:mysql://db/bench?useSSL=true", false)
                .properties()
                .containsKey("sslMode"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allowLoadLocalInfile",
                "allowUrlInLocalInfile",
                "%61llowLoadLocalInfile",
                "ALLOWLOADLOCALINFILE",
                "autoDeserialize",
                "queryInterceptors",
                "socketFactory",
                "clientInfoProviderClassName",
                "propertiesTransform",
                "user",
                "password",
                "x&autoDeserialize",
                "",
                " sslMode"
            })
    void parse_propertyNotAllowed_isRefusedByName(String property) {
        String message = refusal("jdbc:mysql://127.0.0.1/bench?" + property + "=s3cret");
        assertTrue(message.contains("is not allowed; allowed are allowPublicKeyRetrieval, "), message);
        assertFalse(message.contains("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mariadb://127.0.0.1/bench",
                "jdbc:mysql:loadbalance://127.0.0.1/bench",
                "jdbc:mysql+srv://db/bench",
                "mysqlx://127.0.0.1/bench",
                "jdbc:mysql://a,b/bench",
                "jdbc:mysql://(host=a,allowLoadLocalInfile=true)/bench",
                "jdbc:mysql://address=(host=a)/bench",
                "jdbc:mysql://[a,b]/bench",
                "jdbc:mysql:///bench",
                "jdbc:mysql://127.0.0.1",
                "jdbc:mysql://127.0.0.1/",
                "jdbc:mysql://127.0.0.1/bench#x",
                "jdbc:h2:mem:x",
                "x"
            })
    void parse_otherForms_areRefused(String text) {
        assertTrue(refusal(text).startsWith("must look like jdbc:mysql://HOST:PORT/SCHEMA, with one host"));
    }

    @Test
    void parse_userInfo_isRefused() {
        assertEquals(
                "a URL must not hold user and password; use pagerace.database.user and pagerace.database.password-file",
                refusal("jdbc:mysql://joe:s3cret@127.0.0.1/bench"));
    }

    @Test
    void parse_port_mustExist() {
        assertEquals("the port must be from 1 to 65535", refusal("jdbc:mysql://127.0.0.1:0/bench"));
        assertEquals("the port must be from 1 to 65535", refusal("jdbc:mysql://127.0.0.1:65536/bench"));
    }

    @Test
    void parse_keyRetrieval_isForLoopbackOnly() {
        assertEquals(
                "true",
                JdbcUrl.parse("jdbc:mysql://127.0.0.1/bench", true).properties().get("allowPublicKeyRetrieval"));
        assertThrows(IllegalArgumentException.class, () -> JdbcUrl.parse("jdbc:mysql://db/bench", true));
        refusal("jdbc:mysql://db/bench?allowPublicKeyRetrieval=true");
    }

    @Test
    void parse_trustStoreFromTheNetwork_isRefused() {
        refusal("jdbc:mysql://db/bench?trustCertificateKeyStoreUrl=http://somewhere/x");
    }

    private static String refusal(String text) {
        return assertThrows(IllegalArgumentException.class, () -> JdbcUrl.parse(text, false))
                .getMessage();
    }
}

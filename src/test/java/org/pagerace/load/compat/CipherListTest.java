package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CipherListTest {
    @ParameterizedTest
    @CsvSource({
        "TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384, 256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, ECDHE-RSA-AES128-GCM-SHA256, 128",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, ECDHE-ECDSA-CHACHA20-POLY1305, 256",
        "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256, DHE-RSA-AES256-SHA256, 256",
        "TLS_RSA_WITH_AES_256_CBC_SHA, AES256-SHA, 256",
        "TLS_RSA_WITH_3DES_EDE_CBC_SHA, DES-CBC3-SHA, 112",
        "TLS_RSA_WITH_RC4_128_MD5, RC4-MD5, 128"
    })
    void openSslName_javasName_isTranslated(String java, String openSsl, int bits) {
        assertEquals(openSsl, CipherList.openSslName(java));
        assertEquals(bits, CipherList.secretBits(java));
    }

    @Test
    void parse_names_keepTheirOrder() {
        assertEquals(
                List.of("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
                CipherList.parse("ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256")
                        .suites());
    }

    @Test
    void parse_unknownElements_areTold() {
        CipherList list = CipherList.parse("RC4-MD5, ECDHE-RSA-AES256-GCM-SHA384");
        assertEquals(List.of("RC4-MD5"), list.unknown());
        assertEquals(1, list.suites().size());
        assertTrue(CipherList.parse("RC4-MD5").suites().isEmpty());
    }

    @Test
    void parse_exclusions_leaveOut() {
        List<String> all = CipherList.parse("HIGH").suites();
        List<String> some = CipherList.parse("HIGH:!ECDHE").suites();
        assertTrue(all.stream().anyMatch(suite -> suite.contains("ECDHE")));
        assertFalse(some.isEmpty());
        assertTrue(some.stream().noneMatch(suite -> suite.contains("ECDHE")), some.toString());
        assertTrue(CipherList.parse("AESGCM").suites().stream().allMatch(suite -> suite.contains("GCM")));
    }
}

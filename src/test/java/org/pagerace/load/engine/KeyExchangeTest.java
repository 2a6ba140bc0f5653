package org.pagerace.load.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class KeyExchangeTest {
    private static final String RANDOM = "ab".repeat(32);

    /** RFC 8446 section 4.1.3, with supported_versions and the key_share of X25519; then what is encrypted. */
    private static final String TLS_1_3 =
            record(message(2, "0303" + RANDOM + "00" + "1301" + "00" + "000e" + "002b00020304" + "00330004001d0000"))
                    + "1403030001" + "01" + "1703030004deadbeef";

    /** RFC 8422 section 5.4: named_curve, secp256r1. */
    private static final String TLS_1_2 = record(message(2, "0303" + RANDOM + "00" + "c02b" + "00"))
            + record(message(11, "000000") + message(12, "03001741" + "04".repeat(65)) + message(14, ""))
            + "1403030001" + "01" + "1603030004deadbeef";

    private static String message(int type, String body) {
        return String.format("%02x%06x%s", type, body.length() / 2, body);
    }

    private static String record(String messages) {
        return String.format("160303%04x%s", messages.length() / 2, messages);
    }

    private static KeyExchange read(String wire, int piece) {
        byte[] bytes = HexFormat.of().parseHex(wire);
        var exchange = new KeyExchange();
        for (int i = 0; i < bytes.length; i += piece) {
            exchange.feed(ByteBuffer.wrap(bytes, i, Math.min(piece, bytes.length - i)));
        }
        return exchange;
    }

    @Test
    void group_tls13_isThatOfTheKeyShare() {
        assertEquals(29, read(TLS_1_3, 1000).group());
        assertEquals(29, read(TLS_1_3, 1).group());
    }

    @Test
    void group_tls12_isTheNamedCurve() {
        assertEquals(23, read(TLS_1_2, 1000).group());
        assertEquals(23, read(TLS_1_2, 3).group());
        assertEquals(0, read(TLS_1_2, 1000).primeBits());
    }

    /** RFC 5246 section 7.4.3: the length of the prime comes first. */
    @Test
    void primeBits_diffieHellman_isTheSizeOfThePrime() {
        String wire = record(message(12, "0100" + "ff".repeat(256) + "000102"));
        assertEquals(2048, read(wire, 1000).primeBits());
        assertEquals(0, read(wire, 1000).group());
    }

    /** It must stay silent at whatever comes: the handshake itself is the JDK's. */
    @Test
    void group_everyPrefix_isRightOrUnknown() {
        for (String wire : new String[] {TLS_1_2, TLS_1_3}) {
            for (int length = 0; length < wire.length(); length += 2) {
                int group = read(wire.substring(0, length), 1000).group();
                assertEquals(group == 0 ? 0 : read(wire, 1000).group(), group, "first " + length / 2 + " bytes");
            }
        }
    }
}

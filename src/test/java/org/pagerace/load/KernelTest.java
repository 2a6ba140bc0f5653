package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KernelTest {
    private static final String LISTING = """
            LISTEN 0      4096         0.0.0.0:80       0.0.0.0:*
            LISTEN 3      128        127.0.0.1:80       0.0.0.0:*
            LISTEN 0      511            [::1]:80          [::]:*
            LISTEN 0      7      127.0.0.53%lo:80       0.0.0.0:*
            """;

    @Test
    void portCount_range_hasBothEnds() {
        assertEquals(OptionalLong.of(28_232), Kernel.portCount("32768\t60999"));
        assertEquals(OptionalLong.empty(), Kernel.portCount(""));
    }

    @Test
    void backlogIn_listing_prefersTheExactAddress() throws Exception {
        assertEquals(OptionalLong.of(128), Kernel.backlogIn(LISTING, address(127, 0, 0, 1)));
        assertEquals(OptionalLong.of(7), Kernel.backlogIn(LISTING, address(127, 0, 0, 53)));
        assertEquals(
                OptionalLong.of(511),
                Kernel.backlogIn(LISTING, address(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)));
        assertEquals(OptionalLong.of(4096), Kernel.backlogIn(LISTING, address(127, 0, 0, 2)));
    }

    @Test
    void backlogIn_nothing_isUnknown() throws Exception {
        assertEquals(OptionalLong.empty(), Kernel.backlogIn("", address(127, 0, 0, 1)));
        assertEquals(OptionalLong.empty(), Kernel.backlogIn("ss: no such option", address(127, 0, 0, 1)));
    }

    private static InetAddress address(int... bytes) throws UnknownHostException {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        return InetAddress.getByAddress(raw);
    }
}

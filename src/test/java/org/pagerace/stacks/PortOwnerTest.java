package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class PortOwnerTest {
    @Test
    void listeners_tableOfTheKernel_findsOnlyListenersOfThePort() {
        List<String> table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0
               1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4
               2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0
            """.lines().toList();
        assertEquals(List.of("socket:[4711]"), PortOwner.listeners(table, 8080));
    }

    @Test
    void isSomebodyElse_ownSocket_isNot() throws Exception {
        Assumptions.assumeTrue(System.getProperty("os.name").equals("Linux"), "/proc is Linux's");
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            assertFalse(PortOwner.isSomebodyElse(
                    port, List.of(ProcessHandle.current().pid())));
            assertTrue(PortOwner.isSomebodyElse(port, List.of()));
            assertTrue(PortOwner.isSomebodyElse(port, List.of(Long.MAX_VALUE)), "a process that has gone");
        }
    }
}

package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundSamplingTest {
    /** Also under the address of a network card the way to it is the loopback interface. */
    @Test
    void lineTowards_thisMachine_isNone() throws Exception {
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress own : each.inetAddresses().toList()) {
                assertEquals(
                        Optional.empty(), RoundSampling.lineTowards(new InetSocketAddress(own, 80)), own::toString);
            }
        }
    }
}

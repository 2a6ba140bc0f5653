package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No test asks a name server: the resolver knows literal addresses, which need none. */
class TargetGuardTest {
    private static final LoadSpec SPEC = LoadSpec.of(URI.create("http://rival.test:8080/"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.255.254",
                "::1",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.1.1",
                "fe80::1",
                "fc00::1",
                "fdff::1",
                "::ffff:127.0.0.1"
            })
    void pin_loopbackOrPrivate_isFree(String address) throws LoadException {
        InetSocketAddress pinned = pin(guard(address), SPEC);
        assertEquals(8080, pinned.getPort());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1",
                "172.32.0.1",
                "172.15.0.1",
                "100.64.0.1",
                "2001:db8::1",
                "fec0::1",
                "fe00::1",
                "::ffff:192.0.2.1"
            })
    void pin_public_needsTheVeryHost(String address) throws LoadException {
        var e = assertThrows(TargetRefusedException.class, () -> pin(guard(address), SPEC));
        assertTrue(e.getMessage().endsWith("add --public-target-ok rival.test"), e.getMessage());
        for (String other : List.of("rival", "*.test", "rival.test:8080", "other.test")) {
            assertThrows(TargetRefusedException.class, () -> pin(guard(address), SPEC.withPublicTargetOk(other)));
        }
        pin(guard(address), SPEC.withPublicTargetOk("RIVAL.test"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255"})
    void pin_nobodysAddress_isAlwaysRefused(String address) {
        assertThrows(TargetRefusedException.class, () -> pin(guard(address), SPEC.withPublicTargetOk("rival.test")));
    }

    @Test
    void pin_oneOfSeveralPublic_isRefused() {
        assertThrows(TargetRefusedException.class, () -> pin(guard("127.0.0.1", "192.0.2.1"), SPEC));
    }

    @Test
    void pin_severalAddresses_takesTheFirst() throws LoadException {
        assertEquals(
                "10.0.0.2",
                pin(guard("10.0.0.2", "10.0.0.1"), SPEC).getAddress().getHostAddress());
    }

    @Test
    void pin_publicIpv6Literal_isAllowedWithOrWithoutBrackets() throws LoadException {
        LoadSpec spec = LoadSpec.of(URI.create("http://[2001:db8::1]/"));
        assertEquals(
                80,
                pin(guard("2001:db8::1"), spec.withPublicTargetOk("2001:db8::1"))
                        .getPort());
        assertEquals(
                80,
                pin(guard("2001:db8::1"), spec.withPublicTargetOk("[2001:db8::1]"))
                        .getPort());
    }

    @Test
    void pin_unknownName_isUnreachable() {
        var guard = new TargetGuard(host -> {
            throw new UnknownHostException(host);
        });
        var e = assertThrows(UnreachableException.class, () -> pin(guard, SPEC));
        assertEquals("cannot resolve the host name rival.test; check the URL", e.getMessage());
    }

    private static TargetGuard guard(String... literals) {
        return new TargetGuard(host -> {
            var addresses = new ArrayList<InetAddress>();
            for (String literal : literals) {
                addresses.add(InetAddress.getByName(literal));
            }
            return addresses.toArray(InetAddress[]::new);
        });
    }

    private static InetSocketAddress pin(TargetGuard guard, LoadSpec spec) throws LoadException {
        return guard.pin(spec.targets().get(0), spec.route(), new HashMap<>());
    }
}

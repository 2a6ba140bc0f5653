package org.pagerace.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementsTest {
    @ParameterizedTest
    @CsvSource({
        "000001ffffffffff,''", // root on the machine itself
        "00000000a80425fb,SYS_ADMIN NET_ADMIN", // root in a Docker container
        "00000000a82425fb,NET_ADMIN", // with --cap-add SYS_ADMIN
        "00000000a80435fb,SYS_ADMIN", // with --cap-add NET_ADMIN
        "0000000000000000,SYS_ADMIN NET_ADMIN"
    })
    void missingCapabilities_effectiveSet_namesThem(String set, String missing) {
        List<String> status = List.of("Name:\tjava", "CapPrm:\t000001ffffffffff", "CapEff:\t" + set);
        assertEquals(missing, String.join(" ", Requirements.missingCapabilities(status)));
    }

    @Test
    void missingCapabilities_unknownSet_namesNone() {
        assertEquals(List.of(), Requirements.missingCapabilities(List.of("Name:\tjava")));
    }
}

package org.pagerace.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnclosureTest {
    private static final Optional<Namespace> OWN = Optional.of(new Namespace("net:[2]"));

    @Test
    void isInside_anotherNamespaceThanTheParents_is() {
        assertTrue(Enclosure.isInside(Map.of("PAGERACE_LINK", "net:[1]"), OWN));
    }

    @Test
    void isInside_variableExportedByHand_isNot() {
        assertFalse(Enclosure.isInside(Map.of("PAGERACE_LINK", "net:[2]"), OWN));
    }

    @Test
    void isInside_noVariable_isNot() {
        assertFalse(Enclosure.isInside(Map.of(), OWN));
        assertFalse(Enclosure.isInside());
    }

    @Test
    void open_inTheMachinesOwnNetwork_isRefused() {
        var e = assertThrows(IllegalStateException.class, () -> Link.open(LineRate.parse("100mbit")));
        assertEquals("a line must not begin in the network of the machine itself", e.getMessage());
    }
}

package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;

class EntrantsTest {
    private static List<StackDescriptor> find(String... names) throws StackException {
        return Entrants.find(StackCatalog.load(Path.of("src/main/php/stacks"), Optional.empty()), List.of(names));
    }

    private static ExternalStack external(String text) {
        return ExternalStack.parse(text, Optional.empty());
    }

    @Test
    void find_nameGivenTwice_isASecondStackOfItsOwn() throws Exception {
        assertEquals(
                List.of("nginx-fpm", "jetty", "nginx-fpm#2", "nginx-fpm#3"),
                new Entrants(find("nginx-fpm", "jetty", "nginx-fpm", "nginx-fpm"), List.of()).names());
    }

    @Test
    void find_nameGivenTooOften_isRefused() {
        var e = assertThrows(
                StackException.class, () -> find("jetty,".repeat(10).split(",")));
        assertTrue(e.getMessage().startsWith("jetty is given more than 9 times"), e.getMessage());
    }

    @Test
    void with_externalServers_raceLastAndTellWhatTheyAre() throws Exception {
        Entrants entrants = new Entrants(find("jetty"), List.of()).with(List.of(external("iis=http://10.0.0.5/")));
        assertEquals(List.of("jetty", "iis"), entrants.names());
        assertEquals("a server of somebody else", entrants.description("iis"));
        assertTrue(entrants.external("iis").isPresent());
        entrants.requirePages(List.of("index", "portal"));
    }

    @Test
    void with_takenName_isRefused() throws Exception {
        Entrants entrants = new Entrants(find("jetty"), List.of());
        var e = assertThrows(StackException.class, () -> entrants.with(List.of(external("jetty=http://10.0.0.5/"))));
        assertTrue(e.getMessage().contains("choose one of its own"), e.getMessage());
    }
}

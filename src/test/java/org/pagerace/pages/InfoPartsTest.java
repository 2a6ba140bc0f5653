package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small parts of the page info: selection, query string, addresses, libraries. */
class InfoPartsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "general | general",
                "memory,general | general memory",
                "general,general | general",
                "1 | general",
                "2 | license",
                "4 | context properties arguments",
                "16 | environment",
                "32 | request headers parameters",
                "17 | general environment",
                "64 | license"
            })
    void selection_what_isTheSectionsInOrder(String what, String names) {
        assertEquals(
                List.of(names.split(" ", -1)), names(InfoSelection.parse(what).orElseThrow()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "-1", "127", "4294967295"})
    void selection_all_isTwentySections(String what) {
        InfoSelection selection = InfoSelection.parse(what).orElseThrow();
        assertEquals(20, names(selection).stream().distinct().count());
        assertTrue(selection.credits() && selection.licence());
    }

    @Test
    void selection_modules_isSectionTwoAndTenToNineteen() {
        assertEquals(
                List.of(
                        "container",
                        "memory",
                        "gc",
                        "threads",
                        "classes",
                        "modules",
                        "jdbc",
                        "pool",
                        "locale",
                        "security",
                        "limits"),
                names(InfoSelection.parse("8").orElseThrow()));
    }

    @Test
    void selection_creditsOrLicence_isOnePartOfTheLastSection() {
        assertFalse(InfoSelection.parse("2").orElseThrow().licence());
        assertFalse(InfoSelection.parse("64").orElseThrow().credits());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "128",
                "-2",
                "99999999999",
                "nothing",
                "general,",
                "General",
                "general memory",
                "1,2",
                "all,general"
            })
    void selection_unknown_isNothing(String what) {
        assertEquals(Optional.empty(), InfoSelection.parse(what));
    }

    private static List<String> names(InfoSelection selection) {
        return selection.sections().stream().map(InfoSection::name).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "a=b, b",
        "a=, ''",
        "a, ''",
        "x=1&a=b&a=c, b",
        "a=%c3%A9+%26, é &",
        "a=%zz%4, %zz%4",
        "a=%FF, \uFFFD",
        "a=b=c, b=c",
        "&&a=1, 1",
        "%61=2, 2"
    })
    void queryString_first_isDecoded(String query, String value) {
        assertEquals(value, QueryString.parse(query).first("a").orElseThrow());
    }

    @Test
    void queryString_none_hasNoParameters() {
        assertEquals(List.of(), QueryString.parse(null).parameters());
        assertEquals(List.of(), QueryString.parse("").parameters());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.9.8.7, true",
        "::1, true",
        "[::1], true",
        "0:0:0:0:0:0:0:1, true",
        "::ffff:127.0.0.1, true",
        "10.0.0.1, false",
        "::2, false",
        "1127.0.0.1, false",
        "127.0.0.1.example.org, false",
        "'', false"
    })
    void isLoopback_address_isToldByItsText(String address, boolean loopback) {
        assertEquals(loopback, ClientAddress.isLoopback(address));
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.77, 192.0.2.0/24",
        "::ffff:192.0.2.77, 192.0.2.0/24",
        "2001:db8:12:3456::1, 2001:db8:12::/48",
        "2001:db8::1, 2001:db8:0::/48",
        "::1, 0:0:0::/48",
        "fe80::1%eth0, fe80:0:0::/48",
        "somewhere, ''"
    })
    void network_address_isCut(String address, String network) {
        assertEquals(network, ClientAddress.network(address));
    }

    @Test
    void library_manifest_givesTitleVersionAndLicence() {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Implementation-Title", "Thing");
        manifest.getMainAttributes().putValue("Bundle-License", "MIT");
        assertEquals(new Library("Thing", "", "MIT"), Library.of("thing-1.jar", manifest));
        assertEquals(new Library("thing-1.jar", "", ""), Library.of("thing-1.jar", null));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, 0 d 00:00:00.000", "PT1H2M3.004S, 0 d 01:02:03.004", "P400DT23H59M59.999S, 400 d 23:59:59.999"})
    void uptime_anyLength_isReadable(Duration uptime, String words) {
        assertEquals(words, MachineSections.inWords(uptime));
    }

    /** A program may add a provider at any time; the page is of now. */
    @Test
    void security_providerAddedAndRemoved_isShownAndGone() {
        assertFalse(security().contains("Kanarienvogel"));
        Provider provider = new Kanarienvogel();
        Security.addProvider(provider);
        try {
            assertTrue(security().contains("Kanarienvogel => 1 => 0"), security());
        } finally {
            Security.removeProvider(provider.getName());
        }
        assertFalse(security().contains("Kanarienvogel"));
    }

    private static final class Kanarienvogel extends Provider {
        private static final long serialVersionUID = 1;

        Kanarienvogel() {
            super("Kanarienvogel", "1", "has no services");
        }
    }

    private static String security() {
        var out = new TextInfoWriter();
        PlatformSections.security(out, null);
        return new String(out.finish().toByteArray(), StandardCharsets.UTF_8);
    }
}

package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;

class FairnessTest {
    private static List<String> differences(boolean keepsConnections, String fact, String jetty, String nginx) {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        facts.put("jetty", whole(fact, jetty));
        facts.put("nginx-fpm", whole(fact, nginx));
        facts.put("tomcat", whole(fact, jetty));
        return Fairness.differences(facts, keepsConnections);
    }

    /** Returns a stack that tells all it must, and this. */
    private static Map<String, String> whole(String fact, String text) {
        Map<String, String> facts = new HashMap<>(Map.of("access log", "off", "opcache", "on"));
        facts.put(fact, text);
        return facts;
    }

    @Test
    void differences_lineLeftOut_isNoAgreementButARefusalWithTheRemedy() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        facts.put("jetty", Map.of("access log", "off", "opcache", "not applicable"));
        facts.put("mine", Map.of("opcache", "on", "access-log", "off"));
        assertEquals(
                List.of(
                        "access log is not told by mine, and a line is written for each request: add the line 'access log'"
                                + " to the facts of its descriptor"),
                Fairness.differences(facts, true));
        facts.remove("jetty");
        assertEquals(List.of(), Fairness.differences(facts, true), "nothing to compare it with");
    }

    @Test
    void unknown_lineThatSaysSo_isNotedAndRefusesNothing() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        facts.put("jetty", Map.of("access log", "off", "opcache", "not applicable (the JIT compiler is on)"));
        facts.put("iis", Map.of("access log", "not seen (somebody else's)", "opcache", "not seen (somebody else's)"));
        assertEquals(List.of(), Fairness.differences(facts, true));
        List<String> unknown = Fairness.unknown(facts, true);
        assertEquals(2, unknown.size(), unknown::toString);
        assertEquals(
                "access log of iis was not compared, since it is not known; a line is written for each request",
                unknown.get(0));
    }

    /** PHP's own page tells of a server whose configuration nobody has seen. */
    @Test
    void opcache_seenOnTheInfoPage_isComparedInsteadOfWhatIsTold() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        facts.put("nginx-fpm", Map.of("access log", "off", "opcache", "opcache.enable=1", "opcache seen", "on"));
        facts.put("iis", Map.of("access log", "off", "opcache", "not seen (x)", "opcache seen", "on"));
        facts.put("mine", Map.of("access log", "off", "opcache seen", "on"));
        assertEquals(List.of(), Fairness.differences(facts, true));
        assertEquals(List.of(), Fairness.unknown(facts, true));
        facts.put("mine", Map.of("access log", "off", "opcache seen", "off (the extension is not loaded)"));
        assertEquals(1, Fairness.differences(facts, true).size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            access log             | off                      | on                                 | 1
            access log             | off                      | off (buffered nowhere)             | 0
            access log             | off                      | off, buffered                      | 1
            access log             | off                      | not seen (somebody else's)         | 0
            opcache                | opcache.enable=1 (JIT)   | opcache.enable=0 (no JIT)          | 1
            opcache                | opcache.enable=1 (JIT)   | opcache.enable=1 (no JIT)          | 0
            opcache                | not applicable (no PHP)  | opcache.enable=0 (no JIT)          | 0
            opcache seen           | on                       | off (the extension is not loaded)  | 1
            compression unasked    | none                     | gzip                               | 1
            HTTP version           | HTTP/1.1                 | HTTP/1.0                           | 1
            keep-alive achieved    | on every page            | closes after info and open         | 1
            compression            | off                      | gzip for clients that ask for it   | 0
            compression when asked | none                     | gzip                               | 0
            workers                | 8                        | 200                                | 0
            keep-alive             | 30 s idle                | 5 s idle                           | 0
            """)
    void differences_factInOneStackOnly_areThoseThatChangeTheWork(
            String fact, String jetty, String nginx, int expected) {
        assertEquals(expected, differences(true, fact, jetty, nginx).size());
    }

    @Test
    void differences_sentence_namesStacksValuesReasonAndRemedy() {
        assertEquals(
                List.of("access log is 'off' on jetty, tomcat, but 'on' on nginx-fpm, and a line is written for each"
                        + " request: turn it off, or on, for all"),
                differences(true, "access log", "off", "on"));
    }

    @Test
    void differences_keepAlive_doesNotMatterToARaceThatClosesEachConnection() {
        assertEquals(List.of(), differences(false, "keep-alive achieved", "on every page", "closes after db"));
    }

    @ParameterizedTest
    @EnumSource(Fact.class)
    void facts_each_hasAReasonAndARemedyWhereItRefusesTheRace(Fact fact) {
        assertFalse(fact.reason().isEmpty());
        assertEquals(fact.weight() == Fact.Weight.TOLD, fact.remedy().isEmpty(), fact.label());
    }

    @Test
    void facts_ofAllBuiltInStacks_areInTheTable() throws Exception {
        for (StackDescriptor stack : StackCatalog.load(Path.of("src/main/php/stacks"), Optional.empty())
                .all()) {
            for (String fact : stack.facts().keySet()) {
                assertTrue(Fact.find(fact).isPresent(), stack.name() + ": " + fact);
            }
        }
    }
}

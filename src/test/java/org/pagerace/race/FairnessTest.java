package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
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
        facts.put("jetty", Map.of(fact, jetty));
        facts.put("nginx-fpm", Map.of(fact, nginx));
        facts.put("tomcat", Map.of(fact, jetty));
        return Fairness.differences(facts, keepsConnections);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            access log             | off                      | on                                 | 1
            access log             | off                      | off, buffered nowhere              | 0
            access log             | off                      | not seen: somebody else's          | 0
            access log             | off                      | ''                                 | 0
            opcache                | opcache.enable=1, no JIT | opcache.enable=0, no JIT           | 1
            opcache                | not applicable, no PHP   | opcache.enable=0, no JIT           | 0
            opcache seen           | on                       | off, the extension is not loaded   | 1
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

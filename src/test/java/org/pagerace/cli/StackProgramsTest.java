package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pagerace.load.Finding;
import org.pagerace.stacks.Availability;

class StackProgramsTest {
    /** A program that is there has its version, one that is not has the stacks that lack it. */
    @Test
    void findings_stacks_listEachProgramOnce() {
        Map<String, Availability> stacks = new LinkedHashMap<>();
        stacks.put("nginx-fpm", there(Map.of("nginx", "1.22.1", "php-fpm", "8.2.29")));
        stacks.put("nginx-fpm-tcp", there(Map.of("nginx", "1.22.1", "php-fpm", "8.2.29")));
        stacks.put("lighttpd-fpm", lacking("lighttpd", Map.of("php-fpm", "8.2.29")));
        stacks.put("lighttpd-apache", lacking("lighttpd", Map.of()));
        assertEquals(
                List.of(
                        new Finding(Finding.Level.FINE, "nginx-fpm, nginx-fpm-tcp of 4; 'pagerace stacks' says more"),
                        new Finding(Finding.Level.FINE, "nginx 1.22.1"),
                        new Finding(Finding.Level.FINE, "php-fpm 8.2.29"),
                        new Finding(
                                Finding.Level.UNSEEN,
                                "lighttpd: not installed, so these cannot race: lighttpd-fpm, lighttpd-apache")),
                StackPrograms.findings(stacks));
    }

    private static Availability there(Map<String, String> versions) {
        return new Availability(true, List.of(), List.of(), "", "", versions);
    }

    private static Availability lacking(String program, Map<String, String> versions) {
        return new Availability(
                false, List.of(program), List.of(), "not found: " + program, "install " + program, versions);
    }
}

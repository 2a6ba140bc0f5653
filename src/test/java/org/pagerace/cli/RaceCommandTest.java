package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that are refused for themselves, before any stack is looked for. */
class RaceCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --pages index,home     | there is no page 'home', only index, jquery, info, db, open, testing, welcome, portal
                    --protocol wrk         | there is no protocol 'wrk', only modern, ab, webbench, http_load, weighttp
                    --driver hey           | there is no driver 'hey', only builtin, wrk, ab
                    --time 90              | a time is a number and ms, s, m or h
                    --rounds 0             | --rounds must be 1 to 1000, but is 0
                    -c 10001               | -c must be 1 to 10000, but is 10001
                    --until-ci 2           | '2' is no share from 0% to 99%, such as 5% or 2.5%
                    --until-ci 60%         | --until-ci must be 0.1% to 50%
                    --scale 0              | --scale must be at least 1, but is 0
                    --db none              | page db needs a database: leave out --db none, or give --pages index,jquery,info,open
                    --pages db --db none   | page db needs a database: leave out --db none
                    equal --db-user me     | --db-user and --db-password-file go with a JDBC URL
                    equal --rounds 3       | Unknown option
                    """)
    void race_badInput_isAnErrorOfUsage(String options, String expected) {
        Output output = Output.of("race", options.split(" ", -1));
        assertEquals(2, output.status(), output::toString);
        assertTrue(output.err().contains(expected), output::toString);
        assertFalse(output.err().contains("\tat "), output::toString);
        assertEquals("", output.out());
    }
}

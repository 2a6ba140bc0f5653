package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalStackTest {
    private static ExternalStack parse(String text) {
        return ExternalStack.parse(text, Optional.empty());
    }

    @Test
    void parse_nameAndFolder_triesPhpNamesFirst() {
        ExternalStack stack = parse("iis=http://10.0.0.5/bench");
        assertEquals("iis", stack.name());
        assertEquals(URI.create("http://10.0.0.5/bench/"), stack.folder());
        assertEquals(
                List.of(URI.create("http://10.0.0.5/bench/db.php"), URI.create("http://10.0.0.5/bench/db")),
                stack.candidates().get("db"));
        assertEquals(
                List.of(URI.create("http://10.0.0.5/bench/index.html")),
                stack.candidates().get("index"));
    }

    @Test
    void parse_givenPages_areTheOnlyCandidates() {
        ExternalStack stack = parse("iis=http://10.0.0.5:8080/,db=db.aspx,info=/x/info.aspx?all=1");
        assertEquals(
                List.of(URI.create("http://10.0.0.5:8080/db.aspx")),
                stack.candidates().get("db"));
        assertEquals(
                List.of(URI.create("http://10.0.0.5:8080/x/info.aspx?all=1")),
                stack.candidates().get("info"));
    }

    @Test
    void facts_ofWhatCannotBeSeen_sayThat() {
        RunningStack stack = RunningStack.of(parse("a=http://127.0.0.1:1/"), java.util.Map.of("index", "/index.html"));
        assertTrue(stack.isExternal());
        assertEquals(List.of(), stack.pids());
        assertEquals(List.of(), stack.status());
        assertEquals(Optional.empty(), stack.failure());
        assertEquals(URI.create("http://127.0.0.1:1/index.html"), stack.page("index"));
        assertTrue(stack.facts().values().stream().allMatch(text -> text.startsWith("not seen")));
        stack.close(); // does nothing to somebody else's server
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://10.0.0.5/             | must be NAME=URL
            iis=                         | must be NAME=URL
            IIS=http://10.0.0.5/         | lower-case letters
            iis=10.0.0.5                 | must be the folder of its pages
            iis=https://10.0.0.5/        | https is not raced
            iis=http://me:pw@10.0.0.5/   | without user
            iis=http://10.0.0.5/?a=b     | without user, query
            iis=http://10.0.0.5/,home=x  | names a page 'home', but there are index, jquery
            iis=http://10.0.0.5/ x       | Illegal character
            """)
    void parse_wrong_saysWhatIsRight(String text, String expected) {
        var e = assertThrows(IllegalArgumentException.class, () -> parse(text));
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }
}

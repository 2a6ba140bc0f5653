package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final Map<String, String> VALUES = Map.of("port", "8080", "run", "/tmp/$1\\x", "children-max", "3");

    @ParameterizedTest
    @CsvSource({
        "listen ${port};, listen 8080;",
        "${run}/${port}, /tmp/$1\\x/8080",
        "$document_root$fastcgi_script_name \\.php$, $document_root$fastcgi_script_name \\.php$",
        "$${port}, ${port}",
        "${children-max}, 3",
        "plain, plain"
    })
    void fill_knownPlaceholders_areReplacedLiterally(String text, String expected) throws Exception {
        assertEquals(expected, new Template("t", text).fill(VALUES));
    }

    @ParameterizedTest
    @CsvSource({"${prot}", "${}", "'${port'", "'${po rt}'"})
    void fill_unknownPlaceholder_namesFileAndLine(String text) {
        var template = new Template("nginx.conf", "first\nsecond ${port}\n" + text + "\nfourth }\n");
        var e = assertThrows(StackException.class, () -> template.fill(VALUES));
        assertTrue(e.getMessage().startsWith("nginx.conf:3: unknown placeholder " + text), e.getMessage());
        assertTrue(e.getMessage().contains("known are children-max, port, run"), e.getMessage());
    }

    @Test
    void forRoot_rootLines_areKeptOrDropped() {
        var template = new Template("t", "@root user x;\na\n@root group y;");
        assertEquals("user x;\na\ngroup y;", template.forRoot(true).text());
        assertEquals("a\n", template.forRoot(false).text());
    }

    @Test
    void read_noSuchTemplate_namesTheFolders() {
        var e = assertThrows(StackException.class, () -> Template.read("x.conf", List.of(Path.of("/nowhere"))));
        assertEquals("there is no template x.conf in [/nowhere]", e.getMessage());
    }
}

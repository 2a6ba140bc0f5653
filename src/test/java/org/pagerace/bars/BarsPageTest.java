package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/bars.md names the test of each bar, and the README what each came to. */
class BarsPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| (.+) \\| (.+) \\|$", Pattern.MULTILINE);
    private static final List<String> NUMBERS =
            IntStream.rangeClosed(1, 12).mapToObj(Integer::toString).toList();

    private static List<MatchResult> rows(String text) {
        List<MatchResult> rows = ROW.matcher(text).results().toList();
        assertEquals(NUMBERS, rows.stream().map(row -> row.group(1)).toList());
        return rows;
    }

    @Test
    void page_eachBar_namesATestThatExists() throws IOException {
        for (MatchResult row : rows(Files.readString(Path.of("docs/bars.md")))) {
            Path source = Path.of("src/test/java/org/pagerace", row.group(3).replace("`", "") + ".java");
            var prints = Pattern.compile("Bar\\.print\\(\\s*" + row.group(1) + ",");
            assertTrue(prints.matcher(Files.readString(source)).find(), source + " prints no such line");
        }
    }

    @Test
    void readme_eachBar_hasItsLastFigures() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String section = readme.substring(readme.indexOf("## Twelve bars"), readme.indexOf("## More"));
        for (MatchResult row : rows(section)) {
            assertFalse(row.group(3).isBlank(), "bar " + row.group(1));
            assertTrue(row.group(3).matches(".*\\d.*"), "bar " + row.group(1) + " has no figure");
        }
    }
}

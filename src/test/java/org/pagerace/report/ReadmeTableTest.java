package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTableTest {
    private static final Pattern GENERATED = Pattern.compile(
            "<!-- pagerace report --markdown (src/results/\\S+\\.json) -->\\n\\n(.*?)\\n<!-- end of that report -->",
            Pattern.DOTALL);

    /** If it fails, put what the command in the first mark prints between the two marks. */
    @Test
    void readme_table_isWhatTheCommittedResultGives() throws IOException {
        Matcher generated = GENERATED.matcher(Files.readString(Path.of("README.md")));
        assertTrue(generated.find(), "README.md has no generated table");
        var result = OutputFolder.readFileOrFolder(Path.of(generated.group(1)));
        assertEquals(new MarkdownReport(new RaceSummary(result)).render(), generated.group(2) + "\n");
    }
}

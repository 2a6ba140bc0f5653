package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The stack that docs/stacks.md shows, as files, each named by the comment in its first line. */
public final class DocumentedStack {
    private static final String HEADING = "## A server of your own: Caddy";
    private static final String FENCE = "```";

    private DocumentedStack() {}

    /** Writes what a reader would copy; returns the descriptor. */
    public static Path write(Path folder) throws IOException {
        List<String> section = Files.readAllLines(Path.of("docs", "stacks.md")).stream()
                .dropWhile(line -> !line.equals(HEADING))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
        List<Path> files = new ArrayList<>();
        for (int from = 0; from < section.size(); from++) {
            if (section.get(from).startsWith(FENCE)) {
                List<String> block = section.subList(from + 1, section.size());
                block = block.subList(0, block.indexOf(FENCE));
                Path file = folder.resolve(block.get(0).replaceFirst("^# ", ""));
                Files.createDirectories(file.getParent());
                files.add(Files.write(file, block));
                from += block.size() + 1;
            }
        }
        assertEquals(List.of(folder.resolve("caddy.yaml"), folder.resolve("templates/Caddyfile")), files);
        return files.get(0);
    }
}

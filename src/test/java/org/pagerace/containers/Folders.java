package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Trees of files. */
final class Folders {
    private Folders() {}

    /** Copies what lies below {@code from} into the folder {@code to}. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.skip(1).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Returns where a container has unpacked the archive, if it did not say it. */
    static Path withIndex(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            file -> file.endsWith("index.html") && file.toFile().length() == 608_500)
                    .findFirst()
                    .orElseThrow()
                    .getParent();
        }
    }
}

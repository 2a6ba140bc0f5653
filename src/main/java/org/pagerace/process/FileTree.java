package org.pagerace.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder with all that is in it. */
public final class FileTree {
    private FileTree() {}

    /**
     * Deletes a folder, or does nothing if it is not there. Links are removed, never followed; what goes away meanwhile
     * is fine.
     *
     * @throws IOException at the first file that cannot be removed
     */
    public static void delete(Path root) throws IOException {
        Files.walkFileTree(root, new Deletion());
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // it went away; if not, its folder cannot be removed either
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}

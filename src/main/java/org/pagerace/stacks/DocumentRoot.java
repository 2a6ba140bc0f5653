package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Puts static and PHP pages side by side, as PHP servers need them.
 *
 * <p>A copy, because PHP source never lies in the web root of the archive, and because servers that dropped from root
 * may not be able to enter the folder the archive was unpacked to.
 */
final class DocumentRoot {
    /** What a container never serves either. */
    private static final Set<String> HIDDEN = Set.of("WEB-INF", "META-INF", "org");

    private DocumentRoot() {}

    static void copy(Path webRoot, Path phpPages, Path target) throws IOException {
        Files.walkFileTree(webRoot, new Copy(webRoot, target));
        Files.walkFileTree(phpPages, new Copy(phpPages, target));
    }

    private static final class Copy extends SimpleFileVisitor<Path> {
        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (from.equals(folder.getParent())
                    && HIDDEN.contains(folder.getFileName().toString())) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Path copy = to.resolve(from.relativize(folder));
            Files.createDirectories(copy);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Path copy = to.resolve(from.relativize(file));
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES); // servers send the time of the file
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
            return FileVisitResult.CONTINUE;
        }
    }
}

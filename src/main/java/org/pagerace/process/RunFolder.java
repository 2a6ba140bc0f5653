package org.pagerace.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** A new folder for the files of one run, removed at its end. */
public final class RunFolder implements AutoCloseable {
    private static final String MARKER = ".pagerace-run";
    private static final String PRIVATE = "rwx------";
    private static final String READABLE = "rwxr-xr-x";

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /** Makes a folder that only this user may enter, in $XDG_RUNTIME_DIR or else the temporary folder. */
    public static RunFolder create(String name) throws IOException {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path parent = runtime == null || runtime.isBlank() ? temporary() : Path.of(runtime);
        return create(Files.isWritable(parent) ? parent : temporary(), name, PRIVATE);
    }

    /**
     * Makes a folder that others may enter and read, for servers that drop from root to another user. It lies in the
     * temporary folder: nobody else could reach it in $XDG_RUNTIME_DIR.
     */
    public static RunFolder createReadable(String name) throws IOException {
        return create(temporary(), name, READABLE);
    }

    private static RunFolder create(Path parent, String name, String mode) throws IOException {
        Path path = Files.createTempDirectory(parent, "pagerace-" + name + "-");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode)); // whatever the umask says
        Files.createFile(path.resolve(MARKER));
        return new RunFolder(path);
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    }

    public Path path() {
        return path;
    }

    /** Deletes the folder if it still bears our marker; links are removed, never followed. */
    @Override
    public void close() {
        if (!Files.isRegularFile(path.resolve(MARKER))) {
            return;
        }
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (IOException e) {
            // What another user's server wrote there may be beyond us; the system clears its temporary folder.
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // a socket or file that went away meanwhile
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}

package org.pagerace.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Stream;

/** A new folder for the files of one run, removed at its end. */
public final class RunFolder implements AutoCloseable {
    private static final String MARKER = ".pagerace-run";
    private static final String PREFIX = "pagerace-";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
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

    /**
     * Makes a folder in shared memory, for sockets.
     *
     * @param readable whether others may enter it, as for {@link #createReadable}
     */
    public static RunFolder createInSharedMemory(String name, boolean readable) throws IOException {
        if (!Files.isWritable(SHARED_MEMORY)) {
            throw new IOException("there is no shared memory to write to at " + SHARED_MEMORY
                    + "; mount a tmpfs there, or leave out this stack");
        }
        return create(SHARED_MEMORY, name, readable ? READABLE : PRIVATE);
    }

    private static RunFolder create(Path parent, String name, String mode) throws IOException {
        Path path = Files.createTempDirectory(parent, PREFIX + name + "-");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode)); // whatever the umask says
        long pid = ProcessHandle.current().pid();
        Instant start =
                ProcessIdentity.of(pid).map(ProcessIdentity::startInstant).orElse(Instant.now());
        Files.writeString(path.resolve(MARKER), pid + "\n" + start + "\n");
        removeAbandoned(path);
        return new RunFolder(path);
    }

    /** A killed run leaves its folder behind: those beside {@code own} whose run is no more go now. */
    private static void removeAbandoned(Path own) throws IOException {
        UserPrincipal user = Files.getOwner(own);
        try (Stream<Path> folders = Files.list(own.getParent())) {
            folders.filter(folder -> folder.getFileName().toString().startsWith(PREFIX))
                    .filter(folder -> isAbandoned(folder, user))
                    .forEach(RunFolder::delete);
        }
    }

    private static boolean isAbandoned(Path folder, UserPrincipal user) {
        try {
            Path marker = folder.resolve(MARKER);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.isRegularFile(marker, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder).equals(user)
                    || !Files.getOwner(marker).equals(user)) {
                return false;
            }
            List<String> lines = Files.readAllLines(marker);
            return new ProcessIdentity(Long.parseLong(lines.get(0)), Instant.parse(lines.get(1)))
                    .find()
                    .isEmpty();
        } catch (IOException | NumberFormatException | DateTimeParseException | IndexOutOfBoundsException e) {
            return false; // not ours, or just being made or removed
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    }

    public Path path() {
        return path;
    }

    /**
     * Deletes the folder if it still bears our marker; links are removed, never followed. Those that killed runs have left
     * beside it go as well, above all that of a child which had to be killed.
     */
    @Override
    public void close() {
        if (!Files.isRegularFile(path.resolve(MARKER))) {
            return;
        }
        try {
            removeAbandoned(path);
        } catch (IOException e) {
            // They are still there for the next run to remove.
        }
        delete(path);
    }

    private static void delete(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            // What another user's server wrote there may be beyond us; the system clears its temporary folder.
        }
    }
}

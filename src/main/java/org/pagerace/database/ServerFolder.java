package org.pagerace.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.ProcessIdentity;

/** The folder of one private server, held by one launcher at a time: its data, its password, its lock, its logs. */
final class ServerFolder implements AutoCloseable {

    /*
     * mariadbd waits 30 s for a data directory that another one has, so it is never started to find out. The lock is a
     * file lock: the kernel drops it with the launcher, however that ends. The text in the file tells which server the
     * launcher started. If it still lives although the lock was free, launcher and guardian were both killed: then it
     * is an orphan of ours and is stopped, provided that pid, start, program and data directory all agree.
     *
     * The lock file must never be opened a second time in this JVM: on Linux a file lock belongs to the process, and is
     * lost as soon as any of its descriptors of that file is closed. Hence all reading and writing goes through the one
     * channel.
     */

    private static final FileAttribute<Set<java.nio.file.attribute.PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int PASSWORD_BYTES = 24;
    private static final Duration ORPHAN_PATIENCE = Duration.ofSeconds(10);

    private final Path path;
    private final FileChannel channel;

    private ServerFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Takes the folder, which is made if it is not there, and stops an orphaned server in it. */
    static ServerFolder take(Path path, Consumer<String> progress) throws IOException, InterruptedException {
        if (!Files.isDirectory(path)) {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FileChannel channel = FileChannel.open(
                path.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OWNER_ONLY);
        try {
            var folder = new ServerFolder(path, channel);
            folder.lock();
            folder.stopOrphan(progress);
            return folder;
        } catch (IOException | InterruptedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void lock() throws IOException {
        if (channel.tryLock() == null) {
            throw new DatabaseException("the database in " + path + " is used by another pagerace"
                    + read().map(owner ->
                                    " (its server has pid " + owner.identity().pid() + ")")
                            .orElse("")
                    + "; end that one, or name another folder in PAGERACE_DATA, or with java -Dpagerace.data=FOLDER");
        }
    }

    private void stopOrphan(Consumer<String> progress) throws IOException, InterruptedException {
        Optional<Owner> owner = read();
        Optional<ProcessHandle> process =
                owner.flatMap(known -> known.identity().find());
        if (process.isEmpty()) {
            return; // it has ended, or its pid belongs to another process by now
        }
        ProcessHandle.Info info = process.get().info();
        String program = info.command().orElse("");
        String arguments = String.join(" ", info.arguments().orElse(new String[0]));
        long pid = process.get().pid();
        if (!program.startsWith(owner.get().program()) || !arguments.contains("--datadir=" + data())) {
            throw new DatabaseException("process " + pid + " (" + program + ") may be a database server on " + path
                    + ", but is not the one that was started for it; look at it, end it, then start again");
        }
        progress.accept("stopping the database server that a killed run left behind (pid " + pid + ")");
        owner.get().identity().stop(ORPHAN_PATIENCE);
    }

    /** Notes the server that was started here, for the start after a hard kill. */
    void note(ChildProcess server, Path program) throws IOException {
        String text = String.join(
                "\n",
                Long.toString(server.pid()),
                server.startInstant().toString(),
                program.toRealPath().toString(),
                "");
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private record Owner(ProcessIdentity identity, String program) {}

    private Optional<Owner> read() throws IOException {
        var bytes = ByteBuffer.allocate((int) channel.size());
        channel.read(bytes, 0);
        List<String> lines =
                new String(bytes.array(), StandardCharsets.UTF_8).lines().toList();
        try {
            return lines.size() < 3
                    ? Optional.empty()
                    : Optional.of(new Owner(
                            new ProcessIdentity(Long.parseLong(lines.get(0)), Instant.parse(lines.get(1))),
                            lines.get(2)));
        } catch (NumberFormatException | DateTimeParseException e) {
            return Optional.empty(); // cut short by a full disk: then no server was noted
        }
    }

    Path path() {
        return path;
    }

    Path data() {
        return path.resolve("data");
    }

    /** Returns the page user's password, made at random once. */
    String password() throws IOException {
        Path file = path.resolve("password");
        if (Files.exists(file)) {
            String password = Files.readString(file).strip();
            if (!password.isEmpty()) {
                return password;
            }
            Files.delete(file);
        }
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        writePrivately(file, password + "\n");
        return password;
    }

    /** Writes a new file with mode 0600 from its first byte on. */
    static void writePrivately(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, OWNER_ONLY);
        Files.writeString(file, text);
    }

    /** Gives the folder back; the server has ended by now. */
    @Override
    public void close() {
        try {
            channel.truncate(0);
            channel.close();
        } catch (IOException e) {
            // The kernel drops the lock with this process; a server that has ended is told from its pid and start.
        }
    }
}

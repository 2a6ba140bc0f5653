package org.pagerace.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network namespace, known by the name that the kernel shows in {@code /proc/PID/ns/net}.
 *
 * <p>Ours have no other name, so the kernel removes each, with all interfaces and queues in it, when its last process has
 * ended, however that came.
 */
record Namespace(String name) {
    private static final Path PROC = Path.of("/proc");
    private static final Path LINK = Path.of("ns", "net");

    /** Returns that of a process; nothing if it has ended or may not be looked at. */
    static Optional<Namespace> of(long pid) {
        return read(PROC.resolve(Long.toString(pid)));
    }

    /** Returns that of this process; nothing where there are none. */
    static Optional<Namespace> own() {
        return read(PROC.resolve("self"));
    }

    /** Returns the living processes in it. */
    List<Long> members() {
        try (Stream<Path> processes = Files.list(PROC)) {
            return processes
                    .filter(folder ->
                            Character.isDigit(folder.getFileName().toString().charAt(0)))
                    .filter(folder -> read(folder).filter(this::equals).isPresent())
                    .map(folder -> Long.valueOf(folder.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<Namespace> read(Path process) {
        try {
            return Optional.of(
                    new Namespace(Files.readSymbolicLink(process.resolve(LINK)).toString()));
        } catch (IOException e) {
            return Optional.empty(); // a zombie has none any more
        }
    }

    /** Returns the command that starts {@code command} in a new one; it becomes that command. */
    static List<String> enter(List<String> command) {
        return Stream.concat(Stream.of("unshare", "--net", "--"), command.stream())
                .toList();
    }
}

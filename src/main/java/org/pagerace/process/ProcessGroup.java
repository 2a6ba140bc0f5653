package org.pagerace.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes of one child: itself and all that live in its session or process group.
 *
 * @param leader pid of the child, and id of the session and group it leads when it has its own
 * @param startTicks when it started, in clock ticks since boot; -1 when not known, because it had ended before
 *     anybody asked or there is no {@code /proc}
 */
record ProcessGroup(long leader, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    private static final long UNKNOWN = -1;

    /** Returns the group of a child that has just been started. */
    static ProcessGroup of(long leader) {
        return new ProcessGroup(leader, stat(leader).map(Stat::startTicks).orElse(UNKNOWN));
    }

    /**
     * Returns the pids of all living members, the leader first if it lives; zombies do not count. Where there is no
     * {@code /proc}: the leader and its descendants, which misses those whose parent has died.
     */
    List<Long> members() {
        List<Long> pids = new ArrayList<>();
        if (isLeaderAnother()) {
            return pids;
        }
        try (Stream<Path> processes = Files.list(PROC)) {
            processes
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> Character.isDigit(name.charAt(0)))
                    .map(Long::valueOf)
                    .filter(this::holds)
                    .forEach(pids::add);
        } catch (IOException e) {
            ProcessHandle.of(leader)
                    .ifPresent(handle -> Stream.concat(Stream.of(handle), handle.descendants())
                            .filter(ProcessHandle::isAlive)
                            .map(ProcessHandle::pid)
                            .forEach(pids::add));
        }
        if (pids.remove(leader)) {
            pids.add(0, leader);
        }
        return pids;
    }

    /** A pid is given out again only when no group has it as its id any more: then nothing is left of ours. */
    private boolean isLeaderAnother() {
        return stat(leader).filter(stat -> stat.startTicks() != startTicks).isPresent();
    }

    private boolean holds(long pid) {
        return stat(pid)
                .filter(stat -> !stat.isZombie())
                .filter(stat -> pid == leader || stat.group() == leader || stat.session() == leader)
                .isPresent();
    }

    /**
     * Sends a signal.
     *
     * @param signal name without SIG
     * @param target a pid, or the negative id of a group
     * @return whether there was somebody to receive it
     */
    static boolean signal(String signal, long target) throws IOException {
        // kill(1) is not installed everywhere, but every shell has it built in
        Process kill = new ProcessBuilder(
                        "/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", signal, Long.toString(target))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean interrupted = false;
        while (true) { // it takes a millisecond, and a signal half sent is worse than an interrupt a bit late
            try {
                int status = kill.waitFor();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return status == 0;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Kills what is left: the group, or the single pid when it leads none. */
    void kill() throws IOException {
        if (!isLeaderAnother() && !signal("KILL", -leader) && isMember(leader)) {
            signal("KILL", leader);
        }
    }

    private boolean isMember(long pid) {
        return members().contains(pid);
    }

    /** Tells whether a process has ended, but still has its pid because nobody asked for its exit status. */
    static boolean isZombie(long pid) {
        return stat(pid).filter(Stat::isZombie).isPresent();
    }

    /** The fields of {@code /proc/PID/stat} that matter here (proc(5)): 3, 5, 6 and 22. */
    private record Stat(char state, long group, long session, long startTicks) {
        boolean isZombie() {
            return state == 'Z' || state == 'X';
        }
    }

    private static Optional<Stat> stat(long pid) {
        try {
            String line = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            // pid (name) state ppid pgrp session …; the name may hold anything, so count from its last parenthesis
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 21);
            return Optional.of(new Stat(
                    fields[0].charAt(0),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[19])));
        } catch (IOException e) { // it has just ended
            return Optional.empty();
        }
    }
}

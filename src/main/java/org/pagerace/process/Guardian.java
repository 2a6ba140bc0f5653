package org.pagerace.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shell commands that start a child in its own session and let it die with this JVM, even after SIGKILL.
 *
 * @param setsid the program that makes a new session; without it the child stays in our session and is signalled alone
 */
record Guardian(Optional<Path> setsid) {

    /*
     * Java cannot ask the kernel for a signal at its parent's death, and shutdown hooks do not run after SIGKILL. But
     * the kernel closes a dead process's pipes. So the child is started by a shell whose standard input is a pipe held
     * by this JVM; the shell leaves a watcher behind that reads the pipe, and then *becomes* the child (exec): pid,
     * exit status and life time that Java sees are those of the child itself.
     *
     * The watcher is orphaned on purpose, "( … & )": a server must not find a child it never started. It has a session
     * of its own, so that neither Ctrl-C nor a signal to the child's group reaches it. End of file on the pipe means
     * that the JVM is gone, or has closed the pipe because the child has ended: either way the watcher ends what is
     * left of the child's group, often nothing, and then itself.
     *
     * What the shells make of it (dash, bash, busybox):
     * - "cmd &" gets /dev/null as its input, so the pipe is handed on as descriptor 3;
     * - "cmd &" ignores INT and QUIT for good, which is why the child is exec'ed and the watcher is the one behind &;
     * - dash has no "kill -TERM -- -PGID": it must be "kill -s TERM -- -PGID";
     * - setsid(1) forks only for a leader of a process group, and a child of Java is none: the pid stays.
     * The group does not exist before setsid has run, or without it: then the signal goes to the single pid.
     *
     * Only what we started is signalled: the watcher knows when the child started (field 22 of /proc/PID/stat, proc(5);
     * the name before it may hold anything, so it counts from the last parenthesis). If the pid is another process's by
     * now, nothing is left of the child's group, for a pid is not given out while a group has it as its id. If nobody
     * has the pid, its group may still live. Where there is no /proc, pids must do.
     */

    private static final String STARTED = """
            started() {
                { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
                set -- ${stat##*) }
                echo "${20}"
            }
            """;

    private static final String START = STARTED + """
            setsid=$1 signal=$2 seconds=$3 watch=$4
            shift 4
            exec 3<&0 </dev/null
            since=$(started "$$")
            ($setsid sh -c "$watch" pagerace-guardian "$$" "$since" "$signal" "$seconds" <&3 3<&- >/dev/null 2>&1 &)
            exec $setsid "$@" 3<&-
            """;

    /** Arguments: pid, its start as {@link #STARTED} reads it, signal, seconds. */
    static final String WATCH = STARTED + """
            pid=$1 since=$2 signal=$3 seconds=$4
            trap '' INT HUP TERM
            read -r _
            send() {
                now=$(started "$pid")
                [ "${now:-$since}" = "$since" ] || return 1
                kill -s "$1" -- "-$pid" 2>/dev/null || kill -s "$1" -- "$pid" 2>/dev/null
            }
            send "$signal" || exit 0
            while [ "$seconds" -gt 0 ]; do
                sleep 1
                send 0 || exit 0
                seconds=$((seconds - 1))
            done
            send KILL
            """;

    /** After the JVM's death nobody waits for a tidy end, and five seconds later nothing must be left. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    static Guardian find() {
        return new Guardian(Programs.find("setsid"));
    }

    /**
     * Returns the command that runs {@code command} guarded. Its standard input must stay open while the child may
     * live.
     *
     * @param stopSignal name without SIG, sent first when the JVM is gone; KILL follows after some seconds
     */
    List<String> command(List<String> command, String stopSignal) {
        List<String> guarded = new ArrayList<>(List.of("/bin/sh", "-c", START, "pagerace-start"));
        guarded.add(setsid.map(Path::toString).orElse(""));
        guarded.add(stopSignal);
        guarded.add(Long.toString(PATIENCE.toSeconds()));
        guarded.add(WATCH);
        guarded.addAll(command);
        return guarded;
    }
}

package org.pagerace.stacks;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One started stack on a free port of 127.0.0.1; closing it leaves no process and no file. */
public final class RunningStack implements AutoCloseable {

    private RunningStack() {}

    /**
     * Starts every process of the stack and waits until it answers; a port clash is tried again with another port.
     *
     * @param progress gets a line per step
     * @throws StackException one line that names the stack, what died, and its last log lines; nothing is left running.
     *     An interrupted caller gets it too, with its interrupt flag set
     */
    public static RunningStack start(
            StackDescriptor descriptor, StackEnvironment environment, Consumer<String> progress) throws StackException {
        if (descriptor.processes().isEmpty()) {
            throw new StackException(descriptor.name() + ": has no processes");
        }
        return new RunningStack();
    }

    public String name() {
        return "";
    }

    /** Returns {@code http://127.0.0.1:PORT/}. */
    public URI base() {
        return URI.create("http://127.0.0.1/");
    }

    /**
     * Returns the address of a page.
     *
     * @param key index, jquery, info, db, open, or what else the descriptor lists
     */
    public URI page(String key) {
        return base().resolve(key);
    }

    /** Returns the living processes of all groups, for samplers. */
    public List<Long> pids() {
        return List.of();
    }

    /** Returns component to version. */
    public Map<String, String> versions() {
        return Map.of();
    }

    /** Returns the lines of the fairness sheet in order, name to text; values of php.ini start with "php.ini ". */
    public Map<String, String> facts() {
        return Map.of();
    }

    /** Stops the processes in reverse order, each with its own signal, and waits for the whole groups; idempotent. */
    @Override
    public void close() {}
}

package org.pagerace.process;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where the servers of a run live: on this machine as it is, or in a network namespace of it.
 *
 * @param prefix words before a command that start it there; none where no words are needed
 * @param host the address that servers bind
 * @param client the address that whoever asks them has
 */
public record Place(List<String> prefix, String host, String client) {
    /** Beside this process, on the loopback address. */
    public static final Place HERE = new Place(List.of(), "127.0.0.1", "127.0.0.1");

    public Place {
        prefix = List.copyOf(prefix);
    }

    /** Returns the command that starts {@code command} there; it becomes that command, so its pid is the same. */
    public List<String> command(List<String> command) {
        return Stream.concat(prefix.stream(), command.stream()).toList();
    }
}

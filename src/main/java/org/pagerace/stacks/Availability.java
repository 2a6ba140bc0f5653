package org.pagerace.stacks;

import java.util.List;
import java.util.Map;

/**
 * Whether a stack can be started on this machine.
 *
 * @param installed nothing is missing
 * @param missing needs and files that were not found
 * @param packages what to install with this machine's package manager; empty when it is not known
 * @param reason why it is not installed, empty when it is
 * @param versions component to version, as far as it is installed
 */
public record Availability(
        boolean installed, List<String> missing, List<String> packages, String reason, Map<String, String> versions) {

    public Availability {
        missing = List.copyOf(missing);
        packages = List.copyOf(packages);
    }

    /** Looks for what the stack needs and asks what is there for its version; takes up to a second. */
    public static Availability of(StackDescriptor stack) {
        return new Availability(false, List.of(), List.of(), "not yet implemented", Map.of());
    }

    /** Returns how to get what is missing, one line; empty when nothing is. */
    public String hint() {
        return "";
    }
}

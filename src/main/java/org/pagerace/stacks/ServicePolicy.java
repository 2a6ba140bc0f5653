package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** While it is open, installing a package starts no service; closing it restores what was there before. */
final class ServicePolicy implements AutoCloseable {

    /*
     * Debian's packages start their services when they are installed, through invoke-rc.d or deb-systemd-invoke. Both
     * ask /usr/sbin/policy-rc.d first, and its exit status 101 forbids it [1]; no option or variable is heeded by both.
     *
     * A policy that was there is moved aside and back. When we are killed in between, the next race or list of stacks
     * says so, and the next installation finds our mark in the file, leaves the one moved aside alone and puts it back
     * at its end. When the JVM ends in between, by
     * Ctrl-C for instance, the installation is ended first: what it is just configuring must not start services either.
     *
     * [1] README.policy-rc.d of Debian's init-system-helpers
     */

    static final Path FILE = Path.of("/usr/sbin/policy-rc.d");

    private static final String MARK = "# made by pagerace for the time of one installation; safe to delete";
    private static final String FORBID = "#!/bin/sh\n" + MARK + "\nexit 101\n";

    private final Path file;
    private final Path aside;
    private final Privileged privileged;
    private final BooleanSupplier endInstallation;
    private final Thread atExit = new Thread(this::restoreAtExit, "restore policy-rc.d");

    /** Runs one command with the rights that writing the file needs. */
    @FunctionalInterface
    interface Privileged {
        void run(List<String> command) throws IOException;
    }

    private ServicePolicy(Path file, Privileged privileged, BooleanSupplier endInstallation) {
        this.file = file;
        this.aside = file.resolveSibling(file.getFileName() + ".pagerace-aside");
        this.privileged = privileged;
        this.endInstallation = endInstallation;
    }

    /**
     * Forbids it.
     *
     * @param endInstallation called when the JVM ends before this is closed; false if the installation goes on all the same
     */
    static ServicePolicy forbidStarting(Path file, Privileged privileged, BooleanSupplier endInstallation)
            throws IOException {
        var policy = new ServicePolicy(file, privileged, endInstallation);
        Runtime.getRuntime().addShutdownHook(policy.atExit); // Ctrl-C passes every finally by
        try {
            policy.replace();
            return policy;
        } catch (IOException e) {
            policy.close();
            throw e;
        }
    }

    /**
     * Returns in one line what an installation that was killed has left behind; or nothing. It is not put right unasked:
     * another installation may be at work, whose packages would then start their services.
     */
    static Optional<String> leftOver(Path file) {
        var policy = new ServicePolicy(file, command -> {}, () -> true);
        boolean aside = Files.exists(policy.aside);
        try {
            if (!aside && (!Files.exists(file) || !policy.isOurs())) {
                return Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty(); // one that this user may not read is not ours, which all may
        }
        return Optional.of("an --install that was killed has left " + file + ", which keeps new packages from starting"
                + " services; unless another is at work now, put it right as root: "
                + (aside ? "mv " + policy.aside + " " + file : "rm " + file));
    }

    private void replace() throws IOException {
        if (Files.exists(file) && !isOurs()) {
            privileged.run(List.of("mv", file.toString(), aside.toString()));
        }
        Path draft = Files.createTempFile("pagerace-policy", "");
        try {
            Files.writeString(draft, FORBID);
            privileged.run(List.of("install", "-m", "755", draft.toString(), file.toString()));
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private boolean isOurs() throws IOException {
        return Files.readString(file).contains(MARK);
    }

    private void restore() throws IOException {
        try {
            if (Files.exists(aside)) {
                privileged.run(List.of("mv", aside.toString(), file.toString()));
            } else if (Files.exists(file) && isOurs()) {
                privileged.run(List.of("rm", "-f", file.toString()));
            }
        } catch (IOException e) {
            throw new IOException(
                    file + " still keeps services from starting, put it right by hand: " + e.getMessage(), e);
        }
    }

    void restoreAtExit() {
        try {
            if (endInstallation.getAsBoolean()) {
                restore();
            } else {
                System.err.println("the installation is still at work, so " + file
                        + " keeps services from starting; put it right by hand when it has ended");
            }
        } catch (IOException e) {
            System.err.println(e.getMessage()); // nobody else is left to tell it
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the hook is at it already
        }
        restore();
    }
}

package org.pagerace.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.race.Entrants;
import org.pagerace.stacks.Installer;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;
import picocli.CommandLine.Option;

/** Options that say which stacks take part. */
final class StackOptions {
    @Option(
            names = "--stacks",
            split = ",",
            paramLabel = "NAME",
            description = "Who takes part; see 'pagerace stacks'. Default: jetty,nginx-fpm,lighttpd-fpm,apache-modphp.")
    private List<String> stacks = Entrants.DEFAULT;

    @Option(names = "--install", description = "Install stacks that are missing, through apt-get.")
    private boolean install;

    boolean install() {
        return install;
    }

    /** Returns the stacks of these names, installed or not; an unknown name is an error of usage. */
    List<StackDescriptor> askedFor(RaceProgress progress) {
        try {
            StackCatalog catalog =
                    StackCatalog.load(Home.find().php().resolve("stacks"), Optional.of(StackCatalog.userFolder()));
            List<StackDescriptor> found = Entrants.find(catalog, List.copyOf(new LinkedHashSet<>(stacks)));
            catalog.problems().forEach(problem -> progress.onMessage("ignored stack: " + problem));
            return found;
        } catch (StackException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage());
        }
    }

    /** Installs what is missing, if that was asked for. */
    void installMissing(List<StackDescriptor> asked, RaceProgress progress)
            throws StackException, InterruptedException {
        if (install) {
            Entrants.install(asked, new Installer(progress::onMessage));
        }
    }

    /** Installs what is missing, if that was asked for, and divides the stacks into those that can run and the others. */
    Entrants entrants(List<StackDescriptor> asked, RaceProgress progress) throws StackException, InterruptedException {
        installMissing(asked, progress);
        Installer.leftOver().ifPresent(progress::onMessage); // after an installation that may have put it right
        Entrants entrants = Entrants.of(asked);
        entrants.skipped().forEach(skipped -> progress.onMessage("skipped: " + skipped.inWords()));
        return entrants;
    }
}

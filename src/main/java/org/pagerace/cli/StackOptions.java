package org.pagerace.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.race.Entrants;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.Installer;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;
import picocli.CommandLine.Option;

/** Options that say which stacks take part. */
final class StackOptions {
    private static final String NONE = "none";

    @Option(
            names = "--stacks",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Who takes part; see 'pagerace stacks'. A name given twice starts twice, as NAME#2; 'none': only"
                            + " those of --stack and --stack-file. Default: jetty,nginx-fpm,lighttpd-fpm,apache-modphp.")
    private List<String> stacks = Entrants.DEFAULT;

    @Option(
            names = "--stack-file",
            paramLabel = "FILE",
            description = "A stack file of yours, whose stack takes part as well; may be repeated. See docs/stacks.md.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--stack",
            paramLabel = "NAME=URL[,PAGE=PATH...]",
            description =
                    "A running server takes part as NAME: URL is the folder of its pages, index.html, db.php or db and"
                            + " so on; may be repeated. It is asked, and neither started nor stopped.")
    private List<String> externals = new ArrayList<>();

    @Option(
            names = "--public-target-ok",
            paramLabel = "HOST",
            description = "Allow the public address of exactly this host for --stack.")
    private String publicTargetOk;

    @Option(names = "--install", description = "Install stacks that are missing, through apt-get.")
    private boolean install;

    boolean install() {
        return install;
    }

    /** Returns the stacks of these names and files, installed or not; an unknown name is an error of usage. */
    List<StackDescriptor> askedFor(RaceProgress progress) {
        external(); // what is wrong with it is said before anything is done
        try {
            StackCatalog catalog = StackCatalog.load(
                    Home.find().php().resolve("stacks"), Optional.of(StackCatalog.userFolder()), files);
            List<String> names = new ArrayList<>(stacks.equals(List.of(NONE)) ? List.of() : stacks);
            catalog.of(files).stream().filter(name -> !names.contains(name)).forEach(names::add);
            List<StackDescriptor> found = Entrants.find(catalog, names);
            catalog.problems().forEach(problem -> progress.onMessage("ignored stack: " + problem));
            return found;
        } catch (StackException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage());
        }
    }

    private List<ExternalStack> external() {
        try {
            return externals.stream()
                    .map(text -> ExternalStack.parse(text, Optional.ofNullable(publicTargetOk)))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--stack " + e.getMessage(), e);
        }
    }

    /** Refuses servers of somebody else, for that reason. */
    void refuseExternal(String why) {
        if (!externals.isEmpty()) {
            throw new CommandException(ExitCode.USAGE, why);
        }
    }

    /** Returns those who would take part if all were installed; for a look at the plan. */
    Entrants all(List<StackDescriptor> asked) throws StackException {
        return new Entrants(asked, List.of()).with(external());
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
        return entrants.with(external());
    }
}

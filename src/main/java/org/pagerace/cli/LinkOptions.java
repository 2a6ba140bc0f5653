package org.pagerace.cli;

import java.util.Optional;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.network.Enclosure;
import org.pagerace.network.LineRate;
import org.pagerace.network.LinkException;
import org.pagerace.race.RaceException;
import org.pagerace.stacks.StackException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that puts a line between driver and servers. */
final class LinkOptions {
    @Option(
            names = "--link",
            paramLabel = "RATE",
            converter = Converter.class,
            description =
                    "Put a line of that rate between driver and servers, for instance 100mbit or 1gbit: two network"
                            + " namespaces, which takes root, Linux, iproute2 and util-linux. Default: the loopback interface.")
    private LineRate rate;

    static final class Converter implements ITypeConverter<LineRate> {
        @Override
        public LineRate convert(String text) {
            try {
                return LineRate.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    Optional<LineRate> rate() {
        return Optional.ofNullable(rate);
    }

    /** Tells whether the command has to be run again at the client's end, by {@link LinkedRun}. */
    boolean isStillOutside() {
        return rate != null && !Enclosure.isInside();
    }

    /** Runs the command again at the client's end, and returns its exit status. */
    int run(CommandSpec command, LinkedRun.Preparation preparation)
            throws StackException, RaceException, InterruptedException {
        return new LinkedRun(rate, command.commandLine().getParseResult().originalArgs()).run(preparation);
    }

    /** Refuses what cannot work with a line, before anything is started. */
    void check(DatabaseChoice choice) {
        if (choice instanceof DatabaseChoice.Url) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--link: the servers are in a network of their own, from which no other database can be reached;"
                            + " use --db embedded or --db system");
        }
        try {
            Enclosure.require(rate);
        } catch (LinkException e) {
            throw new CommandException(ExitCode.FAILED, "--link: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread yet", e);
        }
    }
}

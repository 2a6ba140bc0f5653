package org.pagerace.cli;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.pagerace.race.LoadOptions;
import org.pagerace.race.Tool;
import picocli.CommandLine.Option;

/** Options that say who makes the load of a race, and when it is enough. */
final class DriverOptions {

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            defaultValue = "builtin",
            description = "Who makes the load: builtin (default), wrk (protocols modern and webbench) or ab (ab and"
                    + " http_load), as found on PATH. Bodies are not verified under the load of a tool.")
    private String driver;

    @Option(
            names = "--until-ci",
            paramLabel = "PERCENT",
            converter = PercentConverter.class,
            description =
                    "End the rounds of a page as soon as the 95 %% interval of every stack's median is within so much"
                            + " to both sides, as in 2%%: not before 6 rounds, and at the latest after --rounds.")
    private Double untilCi;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Protocol weighttp: one Nth of the article's million requests for each number of connections,"
                    + " 1 to 1000. Default: 100.")
    private Integer scale;

    LoadOptions options() {
        Tool tool = Tool.find(driver)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, "there is no driver '" + driver + "', only " + Tool.labels()));
        try {
            return new LoadOptions(
                    tool,
                    scale == null ? OptionalInt.empty() : OptionalInt.of(scale),
                    untilCi == null ? OptionalDouble.empty() : OptionalDouble.of(untilCi));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
    }
}

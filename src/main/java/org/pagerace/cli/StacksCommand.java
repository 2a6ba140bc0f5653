package org.pagerace.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Home;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.Installer;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the stacks that can race: what they are, whether they are installed, and which file describes them. */
@Command(
        name = "stacks",
        description = "List the stacks that can race, and how to install what is missing.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all stacks were listed", "2:wrong command line, or a stack file is wrong"})
final class StacksCommand implements Runnable {
    /** Of the columns and the gaps between them: no line is longer than 100 characters. */
    private static final List<Integer> WIDTHS = List.of(19, 28, 38, 9);

    private static final String GAP = "  ";

    @Option(
            names = "--stack-file",
            paramLabel = "FILE",
            description = "List the stack of this file as well, which checks it; may be repeated.")
    private List<Path> files = new ArrayList<>();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        try {
            Path builtIn = Home.find().php().resolve("stacks");
            Path user = StackCatalog.userFolder();
            PrintWriter out = spec.commandLine().getOut();
            StackCatalog catalog = StackCatalog.load(builtIn, Optional.of(user), files);
            out.print(table(catalog.all(), builtIn, user));
            out.println();
            out.println("Add your own as YAML files in " + user + " or with race --stack-file FILE,");
            out.println("and any running server with race --stack NAME=URL.");
            out.flush();
            Installer.leftOver().ifPresent(line -> spec.commandLine().getErr().println("stacks: " + line));
            if (!catalog.problems().isEmpty()) {
                throw new CommandException(ExitCode.USAGE, String.join("\nstacks: ", catalog.problems()));
            }
        } catch (StackException | ConfigException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private static String table(List<StackDescriptor> stacks, Path builtIn, Path user) {
        var table = new StringBuilder(row(List.of("stack", "what it is", "version, or how to get it", "from")));
        table.append(row(WIDTHS.stream().map("-"::repeat).toList()));
        for (StackDescriptor stack : stacks) {
            table.append(row(List.of(
                    stack.name(), stack.description(), state(Availability.of(stack)), origin(stack, builtIn, user))));
        }
        return table.toString();
    }

    private static String state(Availability availability) {
        if (availability.installed()) {
            return "installed: "
                    + availability.versions().entrySet().stream()
                            .map(version -> version.getKey() + " " + version.getValue())
                            .collect(Collectors.joining(", "));
        }
        return "not installed, " + availability.reason() + "; " + availability.hint();
    }

    private static String origin(StackDescriptor stack, Path builtIn, Path user) {
        if (stack.source().startsWith(builtIn)) {
            return "built in";
        }
        return stack.source().startsWith(user)
                ? stack.source().getFileName().toString()
                : stack.source().toString();
    }

    /** One line for the stack, and more where a text is longer than its column. */
    static String row(List<String> cells) {
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            columns.add(wrapped(cells.get(i), WIDTHS.get(i)));
        }
        int lines = columns.stream().mapToInt(List::size).max().orElse(0);
        var row = new StringBuilder();
        for (int line = 0; line < lines; line++) {
            var text = new StringBuilder();
            for (int i = 0; i < columns.size(); i++) {
                String cell = line < columns.get(i).size() ? columns.get(i).get(line) : "";
                text.append(cell)
                        .append(" ".repeat(WIDTHS.get(i) - cell.length()))
                        .append(GAP);
            }
            row.append(text.toString().stripTrailing()).append('\n');
        }
        return row.toString();
    }

    /** Breaks at blanks, and where a word alone is too long, as a path may be, within it. */
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}

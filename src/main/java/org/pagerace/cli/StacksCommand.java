package org.pagerace.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** Lists the stacks that can race: what they are, whether they are installed, and which file describes them. */
@Command(
        name = "stacks",
        description = "List the stacks that can race, and how to install what is missing.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all stacks were listed", "2:wrong command line, or a stack file is wrong"})
final class StacksCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        try {
            Path builtIn = Home.find().php().resolve("stacks");
            Path user = StackCatalog.userFolder();
            PrintWriter out = spec.commandLine().getOut();
            StackCatalog catalog = StackCatalog.load(builtIn, Optional.of(user));
            out.print(table(catalog.all(), builtIn));
            out.println();
            out.println("Add your own as YAML files in " + user + ".");
            out.flush();
            Installer.leftOver().ifPresent(line -> spec.commandLine().getErr().println("stacks: " + line));
            if (!catalog.problems().isEmpty()) {
                throw new CommandException(ExitCode.USAGE, String.join("\nstacks: ", catalog.problems()));
            }
        } catch (StackException | ConfigException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    /** One block per stack: its name beside lines of text. */
    private static String table(List<StackDescriptor> stacks, Path builtIn) {
        int width =
                stacks.stream().mapToInt(stack -> stack.name().length()).max().orElse(0) + 2;
        return stacks.stream()
                .map(stack -> stack.name()
                        + " ".repeat(width - stack.name().length())
                        + String.join("\n" + " ".repeat(width), lines(stack, builtIn))
                        + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> lines(StackDescriptor stack, Path builtIn) {
        Availability availability = Availability.of(stack);
        var lines = new ArrayList<String>();
        lines.add(stack.description());
        if (availability.installed()) {
            lines.add("installed: " + versions(availability.versions()));
        } else {
            lines.add("not installed, " + availability.reason());
            lines.add("to install: " + availability.hint());
        }
        lines.add("described by " + (stack.source().startsWith(builtIn) ? "a built-in file" : stack.source()));
        return lines;
    }

    private static String versions(Map<String, String> versions) {
        return versions.entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
    }
}

package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.pagerace.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code pagerace} command. */
@Command(
        name = "pagerace",
        description = "The pages of the classic web-server benchmarks on Java, a load driver, and a race against PHP.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
    private static final List<Class<?>> COMMANDS = List.of(
            LoadCommand.class,
            NullServerCommand.class,
            DoctorCommand.class,
            RaceCommand.class,
            ReportCommand.class,
            DiffCommand.class,
            ServeCommand.class,
            StacksCommand.class,
            DialectCommand.Ab.class,
            DialectCommand.Webbench.class,
            DialectCommand.HttpLoad.class,
            DialectCommand.Weighttp.class,
            DialectCommand.Abc.class);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    /**
     * Returns what understands {@code args}. The command that these begin with comes alone: to make the models of all others
     * takes a tenth of the time in which {@code serve} starts.
     */
    static CommandLine commandLine(String... args) {
        var commandLine = new CommandLine(new Main());
        List<Class<?>> asked = COMMANDS.stream()
                .filter(command -> args.length > 0
                        && command.getAnnotation(Command.class).name().equals(args[0]))
                .toList();
        (asked.isEmpty() ? COMMANDS : asked).forEach(commandLine::addSubcommand);
        DialectCommand.passArgumentsThrough(commandLine);
        commandLine.setParameterExceptionHandler(Main::onUsageError);
        commandLine.setExecutionExceptionHandler(Main::onFailure);
        commandLine.setExitCodeExceptionMapper(e -> ExitCode.FAILED.status());
        return commandLine;
    }

    /** Without a sub-command there is nothing to do: say what there is. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "missing command");
    }

    private static int onUsageError(CommandLine.ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getCommandName() + ": " + inWords(e, command));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        err.println("see '" + command.getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE.status();
    }

    /** picocli's messages, without words that only programmers of Java know. */
    private static String inWords(CommandLine.ParameterException e, CommandLine command) {
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String first = unmatched.getUnmatched().get(0);
            return command.getSubcommands().isEmpty()
                    ? "unexpected argument '" + first + "'"
                    : "there is no command '" + first + "', only "
                            + String.join(", ", command.getSubcommands().keySet());
        }
        return e.getMessage().replaceFirst("is not an? (int|long)$", "is not a whole number");
    }

    /** One line for what we know; the stack trace only for what we do not, since that is a bug to report. */
    private static int onFailure(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (e instanceof CommandException failure) {
            err.println(command.getCommandName() + ": " + failure.getMessage());
            return failure.exitCode().status();
        }
        if (e instanceof ConfigException) {
            err.println(command.getCommandName() + ": " + e.getMessage());
            return ExitCode.USAGE.status();
        }
        err.println(command.getCommandName() + ": unexpected error; please report it with these lines");
        e.printStackTrace(err);
        return ExitCode.FAILED.status();
    }

    /** Version, as the build wrote it into the archive's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var properties = new Properties();
            try (var in = Main.class.getResourceAsStream("/pagerace.properties")) {
                properties.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new String[] {
                "pagerace " + properties.getProperty("version"),
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}

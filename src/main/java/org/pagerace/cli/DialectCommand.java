package org.pagerace.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pagerace.load.compat.AbDialect;
import org.pagerace.load.compat.AbcDialect;
import org.pagerace.load.compat.Console;
import org.pagerace.load.compat.Dialect;
import org.pagerace.load.compat.HttpLoadDialect;
import org.pagerace.load.compat.WebbenchDialect;
import org.pagerace.load.compat.WeighttpDialect;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A classic tool's own command line: everything behind its name is passed on untouched, {@code -h} and all. */
abstract sealed class DialectCommand implements Callable<Integer> {
    /** The one thing that a dialect's arguments cannot say: the host whose public address is allowed. */
    private static final String PUBLIC_TARGET = "PAGERACE_PUBLIC_TARGET_OK";

    private static final int BUFFER_BYTES = 8192;

    private final Dialect dialect;

    @Parameters(arity = "0..*", paramLabel = "ARGS", description = "as the original has them")
    private List<String> arguments = new ArrayList<>();

    private DialectCommand(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        var console = new Console(
                out,
                err,
                Clock.system(ZoneId.systemDefault()),
                Optional.ofNullable(System.getenv(PUBLIC_TARGET)).filter(host -> !host.isBlank()),
                action -> Signals.on(name -> action.run(), "INT"));
        try {
            return dialect.run(arguments, console);
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** Not System.out: the originals end their lines with one byte and know no character sets. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
    }

    /** Keeps picocli from reading anything into the arguments: whatever follows the name is a parameter. */
    static void passArgumentsThrough(CommandLine commandLine) {
        commandLine.getSubcommands().values().stream()
                .filter(sub -> sub.getCommandSpec().userObject() instanceof DialectCommand)
                .forEach(sub -> sub.setUnmatchedOptionsArePositionalParams(true)
                        .setStopAtPositional(true)
                        .setTrimQuotes(false)
                        .setExpandAtFiles(false)
                        .setEndOfOptionsDelimiter("\0"));
    }

    @Command(name = "ab", description = "As ab of Apache httpd 2.4; what really happened goes to stderr.")
    static final class Ab extends DialectCommand {
        Ab() {
            super(new AbDialect());
        }
    }

    @Command(name = "webbench", description = "As webbench 1.5; what really happened goes to stderr.")
    static final class Webbench extends DialectCommand {
        Webbench() {
            super(new WebbenchDialect());
        }
    }

    @Command(name = "http_load", description = "As http_load 12mar2006; what really happened goes to stderr.")
    static final class HttpLoad extends DialectCommand {
        HttpLoad() {
            super(new HttpLoadDialect());
        }
    }

    @Command(name = "weighttp", description = "As weighttp 0.3 to 0.5; what really happened goes to stderr.")
    static final class Weighttp extends DialectCommand {
        Weighttp() {
            super(new WeighttpDialect());
        }
    }

    @Command(name = "abc", description = "As ab.c: a sweep over concurrency; what really happened goes to stderr.")
    static final class Abc extends DialectCommand {
        Abc() {
            super(new AbcDialect());
        }
    }
}

package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.Header;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.load.TargetRefusedException;
import org.pagerace.load.UnreachableException;
import org.pagerace.result.Json;
import org.pagerace.result.LoadDocument;
import org.pagerace.result.LoadResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pagerace load}: one closed-loop run against one URL. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Puts load on one URL and reports rate, latency and how every request ended.",
            "Each connection sends its next request as soon as the last one has ended. Times are a number with a unit:"
                    + " 500ms, 10s, 2m."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:at least one request was answered right; the report tells how many were not",
            "1:not one was, or the run could not be made or written",
            "2:wrong command line, or a target that is not allowed",
            "3:target unreachable: not one connection was made",
            "130:Ctrl-C; the report covers what was done until then"
        })
final class LoadCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "URL", description = "http://HOST[:PORT]/PATH")
    private String url;

    @Option(names = "-c", paramLabel = "N", description = "connections open at the same time (default 10, at most -n)")
    private Integer connections;

    @Option(
            names = "-t",
            paramLabel = "N",
            description = "threads, each with its share of the connections (default: half the cores, at most -c)")
    private Integer threads;

    @Option(names = "-n", paramLabel = "N", description = "stop after exactly N requests")
    private Long requests;

    @Option(
            names = "-d",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "stop after this time (default 10s); with -n after whichever comes first")
    private Duration duration;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = "load before the measured part, not counted (default ${DEFAULT-VALUE})")
    private Duration warmup;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "for a connect, and for an answer from the first byte sent (default ${DEFAULT-VALUE})")
    private Duration timeout;

    @Option(
            names = "--http",
            paramLabel = "VERSION",
            defaultValue = "1.1",
            description = "1.0 or 1.1 (default ${DEFAULT-VALUE})")
    private String http;

    @Option(names = "--no-keepalive", description = "a new connection for every request")
    private boolean noKeepAlive;

    @Option(names = "-H", paramLabel = "'K: V'", description = "a header of the request; may be repeated")
    private List<String> headers = new ArrayList<>();

    @Option(names = "-X", paramLabel = "METHOD", defaultValue = "GET", description = "(default ${DEFAULT-VALUE})")
    private String method;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            defaultValue = "none",
            description = "compare all bodies with the first one: none, length or crc (default ${DEFAULT-VALUE})")
    private String verify;

    @Option(
            names = "--public-target-ok",
            paramLabel = "HOST",
            description = "allow the public address of exactly this host; without it only loopback and private ones")
    private String publicTargetOk;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json on standard output (default ${DEFAULT-VALUE})")
    private String format;

    @Option(names = "--json", paramLabel = "FILE", description = "write the JSON document to a file as well")
    private Path json;

    @Override
    public Integer call() throws InterruptedException {
        LoadSpec spec;
        try {
            spec = spec();
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
        if (json != null) {
            checkReplaceable(json);
        }
        var line = ProgressLine.onStandardError();
        var runner = new LoadRunner(spec, snapshot -> line.show(() -> progress(snapshot)));
        try (var interruption = Interruption.handledBy(runner::stop)) {
            LoadResult result = run(runner, line);
            print(new LoadDocument(result));
            return exitCode(result, interruption.happened()).status();
        }
    }

    private LoadSpec spec() {
        if (!format.equals("text") && !format.equals("json")) {
            throw new IllegalArgumentException("the format is text or json, but is '" + format + "'; check --format");
        }
        int wanted = connections != null ? connections : defaultConnections();
        int cores = Runtime.getRuntime().availableProcessors();
        if (requests != null && wanted > requests) {
            throw new IllegalArgumentException("each connection needs a request, but there are " + requests
                    + " requests for " + wanted + " connections; lower -c or raise -n");
        }
        LoadSpec spec = LoadSpec.of(uri())
                .withConnections(wanted, threads != null ? threads : Math.max(1, Math.min(cores / 2, wanted)))
                .withMethod(method)
                .withHeaders(headers.stream().map(Header::parse).toList())
                .withVersion(version())
                .withKeepAlive(!noKeepAlive)
                .withStop(stop())
                .withWarmup(warmup)
                .withTimeout(timeout)
                .withBodyCheck(bodyCheck());
        return publicTargetOk == null ? spec : spec.withPublicTargetOk(publicTargetOk);
    }

    private Stop stop() {
        if (requests == null) {
            return new Stop.AfterDuration(duration == null ? LoadSpec.DEFAULT_DURATION : duration);
        }
        var afterRequests = new Stop.AfterRequests(requests);
        return duration == null ? afterRequests : new Stop.FirstOf(afterRequests, new Stop.AfterDuration(duration));
    }

    private int defaultConnections() {
        return requests == null
                ? LoadSpec.DEFAULT_CONNECTIONS
                : (int) Math.max(1, Math.min(LoadSpec.DEFAULT_CONNECTIONS, requests));
    }

    private URI uri() {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + url + "' is not a URL: " + e.getReason() + "; write http://HOST[:PORT]/PATH", e);
        }
    }

    private HttpVersion version() {
        return switch (http) {
            case "1.0" -> HttpVersion.HTTP_1_0;
            case "1.1" -> HttpVersion.HTTP_1_1;
            default ->
                throw new IllegalArgumentException(
                        "the HTTP version is 1.0 or 1.1, but is '" + http + "'; check --http");
        };
    }

    private BodyCheck bodyCheck() {
        return switch (verify) {
            case "none" -> new BodyCheck.None();
            case "length" -> new BodyCheck.SameLength();
            case "crc" -> new BodyCheck.SameCrc();
            default ->
                throw new IllegalArgumentException(
                        "bodies are verified by none, length or crc, but given is '" + verify + "'; check --verify");
        };
    }

    private static LoadResult run(LoadRunner runner, ProgressLine line) throws InterruptedException {
        try (line) {
            return runner.run();
        } catch (UnreachableException e) {
            throw new CommandException(ExitCode.UNREACHABLE, e.getMessage(), e);
        } catch (TargetRefusedException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        } catch (LoadException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        }
    }

    private static String progress(Progress.Snapshot snapshot) {
        if (snapshot.elapsed().isNegative()) {
            return String.format(Locale.ROOT, "%3.0f %%  warming up", 100 * snapshot.fractionDone());
        }
        return String.format(
                Locale.ROOT,
                "%3.0f %%  %,.0f requests/s  %,d ok  %,d failed",
                100 * snapshot.fractionDone(),
                snapshot.perSecond(),
                snapshot.ok(),
                snapshot.failed());
    }

    private void print(LoadDocument document) {
        String text = format.equals("json") ? Json.write(document) : LoadReport.render(document.result());
        PrintWriter out = command.commandLine().getOut();
        out.print(text);
        out.flush();
        if (json != null) {
            write(json, Json.write(document));
        }
    }

    private static ExitCode exitCode(LoadResult result, boolean interrupted) {
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        return result.ok() > 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Before the run, since afterwards it would be a pity: only an earlier result may be replaced. */
    private static void checkReplaceable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new CommandException(
                    ExitCode.USAGE, "cannot write " + file + ": no folder one can write to; check --json");
        }
        if (Files.exists(file)) {
            try {
                Json.read(file, LoadDocument.class);
            } catch (IOException e) {
                throw new CommandException(
                        ExitCode.USAGE, file + " exists and is not a load result; name another file with --json", e);
            }
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED, "cannot write " + file + ": " + e.getMessage() + "; check --json", e);
        }
    }
}

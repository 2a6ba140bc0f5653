package org.pagerace.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.Header;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Payload;
import org.pagerace.load.Target;
import org.pagerace.load.TargetOrder;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that say what is asked for. */
final class RequestOptions {
    /** A URL, and how often it comes. */
    private static final Pattern URL_LINE = Pattern.compile("(\\S+)(?:\\s+(\\d{1,7}))?");

    private static final Pattern ORDER = Pattern.compile("in-turn|random(?::(\\d{1,18}))?");

    @Parameters(
            paramLabel = "URL",
            arity = "0..*",
            description = "http://HOST[:PORT]/PATH or https://...; several come in turn, see --order")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--urls",
            paramLabel = "FILE",
            description = "more URLs, one a line, each with a weight behind a blank if it is not 1; # begins a comment")
    private Path urlFile;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "in-turn",
            description = "of several URLs: in-turn, random or random:SEED (default ${DEFAULT-VALUE})")
    private String order;

    @Option(names = "-X", paramLabel = "METHOD", description = "(default GET; POST with --body)")
    private String method;

    @Option(names = "-H", paramLabel = "'K: V'", description = "a header of the request; may be repeated")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--body", paramLabel = "FILE", description = "the body of every request")
    private Path body;

    @Option(
            names = "--content-type",
            paramLabel = "TYPE",
            defaultValue = "application/octet-stream",
            description = "of the body (default ${DEFAULT-VALUE})")
    private String contentType;

    @Option(
            names = "--http",
            paramLabel = "VERSION",
            defaultValue = "1.1",
            description = "1.0 or 1.1 (default ${DEFAULT-VALUE})")
    private String http;

    @Option(names = "--no-keepalive", description = "a new connection for every request")
    private boolean noKeepAlive;

    @Option(
            names = "--pipeline",
            paramLabel = "N",
            defaultValue = "1",
            description = "requests under way on each connection, in the closed loop (default ${DEFAULT-VALUE})")
    private int pipeline;

    boolean haveTargets() {
        return !urls.isEmpty() || urlFile != null;
    }

    /** Returns a spec of these requests with the usual rest. */
    LoadSpec spec() {
        LoadSpec spec = LoadSpec.of(targets())
                .withMethod(method != null ? method : body == null ? "GET" : "POST")
                .withHeaders(headers.stream().map(Header::parse).toList())
                .withVersion(version())
                .withKeepAlive(!noKeepAlive)
                .withPipeline(pipeline);
        spec = spec.withTargets(spec.targets(), order());
        return body == null ? spec : spec.withPayload(payload());
    }

    private List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        urls.forEach(url -> targets.add(Target.of(uri(url))));
        if (urlFile != null) {
            List<String> lines = lines();
            for (int i = 0; i < lines.size(); i++) {
                target(lines.get(i).strip(), i + 1).ifPresent(targets::add);
            }
        }
        return targets;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(urlFile);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + urlFile + " as text; check --urls", e);
        }
    }

    private Optional<Target> target(String line, int number) {
        if (line.isEmpty() || line.startsWith("#")) {
            return Optional.empty();
        }
        try {
            Matcher parts = URL_LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("a line is a URL and perhaps a weight, but is '" + line + "'");
            }
            Target target = Target.of(uri(parts.group(1)));
            return Optional.of(parts.group(2) == null ? target : target.withWeight(Integer.parseInt(parts.group(2))));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(urlFile + ", line " + number + ": " + e.getMessage(), e);
        }
    }

    private static URI uri(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + url + "' is not a URL: " + e.getReason() + "; write http://HOST[:PORT]/PATH", e);
        }
    }

    private TargetOrder order() {
        Matcher form = ORDER.matcher(order);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "the order is in-turn, random or random:SEED, but is '" + order + "'; check --order");
        }
        if (order.equals("in-turn")) {
            return new TargetOrder.InTurn();
        }
        return new TargetOrder.AtRandom(form.group(1) == null ? 0 : Long.parseLong(form.group(1)));
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

    private Payload payload() {
        if (headers.stream().anyMatch(header -> header.toLowerCase(Locale.ROOT).startsWith("content-type:"))) {
            throw new IllegalArgumentException("the type of the body has its own option; use --content-type, not -H");
        }
        try {
            return Payload.of(Files.readAllBytes(body), contentType);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + body + "; check --body", e);
        }
    }
}

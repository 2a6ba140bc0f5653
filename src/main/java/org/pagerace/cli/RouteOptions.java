package org.pagerace.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.Route;
import picocli.CommandLine.Option;

/** The options that say how connections get to the target. */
final class RouteOptions {
    private static final Pattern PIN = Pattern.compile("(\\[[^\\]]+\\]|[^:]+):(\\d{1,5}):(.+)");
    /** Only literal addresses: a name would have to be asked for. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    @Option(names = "--insecure", description = "https: check neither certificate nor host name; the result says so")
    private boolean insecure;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "https: trust the certificates in this PEM file only")
    private Path authorities;

    @Option(names = "--tls-no-resume", description = "https: a full handshake for every connection")
    private boolean noResume;

    @Option(
            names = "--unix",
            paramLabel = "PATH",
            description = "connect to this unix socket instead of the URL's host")
    private Path unixSocket;

    @Option(
            names = "--source",
            paramLabel = "ADDRESS",
            split = ",",
            description = "local addresses to connect from, in turn: each has its own ports")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--resolve",
            paramLabel = "HOST:PORT:ADDRESS",
            description = "use this address for this host and port; may be repeated")
    private List<String> pins = new ArrayList<>();

    @Option(
            names = "--public-target-ok",
            paramLabel = "HOST",
            description = "allow the public address of exactly this host; without it only loopback and private ones")
    private String publicTargetOk;

    Route route() {
        return new Route(
                Optional.ofNullable(publicTargetOk),
                Optional.ofNullable(unixSocket),
                sources.stream().map(text -> address(text, "--source")).toList(),
                pins(),
                new Route.Tls(!insecure, Optional.ofNullable(authorities), !noResume));
    }

    private Map<String, InetAddress> pins() {
        Map<String, InetAddress> addresses = new HashMap<>();
        for (String pin : pins) {
            Matcher parts = PIN.matcher(pin);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "an address is given as HOST:PORT:ADDRESS, but this is '" + pin + "'; check --resolve");
            }
            String host = parts.group(1).toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
            addresses.put(host + ":" + parts.group(2), address(parts.group(3), "--resolve"));
        }
        return addresses;
    }

    private static InetAddress address(String text, String option) {
        String bare = text.replaceAll("^\\[|\\]$", "");
        try {
            if (ADDRESS.matcher(bare).matches()) {
                return InetAddress.getByName(bare);
            }
        } catch (UnknownHostException e) {
            // as good as no match
        }
        throw new IllegalArgumentException("'" + text + "' is not an IP address; check " + option);
    }
}

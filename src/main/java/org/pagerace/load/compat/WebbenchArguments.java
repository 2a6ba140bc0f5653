package org.pagerace.load.compat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pagerace.load.compat.WebbenchOptions.WebbenchProxy;

/**
 * Reads webbench's command line, by the rules of GNU's getopt_long: long options may be shortened, operands may stand
 * anywhere. Texts are our own: webbench is under the GPL, and nothing of its source is used.
 */
final class WebbenchArguments {
    private static final int USAGE = 2;
    private static final int DEFAULT_SECONDS = 30;
    private static final int LONGEST_URL = 1500;
    private static final int HTTP_PORT = 80;

    /** Long names and the letters that mean the same; capital letters stand for those that have none. */
    private static final Map<String, Character> NAMES = new TreeMap<>(Map.ofEntries(
            Map.entry("force", 'f'),
            Map.entry("reload", 'r'),
            Map.entry("time", 't'),
            Map.entry("proxy", 'p'),
            Map.entry("clients", 'c'),
            Map.entry("http09", '9'),
            Map.entry("http10", '1'),
            Map.entry("http11", '2'),
            Map.entry("get", 'G'),
            Map.entry("head", 'H'),
            Map.entry("options", 'O'),
            Map.entry("trace", 'T'),
            Map.entry("help", 'h'),
            Map.entry("version", 'V')));

    private static final String SHORT = "912Vfrh?tpc";
    private static final String WITH_VALUE = "tpc";

    private static final String HELP = """
            webbench [OPTION]... URL        (Pagerace's webbench dialect)
              -t, --time SEC            run for SEC seconds (30)
              -c, --clients N           N clients at once (1)
              -p, --proxy HOST[:PORT]   send the requests through a proxy
              -f, --force               close each connection without reading
              -r, --reload              ask the proxy for a fresh page
              -9, --http09              HTTP/0.9
              -1, --http10              HTTP/1.0 (the default)
              -2, --http11              HTTP/1.1
              --get --head --options --trace   the method (GET)
              -?, -h, --help            this text
              -V, --version             the version
            """;

    private final Deque<String> arguments;
    private final List<String> operands = new ArrayList<>();
    private String method = "GET";
    private String version = "1.0";
    private int clients = 1;
    private int seconds = DEFAULT_SECONDS;
    private boolean reload;
    private boolean force;
    private WebbenchProxy proxy;

    private WebbenchArguments(List<String> arguments) {
        this.arguments = new ArrayDeque<>(arguments);
    }

    /** @throws EarlyExit for help, version, and what webbench refuses */
    static WebbenchOptions parse(List<String> arguments) throws EarlyExit {
        return new WebbenchArguments(arguments).read();
    }

    private WebbenchOptions read() throws EarlyExit {
        if (arguments.isEmpty()) {
            throw usage("");
        }
        while (!arguments.isEmpty()) {
            String argument = arguments.pop();
            if (argument.equals("--")) {
                operands.addAll(arguments);
                arguments.clear();
            } else if (argument.startsWith("--")) {
                readLong(argument.substring(2));
            } else if (argument.startsWith("-") && argument.length() > 1) {
                readShort(argument.substring(1));
            } else {
                operands.add(argument);
            }
        }
        if (operands.isEmpty()) {
            throw usage("webbench: the URL is missing\n");
        }
        return finish(operands.get(0));
    }

    private void readShort(String letters) throws EarlyExit {
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            if (SHORT.indexOf(letter) < 0) {
                throw usage("webbench: invalid option -- '" + letter + "'\n");
            }
            if (WITH_VALUE.indexOf(letter) >= 0) {
                String attached = letters.substring(i + 1);
                set(letter, attached.isEmpty() ? value("option requires an argument -- '" + letter + "'") : attached);
                return;
            }
            set(letter, "");
        }
    }

    private void readLong(String text) throws EarlyExit {
        int equals = text.indexOf('=');
        String given = equals < 0 ? text : text.substring(0, equals);
        List<String> names = NAMES.containsKey(given)
                ? List.of(given)
                : NAMES.keySet().stream().filter(name -> name.startsWith(given)).toList();
        if (names.size() != 1) {
            throw usage("webbench: " + (names.isEmpty() ? "unrecognized option '--" : "ambiguous option '--") + given
                    + "'\n");
        }
        String name = names.get(0);
        char letter = NAMES.get(name);
        boolean takesValue = WITH_VALUE.indexOf(letter) >= 0;
        if (!takesValue && equals >= 0) {
            throw usage("webbench: option '--" + name + "' doesn't allow an argument\n");
        }
        String attached = equals < 0 ? "" : text.substring(equals + 1);
        set(letter, takesValue && equals < 0 ? value("option '--" + name + "' requires an argument") : attached);
    }

    private String value(String complaint) throws EarlyExit {
        if (arguments.isEmpty()) {
            throw usage("webbench: " + complaint + "\n");
        }
        return arguments.pop();
    }

    private void set(char letter, String value) throws EarlyExit {
        switch (letter) {
            case 'f' -> force = true;
            case 'r' -> reload = true;
            case 't' -> seconds = CNumber.atoi(value);
            case 'c' -> clients = CNumber.atoi(value);
            case 'p' -> proxy = proxy(value);
            case '9' -> version = "0.9";
            case '1' -> version = "1.0";
            case '2' -> version = "1.1";
            case 'G' -> method = "GET";
            case 'H' -> method = "HEAD";
            case 'O' -> method = "OPTIONS";
            case 'T' -> method = "TRACE";
            case 'V' -> throw new EarlyExit("1.5\n", "", 0);
            default -> throw usage("");
        }
    }

    private static WebbenchProxy proxy(String text) throws EarlyExit {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return new WebbenchProxy(text, HTTP_PORT);
        }
        if (colon == 0 || colon == text.length() - 1) {
            throw refused("--proxy takes HOST or HOST:PORT, but is given '" + text + "'");
        }
        return new WebbenchProxy(text.substring(0, colon), CNumber.atoi(text.substring(colon + 1)));
    }

    private WebbenchOptions finish(String url) throws EarlyExit {
        if (url.length() > LONGEST_URL) {
            throw refused("a URL has at most 1500 characters");
        }
        if (!url.regionMatches(true, 0, "http://", 0, 7)) {
            throw refused("only http:// is understood, but the URL is '" + url + "'");
        }
        String rest = url.substring(7);
        int slash = rest.indexOf('/');
        if (slash <= 0) {
            throw refused("after the host comes a slash, but the URL is '" + url + "'");
        }
        String authority = rest.substring(0, slash);
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon >= 0 && !authority.endsWith("]");
        int port = hasPort ? CNumber.atoi(authority.substring(colon + 1)) : HTTP_PORT;
        return new WebbenchOptions(
                url,
                hasPort ? authority.substring(0, colon) : authority,
                port == 0 ? HTTP_PORT : port,
                rest.substring(slash),
                method,
                raisedVersion(),
                clients == 0 ? 1 : clients,
                seconds == 0 ? DEFAULT_SECONDS : seconds,
                reload,
                force,
                Optional.ofNullable(proxy));
    }

    /** HEAD does not exist in HTTP/0.9, OPTIONS and TRACE not before 1.1. */
    private String raisedVersion() {
        return switch (method) {
            case "HEAD" -> version.equals("0.9") ? "1.0" : version;
            case "OPTIONS", "TRACE" -> "1.1";
            default -> version;
        };
    }

    private static EarlyExit usage(String complaint) {
        return new EarlyExit("", complaint + HELP, USAGE);
    }

    private static EarlyExit refused(String why) {
        return new EarlyExit("", "webbench: " + why + "\n", USAGE);
    }
}

package org.pagerace.load.compat;

import java.util.ArrayList;
import java.util.List;

/** Reads weighttp's command line, versions 0.3 and 0.4. */
final class WeighttpArguments {
    static final String BANNER = "weighttp - a lightweight and simple webserver benchmarking tool\n\n";

    private static final String HELP = """
            weighttp <options> <url>
              -n num   number of requests    (mandatory)
              -t num   threadcount           (default: 1)
              -c num   concurrent clients    (default: 1)
              -k       keep alive            (default: no)
              -6       use ipv6              (default: no)
              -H str   add header to request
              -h       show help and exit
              -v       show version and exit

            example: weighttpd -n 10000 -c 10 -t 2 -k -H "User-Agent: foo" localhost/index.html

            """;
    private static final String VERSION = "version:    0.3\nbuild-date: Pagerace's dialect\n\n";
    private static final int HTTP_PORT = 80;

    private long requests;
    private int threads = 1;
    private int connections = 1;
    private boolean keepAlive;
    private boolean ipv6;
    private final List<String> headers = new ArrayList<>();

    private WeighttpArguments() {}

    /** @throws EarlyExit for help, version, and what weighttp refuses; the banner comes first in any case */
    static WeighttpOptions parse(List<String> arguments) throws EarlyExit {
        return new WeighttpArguments().read(arguments);
    }

    private WeighttpOptions read(List<String> arguments) throws EarlyExit {
        var options = new GetOpt(arguments, "hv6kn:t:c:H:", GetOpt.Style.GNU);
        for (int letter = options.next(); letter != GetOpt.END; letter = options.next()) {
            switch (letter) {
                case 'h' -> throw new EarlyExit(BANNER + HELP, "", 0);
                case 'v' -> throw new EarlyExit(BANNER + VERSION, "", 0);
                case '6' -> ipv6 = true;
                case 'k' -> keepAlive = true;
                case 'n' -> requests = number(options.value());
                case 't' -> threads = CNumber.atoi(options.value());
                case 'c' -> connections = CNumber.atoi(options.value());
                case 'H' -> headers.add(options.value());
                case GetOpt.NO_VALUE -> throw failure("option requires an argument: -" + options.letter());
                default -> throw failure("unkown option: -" + options.letter());
            }
        }
        if (options.operands().size() != 1) {
            throw failure(options.operands().isEmpty() ? "missing url argument" : "too many arguments");
        }
        checkSane();
        return target(options.operands().get(0));
    }

    /** Returns the number, or the largest one for what is no number: weighttp then calls it insane. */
    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : text.isEmpty() ? 0 : Long.MAX_VALUE;
    }

    private void checkSane() throws EarlyExit {
        if (threads == 0) {
            throw failure("thread count has to be > 0");
        }
        if (connections == 0) {
            throw failure("number of concurrent clients has to be > 0");
        }
        if (requests == 0) {
            throw failure("number of requests has to be > 0");
        }
        if (requests == Long.MAX_VALUE
                || threads < 0
                || connections < 0
                || threads > requests
                || threads > connections
                || connections > requests) {
            throw failure("insane arguments");
        }
    }

    private WeighttpOptions target(String url) throws EarlyExit {
        if (url.startsWith("https://")) {
            throw new EarlyExit(BANNER, "error: no ssl support yet\n", 1);
        }
        String rest = url.startsWith("http://") ? url.substring("http://".length()) : url;
        int bracket = rest.startsWith("[") ? rest.indexOf(']') : -1; // an extension: the original cuts at any colon
        int colon = rest.indexOf(':', bracket + 1);
        int slash = rest.indexOf('/');
        boolean hasPort = colon >= 0 && (slash < 0 || colon < slash);
        int hostEnd = hasPort ? colon : slash < 0 ? rest.length() : slash;
        int port = hasPort ? CNumber.atoi(rest.substring(colon + 1)) : HTTP_PORT;
        if (port == 0) {
            throw new EarlyExit(BANNER, "error: could not parse url\n", 1);
        }
        return new WeighttpOptions(
                rest.substring(0, hostEnd),
                port,
                slash < 0 ? "/" : rest.substring(slash),
                requests,
                threads,
                connections,
                keepAlive,
                ipv6,
                headers);
    }

    /** An error of the command line shows the help too; its message has two line ends. */
    private static EarlyExit failure(String why) {
        return new EarlyExit(BANNER + HELP, "error: " + why + "\n\n", 1);
    }
}

package org.pagerace.load.compat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What abc was asked for.
 *
 * @param server part of the name of the server's processes, if their CPU and memory are wanted
 * @param port with its colon, as the original prints it
 * @param path of the URL; may be empty after a port
 */
record AbcOptions(Optional<String> server, AbcRange range, String host, String port, String path) {
    private static final int USAGE = 1;
    private static final String HELP = """
            usage:

            ./abc [SERVER_NAME] [FROM-TO:NBR[A]+STEPxITERATIONS] <IP[:PORT]/URI>

              SERVER_NAME: gwan, nginx, etc. (process name)
              FROM       : concurrency range start
              TO         : concurrency range end
              NBR        : number of requests per weighttp run
              A          : use HTTP Keep-Alives (optional)
              STEP       : concurrencies to skip in in range step
              ITERATIONS : number of repetitions for each weighttp run

            examples:
             ./abc                                  (show this help)
             ./abc 127.0.0.1/                       (HOST+URI = URL)
             ./abc 127.0.0.1:8080/100.html          (URL with PORT)
             ./abc gwan 127.0.0.1/100.html          (SERVER and URL)
             ./abc gwan [0-1k:100k+10x3] 127.0.0.1/ (SERVER, RANGE, URL)

             (default range is: from 0 to 1000, step:10, 3 iterations,
              if a range is speficied, all its parameters must be set,
              and the order of the all the arguments must be respected)

            """;

    /** @throws EarlyExit with the help for what abc refuses */
    static AbcOptions parse(List<String> arguments) throws EarlyExit {
        int count = arguments.size();
        if (count == 0) {
            throw usage("");
        }
        if (count > 3) {
            throw usage("* too many arguments\n\n");
        }
        String url = arguments.get(count - 1);
        if (count == 1 && !url.contains(".")) {
            throw usage("bad URL: " + url + "\n\n");
        }
        boolean rangeFirst = count == 2 && arguments.get(0).startsWith("[");
        boolean hasServer = count == 3 || (count == 2 && !rangeFirst);
        Optional<String> server = hasServer ? Optional.of(arguments.get(0)) : Optional.empty();
        boolean hasRange = count == 3 || rangeFirst;
        Optional<String> range = hasRange ? Optional.of(arguments.get(count - 2)) : Optional.empty();
        return target(server, range.isPresent() ? range(range.get()) : AbcRange.DEFAULT, url);
    }

    private static AbcRange range(String text) throws EarlyExit {
        AbcRange range = AbcRange.parse(text).orElseThrow(() -> usage("* bad range\n\n"));
        if (range.step() < 1 || range.rounds() < 1 || range.requests() < 1) { // the original never ends or divides by 0
            throw usage("* bad range\n\n");
        }
        return range;
    }

    private static AbcOptions target(Optional<String> server, AbcRange range, String url) throws EarlyExit {
        int colon = url.indexOf(':');
        int slash = url.indexOf('/');
        if (slash < 0) {
            throw usage("\n\nbad host: " + url + "\n\n");
        }
        boolean hasPort = colon >= 0 && colon < slash;
        String host = url.substring(0, hasPort ? colon : slash);
        String port = hasPort ? url.substring(colon, slash) : ":80";
        if (host.isEmpty() || CNumber.atoi(port.substring(1)) < 1) {
            throw usage("\n\nbad host: " + url + "\n\n");
        }
        return new AbcOptions(server, range, host, port, url.substring(slash));
    }

    private static EarlyExit usage(String complaint) {
        return new EarlyExit(" \n", complaint + HELP, USAGE);
    }

    int portNumber() {
        return CNumber.atoi(port.substring(1));
    }

    /** Returns the name of the file that takes the same text; without a range it says so in C's words. */
    String fileName() {
        return server.orElse("x") + "_" + path.substring(1).replace('/', '!')
                + range.text().orElse("(null)") + ".csv";
    }

    /** Returns the line that describes the sweep; it is no command of weighttp. */
    String sweepLine(int cores) {
        return CFormat.format(
                "\nweighttp -n %u -c [%u-%u step:%d rounds:%u] -t %u %s \"http://%s%s%s\"\n\n",
                range.requests(),
                range.from(),
                range.to(),
                range.step(),
                range.rounds(),
                cores,
                range.keepAlive() ? "-k" : "",
                host,
                port,
                path);
    }

    /** Returns what weighttp is asked for one round. */
    WeighttpOptions round(int concurrency, int cores) {
        return new WeighttpOptions(
                host,
                portNumber(),
                path,
                range.requests(),
                cores,
                Math.max(concurrency, cores),
                range.keepAlive(),
                false,
                List.of("Accept-Encoding: gzip"));
    }

    /** Returns the one request that is sent before the sweep. */
    String probe() {
        return String.format(
                Locale.ROOT,
                "GET %s HTTP/1.1\r\nHost: %s%s\r\nUser-Agent: a.c\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n",
                path,
                host,
                port);
    }
}

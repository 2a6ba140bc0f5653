package org.pagerace.load.compat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the command line of weighttp 0.5. */
final class Weighttp5Arguments {
    static final String BANNER = "\nweighttp 0.5 - lightweight and simple webserver benchmarking tool\n\n";

    private static final String LETTERS = "hVikqdlrSF6m:n:t:c:b:p:u:a:s:e:A:B:C:H:K:P:T:X:";
    /** Those that 0.4 does not know. */
    private static final String NEW_LETTERS = "VKimbBFCTAPXpudSlreasq";

    private static final String HELP = """
            weighttp <options> <URI>
              -n num     number of requests      (mandatory)
              -t num     thread count            (default: 1)
              -c num     concurrent clients      (default: 1)
              -k         keep alive              (default: no)
              -K num     num pipelined requests  (default: 1)
              -6         use ipv6                (default: no)
              -i         use HTTP HEAD method    (default: GET)
              -m method  use custom HTTP method  (default: GET)
              -H str     add header to request ("label: value"); repeatable
              -b size    socket buffer sizes (SO_SNDBUF, SO_RCVBUF)
              -B addr    local addresses, separated by commas
              -C cookie  add cookie to request ("cookie-name=value"); repeatable
              -F         use TCP Fast Open (Java cannot: said after the run)
              -T type    Content-Type of the data of -p and -u (default: text/plain)
              -A string  add Basic WWW Authorization   (username:password)
              -P string  add Basic Proxy-Authorization (username:password)
              -X proxy   proxy:port, or the path of a unix socket
              -p file    POST the file's contents
              -u file    PUT the file's contents
              -a secs    longest run time
              -s secs    cut-off for requests under way at that end (default: 4)
              -d         only minimum, median and maximum of the times
              -e file    CSV of the percentiles; - for standard output
              -S         no warnings about standard deviations
              -l, -r     ignored, for ab's sake
              -q         quiet: neither version header nor progress
              -h         show help and exit
              -V         show version and exit

            example:
              weighttp -n 500000 -c 100 -t 2 -K 64 http://localhost/index.html

            """;
    private static final int REQUESTS_OF_CUT_OFF = 50_000;
    private static final int DEFAULT_CUT_OFF_SECONDS = 4;
    private static final int HTTP_PORT = 80;
    private static final int LARGEST_PORT = 65_535;

    private long requests;
    private int threads = 1;
    private int connections = 1;
    private boolean keepAlive;
    private boolean ipv6;
    private int pipeline = 1;
    private int bufferBytes;
    private String sources = "";
    private boolean fastOpen;
    private String proxy;
    private String method;
    private boolean head;
    private String bodyFile;
    private String contentType;
    private String authorization;
    private String proxyAuthorization;
    private final List<String> headers = new ArrayList<>();
    private final List<String> cookies = new ArrayList<>();
    private int seconds;
    private int cutOffSeconds = DEFAULT_CUT_OFF_SECONDS;
    private boolean quiet;
    private boolean brief;
    private boolean doubts = true;
    private String csvFile;

    private Weighttp5Arguments() {}

    /** Whether the command line has an option that only this version knows. */
    static boolean areMeant(List<String> arguments) {
        var options = new GetOpt(arguments, LETTERS + "v", GetOpt.Style.GNU);
        for (int letter = options.next(); letter != GetOpt.END; letter = options.next()) {
            if (NEW_LETTERS.indexOf(options.letter()) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** @throws EarlyExit for help, version, and what weighttp refuses */
    static Weighttp5Options parse(List<String> arguments) throws EarlyExit {
        return new Weighttp5Arguments().read(arguments);
    }

    private Weighttp5Options read(List<String> arguments) throws EarlyExit {
        var options = new GetOpt(arguments, LETTERS, GetOpt.Style.GNU);
        boolean help = false;
        boolean version = false;
        for (int letter = options.next(); letter != GetOpt.END; letter = options.next()) {
            switch (letter) {
                case 'h' -> help = true;
                case 'V' -> version = true;
                case GetOpt.NO_VALUE -> throw failure("option requires an argument: -" + options.letter());
                case GetOpt.UNKNOWN -> throw failure("unknown option: -" + options.letter());
                default -> set((char) letter, options.value());
            }
        }
        if (help || version) {
            throw new EarlyExit(BANNER + (help ? HELP : ""), "", 0);
        }
        if (options.operands().size() != 1) {
            throw failure(options.operands().isEmpty() ? "missing URI argument" : "too many arguments");
        }
        checkSane();
        return finish(options.operands().get(0));
    }

    // One case for each option of the original: long, but there is nothing to be understood beside the list.
    private void set(char letter, String value) {
        switch (letter) {
            case 'n' -> requests = value.matches("\\d{1,18}") ? Long.parseLong(value) : CNumber.atoi(value);
            case 't' -> threads = CNumber.atoi(value);
            case 'c' -> connections = CNumber.atoi(value);
            case 'k' -> keepAlive = true;
            case '6' -> ipv6 = true;
            case 'K' -> {
                pipeline = Math.max(1, CNumber.atoi(value));
                keepAlive |= pipeline > 1;
            }
            case 'i' -> head = true;
            case 'm' -> {
                method = value;
                head = value.equalsIgnoreCase("HEAD");
            }
            case 'b' -> bufferBytes = CNumber.atoi(value);
            case 'B' -> sources = value;
            case 'F' -> fastOpen = true;
            case 'C' -> cookies.add(value);
            case 'H' -> headers.add(value);
            case 'T' -> contentType = value;
            case 'A' -> authorization = value;
            case 'P' -> proxyAuthorization = value;
            case 'X' -> proxy = value;
            case 'p', 'u' -> {
                bodyFile = value;
                method = letter == 'p' ? "POST" : "PUT";
                head = false;
            }
            case 'a' -> seconds = CNumber.atoi(value);
            case 's' -> {
                cutOffSeconds = CNumber.atoi(value);
                requests = requests == 0 ? REQUESTS_OF_CUT_OFF : requests;
            }
            case 'q' -> quiet = true;
            case 'd' -> brief = true;
            case 'S' -> doubts = false;
            case 'e' -> csvFile = value;
            case 'l', 'r' -> {
                // ab's; weighttp itself takes them without a word
            }
            default -> throw new IllegalStateException("no case for -" + letter);
        }
    }

    private void checkSane() throws EarlyExit {
        if (requests <= 0) {
            throw failure("num of requests has to be > 0");
        }
        if (threads <= 0) {
            throw failure("thread count has to be > 0");
        }
        if (threads > requests) {
            throw failure("thread_count > req_count");
        }
        if (connections <= 0) {
            throw failure("num of concurrent clients has to be > 0");
        }
        if (connections > requests) {
            throw failure("concur_count > req_count");
        }
        if (threads > connections) {
            throw failure("thread_count > concur_count");
        }
        if (headers.stream()
                        .filter(header -> Weighttp5Options.isNamed(header, "Host"))
                        .count()
                > 1) {
            throw failure("duplicate Host header");
        }
        if (headers.stream().anyMatch(header -> Weighttp5Options.isNamed(header, "Connection"))) {
            throw failure("Connection request header not allowed; use -k param to enable keep-alive");
        }
    }

    private Weighttp5Options finish(String url) throws EarlyExit {
        if (url.startsWith("https://")) {
            throw failure("no ssl support yet");
        }
        String rest = url.startsWith("http://") ? url.substring("http://".length()) : url;
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        int colon =
                authority.indexOf(':', authority.indexOf(']') + 1); // brackets are an extension: it cuts at any colon
        String host = colon < 0 ? authority : authority.substring(0, colon);
        int port = colon < 0 ? HTTP_PORT : CNumber.atoi(authority.substring(colon + 1));
        if (host.isEmpty() || port < 1 || port > LARGEST_PORT) {
            throw failure("could not parse URI");
        }
        String path = slash < 0 ? "/" : rest.substring(slash);
        String verb = method == null ? head ? "HEAD" : "GET" : method;
        return new Weighttp5Options(
                new WeighttpOptions(host, port, path, requests, threads, connections, keepAlive, ipv6, headers),
                url,
                pipeline,
                Math.max(0, bufferBytes),
                addresses(),
                fastOpen,
                Optional.ofNullable(proxy),
                seconds,
                cutOffSeconds,
                new Weighttp5Options.Request(
                        verb,
                        body(),
                        Optional.ofNullable(contentType),
                        List.copyOf(cookies),
                        Optional.ofNullable(authorization),
                        Optional.ofNullable(proxyAuthorization)),
                new Weighttp5Options.Output(quiet, brief, doubts, Optional.ofNullable(csvFile)));
    }

    private Optional<byte[]> body() throws EarlyExit {
        if (bodyFile == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readAllBytes(Path.of(bodyFile)));
        } catch (IOException e) {
            boolean there = Files.exists(Path.of(bodyFile));
            throw failure(
                    "open(" + bodyFile + "): " + (there ? "(13) Permission denied" : "(2) No such file or directory"));
        }
    }

    private List<InetAddress> addresses() throws EarlyExit {
        var addresses = new ArrayList<InetAddress>();
        for (String source : sources.isEmpty() ? List.<String>of() : List.of(sources.split(",", -1))) {
            try {
                addresses.add(InetAddress.getByName(source));
            } catch (UnknownHostException e) {
                throw failure("could not resolve local bind address: " + source);
            }
        }
        return addresses;
    }

    private static EarlyExit failure(String why) {
        return new EarlyExit(BANNER + HELP, "\nerror: " + why + "\n\n", 1);
    }
}

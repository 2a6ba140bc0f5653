package org.pagerace.load.compat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads http_load's command line and its files. Every error exits 1. */
final class HttpLoadArguments {
    /** Of these the first that begins with what was given is meant: {@code -t} is throttle, {@code -p} parallel. */
    private static final List<String> OPTIONS = List.of(
            "-checksum",
            "-throttle",
            "-Throttle",
            "-verbose",
            "-timeout",
            "-jitter",
            "-parallel",
            "-rate",
            "-fetches",
            "-seconds",
            "-sip",
            "-cipher",
            "-proxy");

    private static final List<String> WITH_VALUE =
            List.of("-Throttle", "-timeout", "-parallel", "-rate", "-fetches", "-seconds", "-sip", "-cipher", "-proxy");
    private static final String USAGE = """
            usage:  http_load [-checksum] [-throttle] [-proxy host:port] [-verbose] [-timeout secs] [-sip sip_file]
                        [-cipher str]
                        -parallel N | -rate N [-jitter]
                        -fetches N | -seconds N
                        url_file
            One start specifier, either -parallel or -rate, is required.
            One end specifier, either -fetches or -seconds, is required.
            """;
    private static final int DEFAULT_TIMEOUT_SECONDS = 60;
    private static final int HIGHEST_RATE = 1000;
    private static final int HTTP_PORT = 80;
    /** A modem of 33.6 kbit/s, which sends ten bits for a byte. */
    private static final int MODEM_BYTES_PER_SECOND = 3360;

    private static final int BITS_PER_BYTE_ON_THE_LINE = 10;

    /** Words that stand for one suite each. */
    private static final Map<String, String> CIPHERS =
            Map.of("fastsec", "RC4-MD5", "highsec", "DES-CBC3-SHA", "paranoid", "AES256-SHA");

    private final int mostConnections;
    private boolean checksum;
    private boolean verbose;
    private int timeoutSeconds = DEFAULT_TIMEOUT_SECONDS;
    private int parallel;
    private int rate;
    private boolean jitter;
    private long throttle;
    private String cipher;
    private int fetches;
    private int seconds;
    private String proxy;
    private String sourceFile;

    private HttpLoadArguments(int mostConnections) {
        this.mostConnections = mostConnections;
    }

    /**
     * @param mostConnections how many connections may be asked for
     * @throws EarlyExit for what http_load refuses
     */
    static HttpLoadOptions parse(List<String> arguments, int mostConnections) throws EarlyExit {
        return new HttpLoadArguments(mostConnections).read(arguments);
    }

    private HttpLoadOptions read(List<String> arguments) throws EarlyExit {
        int i = 0;
        while (i < arguments.size()
                && arguments.get(i).startsWith("-")
                && arguments.get(i).length() > 1) {
            String given = arguments.get(i);
            boolean hasNext = i + 1 < arguments.size();
            String option = OPTIONS.stream()
                    .filter(name -> name.startsWith(given) && (hasNext || !WITH_VALUE.contains(name)))
                    .findFirst()
                    .orElseThrow(HttpLoadArguments::usage);
            boolean takesValue = WITH_VALUE.contains(option);
            set(option, takesValue ? arguments.get(i + 1) : "");
            i += takesValue ? 2 : 1;
        }
        if (i + 1 != arguments.size() || parallel + rate == 0 || fetches + seconds == 0 || (jitter && rate == 0)) {
            throw usage();
        }
        List<HttpLoadUrl> urls = urls(arguments.get(i));
        return new HttpLoadOptions(
                checksum,
                verbose,
                timeoutSeconds,
                parallel,
                rate,
                jitter,
                fetches,
                seconds,
                proxy == null ? Optional.empty() : Optional.of(proxy(proxy)),
                sourceFile == null ? List.of() : sources(sourceFile),
                throttle,
                cipher == null ? CipherList.JAVAS : ciphers(cipher),
                urls);
    }

    private void set(String option, String value) throws EarlyExit {
        switch (option) {
            case "-checksum" -> checksum = true;
            case "-verbose" -> verbose = true;
            case "-jitter" -> jitter = true;
            case "-timeout" -> timeoutSeconds = CNumber.atoi(value);
            case "-parallel" -> {
                parallel = number("parallel", value, mostConnections);
                rate = 0;
            }
            case "-rate" -> {
                rate = number("rate", value, HIGHEST_RATE);
                parallel = 0;
            }
            case "-fetches" -> {
                fetches = number("fetches", value, Integer.MAX_VALUE);
                seconds = 0;
            }
            case "-seconds" -> {
                seconds = number("seconds", value, Integer.MAX_VALUE);
                fetches = 0;
            }
            case "-sip" -> sourceFile = value;
            case "-proxy" -> proxy = value;
            case "-throttle" -> throttle = MODEM_BYTES_PER_SECOND;
            case "-Throttle" -> {
                throttle = CNumber.atoi(value) / BITS_PER_BYTE_ON_THE_LINE;
                if (throttle < 1) { // the original divides by it
                    throw failure("http_load: Throttle must be at least 10, but is " + value);
                }
            }
            case "-cipher" -> cipher = value;
            default -> throw new IllegalStateException("no case for " + option);
        }
    }

    private static CipherList ciphers(String cipher) throws EarlyExit {
        String list = CIPHERS.getOrDefault(cipher, cipher);
        CipherList ciphers = CipherList.parse(list);
        if (ciphers.suites().isEmpty()) {
            throw failure("http_load: cannot set cipher list\n"
                    + "pagerace: this Java offers none of the suites in " + list
                    + "; those of the original's words are too weak for it; name others");
        }
        return ciphers;
    }

    private static int number(String name, String text, int most) throws EarlyExit {
        int value = CNumber.atoi(text);
        if (value < 1) {
            throw failure("http_load: " + name + " must be at least 1");
        }
        if (value > most) {
            throw failure("http_load: " + name + " may be at most " + most);
        }
        return value;
    }

    private static HttpLoadUrl proxy(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new HttpLoadUrl(text, false, text, HTTP_PORT, "/")
                : new HttpLoadUrl(text, false, text.substring(0, colon), CNumber.atoi(text.substring(colon + 1)), "/");
    }

    private static List<HttpLoadUrl> urls(String file) throws EarlyExit {
        var urls = new ArrayList<HttpLoadUrl>();
        for (String line : lines(file)) {
            urls.add(HttpLoadUrl.parse(line).orElseThrow(() -> failure("http_load: unknown protocol - " + line)));
        }
        if (urls.isEmpty()) { // the original divides by their number
            throw failure("http_load: " + file + " names no URL; write one to a line");
        }
        return urls;
    }

    private static List<InetAddress> sources(String file) throws EarlyExit {
        var sources = new ArrayList<InetAddress>();
        for (String line : lines(file)) {
            if (!line.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
                throw failure("http_load: cannot convert source IP address " + line);
            }
            try {
                sources.add(InetAddress.getByName(line));
            } catch (UnknownHostException e) {
                throw failure("http_load: cannot convert source IP address " + line);
            }
        }
        return sources;
    }

    private static List<String> lines(String file) throws EarlyExit {
        try {
            return Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw failure(file + ": No such file or directory");
        } catch (IOException e) {
            throw failure(file + ": " + (Files.isDirectory(Path.of(file)) ? "Is a directory" : "Permission denied"));
        }
    }

    private static EarlyExit usage() {
        return new EarlyExit("", USAGE, 1);
    }

    private static EarlyExit failure(String why) {
        return new EarlyExit("", why + "\n", 1);
    }
}

package org.pagerace.load.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.pagerace.load.compat.AbOptions.AbHtmlAttributes;
import org.pagerace.load.compat.AbOptions.AbProxy;

/** Reads ab's command line, in the order in which it is given: some options change what earlier ones said. */
final class AbArguments {
    /*
     * Recorded from ab 2.3 (httpd 2.4.71 of Debian 12): an unknown letter is reported, ends the options and is otherwise
     * ignored; so does a missing value, after which the number of arguments is wrong. -m overrides without a word.
     */
    private static final String LETTERS = "n:c:t:s:b:T:p:u:v:lrkVhwiIx:y:z:C:H:P:A:g:X:de:SqB:m:Z:f:E:";

    private static final int MOST_REQUESTS_BY_TIME = 50_000;
    private static final int MOST_CONCURRENCY = 200_000;
    private static final int DEFAULT_TIMEOUT_SECONDS = 30;
    private static final int HTTP_PORT = 80;
    private static final int FAILED = 1;
    private static final int USAGE = 22;

    private int requests = 1;
    private boolean requestsByTime;
    private int concurrency = 1;
    private int seconds;
    private int timeoutSeconds = DEFAULT_TIMEOUT_SECONDS;
    private int windowBytes;
    private String localAddress;
    private AbProxy proxy;
    private String method; // null until an option names one
    private byte[] body;
    private String contentType = "text/plain";
    private String cookie;
    private String authorization;
    private String proxyAuthorization;
    private final List<String> headers = new ArrayList<>();
    private boolean keepAlive;
    private boolean percentiles = true;
    private boolean confidence = true;
    private boolean quiet;
    private boolean variableLength;
    private boolean goOnAfterReset;
    private int verbosity;
    private boolean html;
    private String table = "";
    private String row = "";
    private String cell = "bgcolor=white";
    private AbTls tls = AbTls.USUAL;
    private String csvFile;
    private String gnuplotFile;
    private final StringBuilder warnings = new StringBuilder();

    private AbArguments() {}

    /** @throws EarlyExit for help, version, and what ab refuses */
    static AbOptions parse(List<String> arguments) throws EarlyExit {
        return new AbArguments().read(arguments);
    }

    private AbOptions read(List<String> arguments) throws EarlyExit {
        var options = new GetOpt(arguments, LETTERS, GetOpt.Style.APR);
        int letter = options.next();
        while (letter != GetOpt.END && letter != GetOpt.UNKNOWN && letter != GetOpt.NO_VALUE) {
            set((char) letter, options.value());
            letter = options.next();
        }
        if (letter == GetOpt.UNKNOWN) {
            warnings.append("ab: illegal option -- ").append(options.letter()).append('\n');
        } else if (letter == GetOpt.NO_VALUE) {
            warnings.append("ab: option requires an argument -- ")
                    .append(options.letter())
                    .append('\n');
        }
        if (options.rest().size() != 1) {
            throw usage("wrong number of arguments");
        }
        String text = options.rest().get(0);
        AbUrl url = AbUrl.parse(text).orElseThrow(() -> usage("invalid URL"));
        if (concurrency < 0 || concurrency > MOST_CONCURRENCY) {
            throw usage("Invalid Concurrency [Range 0.." + MOST_CONCURRENCY + "]");
        }
        if (concurrency > requests) {
            throw usage("Cannot use concurrency level greater than total number of requests");
        }
        return finish(url);
    }

    // One case for each option of the original: long, but there is nothing to be understood beside the list.
    private void set(char letter, String value) throws EarlyExit {
        switch (letter) {
            case 'n' -> {
                requests = CNumber.atoi(value);
                requestsByTime = false;
                if (requests <= 0) {
                    throw failure("Invalid number of requests\n");
                }
            }
            case 'c' -> concurrency = CNumber.atoi(value);
            case 't' -> {
                seconds = CNumber.atoi(value);
                requests = MOST_REQUESTS_BY_TIME;
                requestsByTime = true;
            }
            case 's' -> timeoutSeconds = CNumber.atoi(value);
            case 'b' -> windowBytes = CNumber.atoi(value);
            case 'B' -> localAddress = value;
            case 'T' -> contentType = value;
            case 'p' -> takeBody("POST", value);
            case 'u' -> takeBody("PUT", value);
            case 'i' -> takeMethod("HEAD");
            case 'm' -> method = value;
            case 'v' -> verbosity = CNumber.atoi(value);
            case 'l' -> variableLength = true;
            case 'r' -> goOnAfterReset = true;
            case 'k' -> keepAlive = true;
            case 'q' -> quiet = true;
            case 'd' -> percentiles = false;
            case 'S' -> confidence = false;
            case 'w' -> html = true;
            case 'x' -> {
                html = true;
                table = value;
            }
            case 'y' -> {
                html = true;
                row = value;
            }
            case 'z' -> {
                html = true;
                cell = value;
            }
            case 'C' -> cookie = value;
            case 'H' -> headers.add(value);
            case 'A' -> authorization = basic(value);
            case 'P' -> proxyAuthorization = basic(value);
            case 'X' -> proxy = proxy(value);
            case 'e' -> csvFile = value;
            case 'g' -> gnuplotFile = value;
            case 'V' -> throw new EarlyExit(AbText.banner(html), warnings.toString(), 0);
            case 'h' -> throw new EarlyExit("", warnings + AbUsage.TEXT, USAGE);
            case 'I' -> tls = new AbTls(tls.protocol(), tls.ciphers(), tls.identity(), false);
            case 'Z' -> tls = new AbTls(tls.protocol(), Optional.of(value), tls.identity(), tls.named());
            case 'E' -> tls = new AbTls(tls.protocol(), tls.ciphers(), Optional.of(value), tls.named());
            case 'f' ->
                tls = new AbTls(AbTls.protocol(value, tls.protocol()), tls.ciphers(), tls.identity(), tls.named());
            default -> throw new IllegalStateException("no case for -" + letter);
        }
    }

    private void takeBody(String name, String file) throws EarlyExit {
        if (method != null) {
            throw failure("Cannot mix " + name + " with other methods\n");
        }
        try {
            body = Files.readAllBytes(Path.of(file));
        } catch (NoSuchFileException e) {
            throw new EarlyExit(
                    "", "ab: Could not open POST data file (" + file + "): No such file or directory\n", FAILED);
        } catch (IOException e) {
            String why = Files.isDirectory(Path.of(file)) ? "Is a directory" : "Permission denied";
            throw new EarlyExit("", "ab: Could not read POST data file: " + why + "\n", FAILED);
        }
        method = name;
    }

    private void takeMethod(String name) throws EarlyExit {
        if (method != null) {
            throw failure("Cannot mix " + name + " with other methods\n");
        }
        method = name;
    }

    private static String basic(String userAndPassword) {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString(userAndPassword.stripLeading().getBytes(StandardCharsets.UTF_8));
    }

    private static AbProxy proxy(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new AbProxy(text, HTTP_PORT)
                : new AbProxy(text.substring(0, colon), CNumber.atoi(text.substring(colon + 1)));
    }

    private EarlyExit usage(String why) {
        return new EarlyExit("", warnings + "ab: " + why + "\n" + AbUsage.TEXT, USAGE);
    }

    /** ab's own errors end with an empty line. */
    private EarlyExit failure(String why) {
        return new EarlyExit("", warnings + why + "\n", FAILED);
    }

    private AbOptions finish(AbUrl url) {
        return new AbOptions(
                url,
                requests,
                requestsByTime,
                concurrency,
                seconds,
                timeoutSeconds,
                windowBytes,
                Optional.ofNullable(localAddress),
                Optional.ofNullable(proxy),
                method == null ? "GET" : method,
                "HEAD".equals(method),
                Optional.ofNullable(body),
                contentType,
                Optional.ofNullable(cookie),
                Optional.ofNullable(authorization),
                Optional.ofNullable(proxyAuthorization),
                headers,
                keepAlive,
                percentiles,
                confidence,
                quiet,
                variableLength,
                goOnAfterReset,
                verbosity,
                tls,
                html ? Optional.of(new AbHtmlAttributes(table, row, cell)) : Optional.empty(),
                Optional.ofNullable(csvFile),
                Optional.ofNullable(gnuplotFile),
                warnings.toString());
    }
}

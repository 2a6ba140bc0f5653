import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * {@code serve} against other servers of the same pages: ratios, never absolute figures.
 *
 * <pre>
 * java src/bench/StackBench.java [--rounds N] [--seconds S] [--only REGEX] [--json FILE] [--java HOME]... [--serve OPTION]... NAME=URL...
 * java src/bench/StackBench.java --json FILE --doc docs/performance.md
 * </pre>
 *
 * <p>The others are running already, with the same files, and are named with the URL of their root; a case is compared with
 * those whose names it asks for. {@code serve} is started here, once per JDK, by {@code ./pagerace} and with the options
 * given, or without a database.
 *
 * <p>One round of a case measures each server in turn, each round beginning with another one; the first round is not counted.
 * What counts is the quotient of the two figures of a round, against the best of the others in it; the table has the median, with
 * the smallest and the largest. The clients are wrk (kept connections) and ab (a new one each). The two other kinds of case:
 *
 * <ul>
 *   <li>p99: our own driver sends at a given rate, half of what the same server reached in the case of that page, so
 *       that the time of an answer counts from when its request was due; after the cases of the rates
 *   <li>start: from the start of {@code ./pagerace serve --db none} to its first 200, against {@code java -version} of the same JDK; the
 *       first start of a JDK leaves the archive of classes that the others use
 * </ul>
 *
 * <p>Cases that a JSON file has already stay in it unless they are measured again. The second form writes the table of such a file between its two markers in a document.
 */
final class StackBench {
    private static final String OURS = "serve, JDK ";
    private static final String BEGIN = "<!-- StackBench -->\n";
    private static final String END = "<!-- end of StackBench -->\n";
    private static final int WARM_ROUNDS = 1;
    private static final double MOST_MEGABYTES = 256;
    private static final List<String> WITHOUT_DATABASE = List.of("--db", "none");
    private static final String RATE = "Requests(?:/sec| per second): +([\\d.]+)";
    /** In the table of our driver: the fifth column of its last row. */
    private static final Pattern P99 = Pattern.compile("(?m)^ +total +(?:\\S+ +){4}([\\d.]+)(us|ms|s) ");
    private static final String PHP = "nginx|lighttpd|apache.*";

    /** How a case is measured, and what its figure is. */
    private enum Kind {
        KEPT("kept connections, c=", true),
        NEW("a connection each, c=", true),
        P99("p99 in ms at half its rate, c=", false);

        private final String words;
        private final boolean moreIsBetter;

        Kind(String words, boolean moreIsBetter) {
            this.words = words;
            this.moreIsBetter = moreIsBetter;
        }
    }

    /**
     * What is asked for, and how.
     *
     * @param against the names of those to compare with, a regular expression; of more than one that are there, the best counts
     * @param target the least quotient, or the largest where less is better
     */
    private record Case(String page, Kind kind, int connections, String against, double target) {
        String name() {
            return page + ", " + kind.words + connections;
        }

        /** @param perSecond the rate to send at, where one is given */
        List<String> command(int seconds, String root, double perSecond) {
            String url = root + page;
            return switch (kind) {
                case KEPT -> List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", url);
                case NEW -> List.of("ab", "-q", "-l", "-r", "-c", "" + connections, "-t", "" + seconds, "-n", "10000000", url);
                case P99 -> List.of("./pagerace", "load", "-c", "" + connections, "-d", seconds + "s", "--rate",
                        String.format(Locale.ROOT, "%.0f", perSecond), "--fail-if", "errors>0", url);
            };
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("testing.html", Kind.KEPT, 32, "nginx|lighttpd", 1.0),
            new Case("jquery-1.7.1.min.js", Kind.KEPT, 32, "nginx", 1.0),
            new Case("index.html", Kind.KEPT, 32, "nginx", 0.9),
            new Case("testing.html", Kind.NEW, 100, "nginx", 0.9),
            new Case("testing.html", Kind.NEW, 1, "nginx", 0.6),
            new Case("info.php", Kind.KEPT, 32, PHP, 2.0),
            new Case("db.php?persistent=1", Kind.KEPT, 32, PHP, 1.5),
            new Case("db.php", Kind.NEW, 100, PHP, 1.5),
            new Case("open.php", Kind.KEPT, 32, PHP, 1.2),
            new Case("testing.html", Kind.P99, 32, PHP, 1.0),
            new Case("jquery-1.7.1.min.js", Kind.P99, 32, PHP, 1.0),
            new Case("index.html", Kind.P99, 32, PHP, 1.0),
            new Case("info.php", Kind.P99, 32, PHP, 1.0),
            new Case("db.php?persistent=1", Kind.P99, 32, PHP, 1.0),
            new Case("open.php", Kind.P99, 32, PHP, 1.0));

    /** The figures of one server in one case, round by round: requests per second unless the name says what else. */
    private record Figures(String name, String against, boolean more, double target, String server, List<Double> rounds) {}

    public static void main(String[] args) throws Exception {
        int rounds = 7;
        int seconds = 3;
        String only = "";
        Path json = null;
        Path document = null;
        var homes = new ArrayList<Path>();
        var options = new ArrayList<String>();
        var roots = new LinkedHashMap<String, String>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--seconds" -> seconds = Integer.parseInt(args[++i]);
                case "--only" -> only = args[++i];
                case "--json" -> json = Path.of(args[++i]);
                case "--doc" -> document = Path.of(args[++i]);
                case "--serve" -> options.add(args[++i]);
                case "--java" -> homes.add(Path.of(args[++i]));
                default -> {
                    String[] named = args[i].split("=", 2);
                    roots.put(named[0], named[1].endsWith("/") ? named[1] : named[1] + "/");
                }
            }
        }
        if (document != null) {
            document(json, document);
            return;
        }
        if (homes.isEmpty()) {
            homes.add(Path.of(System.getProperty("java.home")));
        }
        if (options.isEmpty()) {
            options.addAll(WITHOUT_DATABASE);
        }
        Path folder = Files.createTempDirectory("pagerace-bench-");
        var started = new LinkedHashMap<String, Process>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> started.values().forEach(Process::destroy)));
        try {
            execute(homes.get(0), List.of("./pagerace", "--version")); // builds it if need be
            var bench = new StackBench(rounds, seconds, Pattern.compile(only), folder, started);
            for (Path home : homes) {
                bench.start(home);
            }
            for (Path home : homes) {
                String name = OURS + javaVersion(home);
                roots.put(name, bench.serve(name, home, options));
            }
            bench.measure(roots);
            bench.resident();
            if (json != null) {
                bench.write(json);
            }
        } finally {
            started.values().forEach(StackBench::end);
            delete(folder);
        }
    }

    private final int rounds;
    private final int seconds;
    private final Pattern only;
    private final Path folder;
    private final Map<String, Process> started; // the servers that are ours, by name
    private final List<Figures> all = new ArrayList<>();
    private final String about;

    private StackBench(int rounds, int seconds, Pattern only, Path folder, Map<String, Process> started)
            throws IOException, InterruptedException {
        this.rounds = rounds;
        this.seconds = seconds;
        this.only = only;
        this.folder = folder;
        this.started = started;
        this.about = String.format(
                Locale.ROOT,
                "%s, %s, %d processors, Linux %s, %s; %d rounds of %d s, load average before %s",
                LocalDate.now(),
                cpu(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version"),
                versions(),
                rounds,
                seconds,
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        System.out.println(about);
    }

    private String serve(String name, Path home, List<String> options) throws IOException, InterruptedException {
        Path port = folder.resolve("port");
        Files.deleteIfExists(port);
        var command = new ArrayList<>(List.of("./pagerace", "serve", "--port", "0", "--port-file", port.toString()));
        command.addAll(options);
        Path log = folder.resolve("log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", home.toString());
        Process process = builder.start(); // the shell becomes the JVM, so the id stays
        started.put(name, process);
        while (!Files.exists(port)) {
            if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(Files.readString(log));
            }
        }
        return "http://127.0.0.1:" + Files.readString(port).strip() + "/";
    }

    /** TERM: it removes its folders itself. */
    private static void end(Process process) {
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start(Path home) throws IOException, InterruptedException {
        String name = "start of serve --db none to its first 200, in s, JDK " + javaVersion(home);
        if (!only.matcher(name).find()) {
            return;
        }
        var ours = new ArrayList<Double>();
        var theirs = new ArrayList<Double>();
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            long begin = System.nanoTime();
            execute(home, List.of(home.resolve("bin/java").toString(), "-version"));
            long between = System.nanoTime();
            String root = serve("started", home, WITHOUT_DATABASE);
            body(root + "testing.html");
            long end = System.nanoTime();
            end(started.remove("started"));
            if (round >= 0) {
                theirs.add((between - begin) / 1e9);
                ours.add((end - between) / 1e9);
            }
        }
        add(List.of(
                new Figures(name, "java -version", false, 12, "java -version", theirs),
                new Figures(name, "java -version", false, 12, OURS + javaVersion(home), ours)));
    }

    private void measure(Map<String, String> roots) throws IOException, InterruptedException {
        var ceilings = new HashMap<String, Double>();
        for (Case each : CASES) {
            if (only.matcher(each.name()).find()) {
                assertSameBytes(each.page(), roots);
                add(measure(each, roots, ceilings));
            }
        }
    }

    private List<Figures> measure(Case each, Map<String, String> roots, Map<String, Double> ceilings)
            throws IOException, InterruptedException {
        var figures = new LinkedHashMap<String, List<Double>>();
        var names = new ArrayList<>(roots.keySet());
        names.removeIf(name -> !name.startsWith(OURS) && !name.matches(each.against()));
        names.forEach(name -> figures.put(name, new ArrayList<>()));
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            Collections.rotate(names, 1);
            for (String name : names) {
                String root = roots.get(name);
                String cell = each.page() + name;
                if (each.kind() == Kind.P99 && !ceilings.containsKey(cell)) {
                    Case kept = new Case(each.page(), Kind.KEPT, each.connections(), each.against(), 1);
                    ceilings.put(cell, number(RATE, execute(null, kept.command(seconds, root, 0))));
                }
                String output = execute(null, each.command(seconds, root, ceilings.getOrDefault(cell, 0.0) / 2));
                // ab counts the answers it cuts off at the end of its time as failed, in no figure but that one
                if (output.contains("Non-2xx") || output.contains("Socket errors")) {
                    throw new IllegalStateException(name + " failed:\n" + output);
                }
                if (round >= 0) {
                    figures.get(name).add(each.kind() == Kind.P99 ? p99Millis(output) : number(RATE, output));
                }
            }
        }
        if (each.kind() == Kind.KEPT) {
            figures.forEach((name, rates) -> ceilings.put(each.page() + name, median(rates)));
        }
        return figures.entrySet().stream()
                .map(entry -> new Figures(
                        each.name(), each.against(), each.kind().moreIsBetter, each.target(), entry.getKey(), entry.getValue()))
                .toList();
    }

    /** What each JDK's server occupies after all that. */
    private void resident() throws IOException {
        String name = "resident set at the end, in MB";
        var found = new ArrayList<Figures>();
        for (Map.Entry<String, Process> server : started.entrySet()) {
            String status = Files.readString(Path.of("/proc/" + server.getValue().pid() + "/status"));
            double megabytes = number("VmRSS:\\s+(\\d+)", status) / 1024;
            found.add(new Figures(name, "limit", false, 1, server.getKey(), List.of(megabytes)));
        }
        found.add(new Figures(name, "limit", false, 1, "limit", List.of(MOST_MEGABYTES)));
        add(found);
    }

    private void add(List<Figures> measured) {
        all.addAll(measured);
        System.out.print(table(measured));
    }

    private void write(Path json) throws IOException {
        List<Figures> kept = Files.exists(json) ? read(Files.readString(json)) : new ArrayList<>();
        kept.removeIf(old -> all.stream().anyMatch(each -> each.name().equals(old.name())));
        all.addAll(kept);
        Files.writeString(json, json(about, all));
    }

    /** A comparison of servers that send different things would say nothing. */
    private static void assertSameBytes(String page, Map<String, String> roots) throws IOException, InterruptedException {
        byte[] first = null;
        for (String root : roots.values()) {
            byte[] body = body(root + page);
            first = first == null ? body : first;
            if (!page.startsWith("info") && !Arrays.equals(first, body)) { // that one is each runtime's own
                throw new IllegalStateException(
                        root + page + ": " + body.length + " bytes that are not the " + first.length + " of the first server");
            }
        }
    }

    private static byte[] body(String url) throws IOException, InterruptedException {
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(); // lighttpd would upgrade to 2
        HttpResponse<byte[]> answer =
                client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(url + " answers " + answer.statusCode());
        }
        return answer.body();
    }

    private static String table(List<Figures> all) {
        var text = new StringBuilder();
        Map<String, List<Figures>> cases =
                all.stream().collect(Collectors.groupingBy(Figures::name, LinkedHashMap::new, Collectors.toList()));
        cases.forEach((name, servers) -> {
            List<Figures> others = servers.stream().filter(each -> !each.server().startsWith(OURS)).toList();
            for (Figures ours : servers) {
                if (!others.contains(ours)) {
                    text.append(row(ours, others));
                }
            }
        });
        return text.toString();
    }

    private static String row(Figures ours, List<Figures> others) {
        var quotients = new ArrayList<Double>();
        for (int round = 0; round < ours.rounds().size(); round++) {
            int now = round;
            DoubleStream rivals = others.stream().mapToDouble(each -> each.rounds().get(now));
            double best = (ours.more() ? rivals.max() : rivals.min()).orElse(Double.NaN);
            quotients.add(ours.rounds().get(round) / best);
        }
        String rivals = others.stream()
                .map(each -> each.server() + " " + figure(median(each.rounds())))
                .collect(Collectors.joining(", "));
        boolean missed = ours.more() ? median(quotients) < ours.target() : median(quotients) > ours.target();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s %.1f | %.2f [%.2f..%.2f]%s | %s | %s |%n",
                ours.name(),
                ours.server().substring(OURS.length()),
                ours.more() ? "at least" : "at most",
                ours.target(),
                median(quotients),
                Collections.min(quotients),
                Collections.max(quotients),
                missed ? ", **missed**" : "",
                figure(median(ours.rounds())),
                rivals);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    /** One line per server and case, so that it is read again without a library. */
    private static String json(String about, List<Figures> all) {
        return all.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "    { \"case\": \"%s\", \"against\": \"%s\", \"better\": \"%s\", \"target\": %.1f, \"server\": \"%s\", \"rounds\": [%s] }",
                        each.name(),
                        each.against(),
                        each.more() ? "more" : "less",
                        each.target(),
                        each.server(),
                        each.rounds().stream()
                                .map(figure -> String.format(Locale.ROOT, "%.3f", figure))
                                .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(
                        ",\n", "{\n  \"version\": 2,\n  \"about\": \"" + about + "\",\n  \"figures\": [\n", "\n  ]\n}\n"));
    }

    private static List<Figures> read(String json) {
        var all = new ArrayList<Figures>();
        Matcher line = Pattern.compile(
                        "\"case\": \"(.+)\", \"against\": \"(.+)\", \"better\": \"(.+)\", \"target\": (.+), \"server\": \"(.+)\", \"rounds\": \\[(.+)]")
                .matcher(json);
        while (line.find()) {
            List<Double> rounds = Stream.of(line.group(6).split(", ")).map(Double::valueOf).toList();
            all.add(new Figures(
                    line.group(1),
                    line.group(2),
                    line.group(3).equals("more"),
                    Double.parseDouble(line.group(4)),
                    line.group(5),
                    rounds));
        }
        return all;
    }

    private static void document(Path json, Path document) throws IOException {
        String text = Files.readString(json);
        Matcher about = Pattern.compile("\"about\": \"(.+)\"").matcher(text);
        about.find();
        String table = about.group(1) + ". Median [smallest..largest] of the rounds' quotients; requests/s where nothing else is said.\n\n"
                + "| case | JDK | target | to the best of them | serve | they |\n| --- | --- | --- | --- | --- | --- |\n"
                + table(read(text));
        String whole = Files.readString(document);
        int begin = whole.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(document, whole.substring(0, begin) + table + whole.substring(whole.indexOf(END)));
    }

    private static String versions() throws IOException, InterruptedException {
        return execute(null, List.of("bash", "-c", """
                { nginx -v; lighttpd -v; wrk -v | head -1; ab -V | head -1; } 2>&1 | grep -oE '(nginx|lighttpd|wrk|Version)[ /][0-9.]+[0-9]'"""))
                .strip()
                .replace("Version", "ab")
                .replace('/', ' ')
                .replace("\n", ", ");
    }

    private static String javaVersion(Path home) throws IOException {
        Matcher version = Pattern.compile("JAVA_VERSION=\"(.*)\"").matcher(Files.readString(home.resolve("release")));
        version.find();
        return version.group(1);
    }

    private static String cpu() throws IOException {
        Matcher model = Pattern.compile("model name\\s*: (.*)").matcher(Files.readString(Path.of("/proc/cpuinfo")));
        return model.find() ? model.group(1) : "an unknown processor";
    }

    private static double number(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in:\n" + text);
        }
        return Double.parseDouble(matcher.group(1));
    }

    private static double p99Millis(String output) {
        Matcher matcher = P99.matcher(output);
        if (!matcher.find()) {
            throw new IllegalStateException("no p99 in:\n" + output);
        }
        return Double.parseDouble(matcher.group(1))
                * Map.of("us", 1e-3, "ms", 1.0, "s", 1e3).get(matcher.group(2));
    }

    private static double median(List<Double> values) {
        DoubleStream sorted = values.stream().mapToDouble(Double::doubleValue).sorted();
        double[] array = sorted.toArray();
        return (array[(array.length - 1) / 2] + array[array.length / 2]) / 2;
    }

    /** Runs a program to its end; returns what it printed. */
    private static String execute(Path javaHome, List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (javaHome != null) {
            builder.environment().put("JAVA_HOME", javaHome.toString());
        }
        Process process = builder.start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed:\n" + output);
        }
        return output;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

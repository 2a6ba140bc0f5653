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
 * {@code serve} against other servers of the same pages, with wrk and ab as clients: ratios, never absolute figures.
 *
 * <pre>
 * java src/bench/StackBench.java [--rounds N] [--seconds S] [--only REGEX] [--json FILE] [--java HOME]... NAME=URL...
 * java src/bench/StackBench.java --json FILE --doc docs/performance.md
 * </pre>
 *
 * <p>The others are running already, with the same files, and are named with the URL of their root; a case is compared with
 * those it names, or with all. {@code serve} is started here, once per JDK, without a database, from {@code target/pagerace.war}.
 *
 * <p>One round of a case runs the client against each server in turn, each round beginning with another one; the first round is
 * not counted. What counts is the quotient of the two rates of a round, against the best of the others in it; the table has the median,
 * with the smallest and the largest.
 *
 * <p>Cases that a JSON file has already stay in it unless they are measured again. The second form writes the table of such a file between its two markers in a document.
 */
final class StackBench {
    private static final Path WAR = Path.of("target/pagerace.war").toAbsolutePath();
    private static final String OURS = "serve, JDK ";
    private static final String BEGIN = "<!-- StackBench -->\n";
    private static final String END = "<!-- end of StackBench -->\n";
    private static final int WARM_ROUNDS = 1;

    /**
     * What is asked for, and how.
     *
     * @param client wrk over kept connections, ab with a new one each
     * @param against the names of those to compare with, regular expressions; of more than one that are there, the best counts
     * @param target the least quotient
     */
    private record Case(String page, String client, int connections, String against, double target) {
        String name() {
            return page + (client.equals("wrk") ? ", kept connections, c=" : ", a connection each, c=") + connections;
        }

        List<String> command(int seconds, String root) {
            return client.equals("wrk")
                    ? List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", root + page)
                    : List.of("ab", "-q", "-l", "-r", "-c", "" + connections, "-t", "" + seconds, "-n", "10000000", root + page);
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("testing.html", "wrk", 32, "nginx|lighttpd", 1.0),
            new Case("jquery-1.7.1.min.js", "wrk", 32, "nginx", 1.0),
            new Case("index.html", "wrk", 32, "nginx", 0.9),
            new Case("testing.html", "ab", 100, "nginx", 0.9),
            new Case("testing.html", "ab", 1, "nginx", 0.6));

    /** The rates of one server in one case, in requests per second, round by round. */
    private record Rates(String name, String against, double target, String server, List<Double> perSecond) {}

    public static void main(String[] args) throws Exception {
        int rounds = 7;
        int seconds = 3;
        String only = "";
        Path json = null;
        Path document = null;
        var homes = new ArrayList<Path>();
        var roots = new LinkedHashMap<String, String>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--seconds" -> seconds = Integer.parseInt(args[++i]);
                case "--only" -> only = args[++i];
                case "--json" -> json = Path.of(args[++i]);
                case "--doc" -> document = Path.of(args[++i]);
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
        Path folder = Files.createTempDirectory("pagerace-bench-");
        var started = new ArrayList<Process>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> started.forEach(Process::destroy)));
        try {
            for (Path home : homes) {
                roots.put(OURS + javaVersion(home), serve(home, folder, started));
            }
            measure(rounds, seconds, only, json, roots);
        } finally {
            for (Process process : started) {
                process.destroy(); // TERM: it removes its folders itself
                process.waitFor(10, TimeUnit.SECONDS);
            }
            delete(folder);
        }
    }

    private static String serve(Path home, Path folder, List<Process> started) throws IOException, InterruptedException {
        Path port = folder.resolve("port-" + started.size());
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(), "-jar", WAR.toString(), "serve", "--port", "0", "--port-file",
                        port.toString(), "--db", "none")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log-" + started.size()).toFile())
                .start();
        started.add(process);
        while (!Files.exists(port)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(Files.readString(folder.resolve("log-" + (started.size() - 1))));
            }
        }
        return "http://127.0.0.1:" + Files.readString(port).strip() + "/";
    }

    private static void measure(int rounds, int seconds, String only, Path json, Map<String, String> roots)
            throws IOException, InterruptedException {
        String about = String.format(
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
        var all = new ArrayList<Rates>();
        for (Case each : CASES) {
            if (Pattern.compile(only).matcher(each.name()).find()) {
                assertSameBytes(each.page(), roots);
                List<Rates> measured = measure(each, rounds, seconds, roots);
                all.addAll(measured);
                System.out.print(table(measured));
            }
        }
        if (json != null) {
            List<Rates> kept = Files.exists(json) ? read(Files.readString(json)) : new ArrayList<>();
            kept.removeIf(old -> all.stream().anyMatch(each -> each.name().equals(old.name())));
            all.addAll(kept);
            Files.writeString(json, json(about, all));
        }
    }

    private static List<Rates> measure(Case each, int rounds, int seconds, Map<String, String> roots)
            throws IOException, InterruptedException {
        var rates = new LinkedHashMap<String, List<Double>>();
        var names = new ArrayList<>(roots.keySet());
        names.removeIf(name -> !name.startsWith(OURS) && !name.matches(each.against()));
        names.forEach(name -> rates.put(name, new ArrayList<>()));
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            Collections.rotate(names, 1);
            for (String name : names) {
                String output = execute(each.command(seconds, roots.get(name)));
                // ab counts the answers it cuts off at the end of its time as failed, in no figure but that one
                if (output.contains("Non-2xx") || output.contains("Socket errors")) {
                    throw new IllegalStateException(name + " failed:\n" + output);
                }
                if (round >= 0) {
                    rates.get(name).add(number("Requests(?:/sec| per second): +([\\d.]+)", output));
                }
            }
        }
        return rates.entrySet().stream()
                .map(entry -> new Rates(each.name(), each.against(), each.target(), entry.getKey(), entry.getValue()))
                .toList();
    }

    /** A comparison of servers that send different things would say nothing. */
    private static void assertSameBytes(String page, Map<String, String> roots) throws IOException, InterruptedException {
        byte[] first = null;
        for (String root : roots.values()) {
            HttpResponse<byte[]> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(root + page)).build(), HttpResponse.BodyHandlers.ofByteArray());
            first = first == null ? answer.body() : first;
            if (answer.statusCode() != 200 || !Arrays.equals(first, answer.body())) {
                throw new IllegalStateException(root + page + " is not what the first server sends");
            }
        }
    }

    private static String table(List<Rates> all) {
        var text = new StringBuilder();
        Map<String, List<Rates>> cases =
                all.stream().collect(Collectors.groupingBy(Rates::name, LinkedHashMap::new, Collectors.toList()));
        cases.forEach((name, servers) -> {
            List<Rates> others = servers.stream().filter(each -> !each.server().startsWith(OURS)).toList();
            for (Rates ours : servers) {
                if (!others.contains(ours)) {
                    text.append(row(ours, others));
                }
            }
        });
        return text.toString();
    }

    private static String row(Rates ours, List<Rates> others) {
        var quotients = new ArrayList<Double>();
        for (int round = 0; round < ours.perSecond().size(); round++) {
            int now = round;
            double best = others.stream().mapToDouble(each -> each.perSecond().get(now)).max().orElse(Double.NaN);
            quotients.add(ours.perSecond().get(round) / best);
        }
        String rivals = others.stream()
                .map(each -> String.format(Locale.ROOT, "%s %,.0f", each.server(), median(each.perSecond())))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.2f [%.2f..%.2f]%s | %,.0f | %s |%n",
                ours.name(),
                ours.server().substring(OURS.length()),
                ours.target(),
                median(quotients),
                Collections.min(quotients),
                Collections.max(quotients),
                median(quotients) < ours.target() ? ", **missed**" : "",
                median(ours.perSecond()),
                rivals);
    }

    /** One line per server and case, so that it is read again without a library. */
    private static String json(String about, List<Rates> all) {
        return all.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "    { \"case\": \"%s\", \"against\": \"%s\", \"target\": %.1f, \"server\": \"%s\", \"requestsPerSecond\": [%s] }",
                        each.name(),
                        each.against(),
                        each.target(),
                        each.server(),
                        each.perSecond().stream()
                                .map(rate -> String.format(Locale.ROOT, "%.1f", rate))
                                .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(
                        ",\n", "{\n  \"version\": 1,\n  \"about\": \"" + about + "\",\n  \"rates\": [\n", "\n  ]\n}\n"));
    }

    private static List<Rates> read(String json) {
        var all = new ArrayList<Rates>();
        Matcher line = Pattern.compile(
                        "\"case\": \"(.+)\", \"against\": \"(.+)\", \"target\": (.+), \"server\": \"(.+)\", \"requestsPerSecond\": \\[(.+)]")
                .matcher(json);
        while (line.find()) {
            List<Double> rates = Stream.of(line.group(5).split(", ")).map(Double::valueOf).toList();
            all.add(new Rates(line.group(1), line.group(2), Double.parseDouble(line.group(3)), line.group(4), rates));
        }
        return all;
    }

    private static void document(Path json, Path document) throws IOException {
        String text = Files.readString(json);
        Matcher about = Pattern.compile("\"about\": \"(.+)\"").matcher(text);
        about.find();
        String table = about.group(1) + ". Median [smallest..largest] of the rounds' quotients; rates in requests/s.\n\n"
                + "| case | JDK | target | to the best of them | serve | they |\n| --- | --- | --- | --- | --- | --- |\n"
                + table(read(text));
        String whole = Files.readString(document);
        int begin = whole.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(document, whole.substring(0, begin) + table + whole.substring(whole.indexOf(END)));
    }

    private static String versions() throws IOException, InterruptedException {
        return execute(List.of("bash", "-c", """
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

    private static double median(List<Double> values) {
        DoubleStream sorted = values.stream().mapToDouble(Double::doubleValue).sorted();
        double[] array = sorted.toArray();
        return (array[(array.length - 1) / 2] + array[array.length / 2]) / 2;
    }

    /** Runs a program to its end; returns what it printed. */
    private static String execute(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
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

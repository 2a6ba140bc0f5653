import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The load driver against other load tools, on one server on loopback: ratios, never absolute figures.
 *
 * <pre>
 * java src/bench/DriverBench.java [--rounds N] [--seconds S] [--only TEXT] [--lighttpd] [JAVA_HOME...]
 * </pre>
 *
 * <p>One round of a row runs the other tool and then our driver, or the other way round in every second round, each as a
 * whole process: ours as {@code ./pagerace load}, which practises for 0.4 s inside its own process before a run without warm-up, so that the
 * start of its JVM is in no figure but the memory. What a round gives is the quotient
 * of the two; the row is the median of the quotients, with the smallest and the largest. Each JDK has rounds of its own. A tool
 * that is not installed is named and left out.
 *
 * <p>Behind it stand the medians of the CPU time (user and system) that a request cost our driver, the other tool and the
 * server under either, in microseconds: they say who was the limit, and other work on the machine disturbs them less.
 *
 * <p>The server is nginx as a deployer sets it up, with a process for each processor, or lighttpd, which has one process.
 *
 * <p>Needs nginx or lighttpd, from the root of the repository. Linux only: CPU times and memory come from bash and /proc.
 */
final class DriverBench {
    private static final Path WAR = Path.of("target/war").toAbsolutePath();
    private static final String SMALL = "testing.html"; // 8 bytes
    private static final String MEDIUM = "jquery-1.7.1.min.js"; // 93,868 bytes
    private static final String LARGE = "index.html"; // 608,500 bytes
    private static final int PACED_RATE = 20_000;
    private static final int PACED_CONNECTIONS = 32;
    private static final int WARM_ROUNDS = 1;
    private static final int LONG = 6; // times the seconds, where the start of a JVM is not what is asked for
    private static final int MEMORY_SECONDS = 60;

    private final int rounds;
    private final int seconds;
    private final int port;
    private final List<ProcessHandle> server; // those that answer

    private DriverBench(int rounds, int seconds, int port, List<ProcessHandle> server) {
        this.rounds = rounds;
        this.seconds = seconds;
        this.port = port;
        this.server = server;
    }

    /** A program with its options, and where its output tells its requests per second and their number. */
    private record Tool(String rate, String count, List<String> command) {}

    /** One comparison: of the rate, where more is better, or of the CPU time per request. */
    private record Row(String name, String page, boolean ofCost, Tool other, Tool ours) {}

    /** What one run of a tool came to. */
    private record Outcome(double rate, double cpuMicros, double serverMicros) {}

    private static double number(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in:\n" + text);
        }
        return Double.parseDouble(matcher.group(1).replace(",", ""));
    }

    public static void main(String[] args) throws Exception {
        int rounds = 7;
        int seconds = 5;
        String only = "";
        boolean lighttpd = false;
        var homes = new ArrayList<Path>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--seconds" -> seconds = Integer.parseInt(args[++i]);
                case "--only" -> only = args[++i];
                case "--lighttpd" -> lighttpd = true;
                default -> homes.add(Path.of(args[i]));
            }
        }
        if (homes.isEmpty()) {
            homes.add(Path.of(System.getProperty("java.home")));
        }
        execute(homes.get(0), List.of("./pagerace", "--version")); // builds it if need be
        Path folder = Files.createTempDirectory("pagerace-bench-");
        int port = freePort();
        Process server = start(lighttpd ? lighttpd(folder, port) : nginx(folder, port), port);
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
        try {
            int processes = lighttpd ? 0 : Runtime.getRuntime().availableProcessors();
            while (server.isAlive() && server.children().count() < processes) {
                TimeUnit.MILLISECONDS.sleep(10); // nginx listens before it has its workers
            }
            List<ProcessHandle> workers = lighttpd ? List.of(server.toHandle()) : server.children().toList();
            new DriverBench(rounds, seconds, port, workers).report(homes, only);
        } finally {
            server.destroy(); // TERM: nginx's worker goes with it
            server.waitFor(5, TimeUnit.SECONDS);
            delete(folder);
        }
    }

    private void report(List<Path> homes, String only) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%s, %d processors, %s, Linux %s, %d rounds of %d s, load average before %s%n",
                LocalDate.now(),
                Runtime.getRuntime().availableProcessors(),
                cpu(),
                System.getProperty("os.version"),
                rounds,
                seconds,
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        System.out.println(execute(null, List.of("bash", "-c", """
                %s -v 2>&1 | head -1; wrk -v | head -1; h2load --version
                dpkg-query -W -f '${Package} ${Version}\\n' apache2-utils hey; true""".formatted(server.get(0).info().command().orElse("nginx"))))
                .strip());
        for (Path home : homes) {
            System.out.printf("%nJava %s%n", javaVersion(home));
            for (Row row : rows()) {
                if (row.name().contains(only)) {
                    compare(row, home);
                }
            }
            if ("memory".contains(only)) {
                memory(home, 1_000, MEMORY_SECONDS);
                memory(home, 10_000, MEMORY_SECONDS / 4);
            }
        }
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (String page : List.of(SMALL, MEDIUM, LARGE)) {
            rows.add(new Row(
                    "keep-alive, c=32, " + page + ": requests/s vs wrk",
                    page,
                    false,
                    new Tool("Requests/sec: +([\\d.]+)", "(\\d+) requests in", List.of("wrk", "-t1", "-c32", "-d" + seconds + "s")),
                    pagerace("-c", "32", "-d", seconds + "s")));
        }
        rows.add(new Row(
                "a connection per request, c=100: requests/s vs ab",
                SMALL,
                false,
                new Tool(
                        "Requests per second: +([\\d.]+)",
                        "Complete requests: +(\\d+)",
                        List.of("ab", "-q", "-r", "-c", "100", "-t", "" + seconds, "-n", "10000000")),
                pagerace("-c", "100", "-d", seconds + "s", "--no-keepalive", "--http", "1.0")));
        rows.add(new Row(
                "keep-alive, c=32, " + SMALL + ": requests/s vs hey",
                SMALL,
                false,
                new Tool(
                        "Requests/sec:\\s+([\\d.]+)",
                        "\\[200\\]\\s+(\\d+) responses",
                        List.of("hey", "-z", seconds + "s", "-c", "32")),
                pagerace("-c", "32", "-d", seconds + "s")));
        int perClient = PACED_RATE / PACED_CONNECTIONS;
        rows.add(new Row(
                "at " + PACED_RATE + "/s for " + LONG * seconds + " s: CPU time vs h2load",
                SMALL,
                true,
                new Tool(
                        "([\\d.]+) req/s",
                        "requests: (\\d+) total",
                        List.of("h2load", "--h1", "-t1", "-c" + PACED_CONNECTIONS, "--rps=" + perClient, "-D" + LONG * seconds)),
                pagerace("-c", "" + PACED_CONNECTIONS, "--rate", "" + PACED_RATE, "-d", LONG * seconds + "s")));
        return rows;
    }

    private void compare(Row row, Path home) throws Exception {
        String other = row.other().command().get(0);
        if (!isInstalled(other)) {
            System.out.printf("  %-62s left out: %s is not installed%n", row.name(), other);
            return;
        }
        var theirs = new ArrayList<Outcome>();
        var mine = new ArrayList<Outcome>();
        var quotients = new ArrayList<Double>();
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            boolean otherFirst = round % 2 == 0;
            Outcome first = run(otherFirst ? row.other() : row.ours(), row.page(), home);
            Outcome second = run(otherFirst ? row.ours() : row.other(), row.page(), home);
            if (round >= 0) {
                theirs.add(otherFirst ? first : second);
                mine.add(otherFirst ? second : first);
                ToDoubleFunction<Outcome> value = row.ofCost() ? Outcome::cpuMicros : Outcome::rate;
                quotients.add(value.applyAsDouble(mine.get(round)) / value.applyAsDouble(theirs.get(round)));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "  %-62s %5.2f [%.2f..%.2f]  %,.0f/s to %,.0f/s, CPU %.1f to %.1f us, server %.1f and %.1f us%n",
                row.name(),
                median(quotients),
                Collections.min(quotients),
                Collections.max(quotients),
                median(mine, Outcome::rate),
                median(theirs, Outcome::rate),
                median(mine, Outcome::cpuMicros),
                median(theirs, Outcome::cpuMicros),
                median(mine, Outcome::serverMicros),
                median(theirs, Outcome::serverMicros));
    }

    /** Heap after a forced collection, and the largest resident set, of a run with so many connections. */
    private void memory(Path home, int connections, int after) throws Exception {
        var command = new ArrayList<>(pagerace("-c", "" + connections, "-d", after + 10 + "s").command());
        command.add(url(SMALL));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", home.toString());
        Process process = builder.start(); // the shell becomes the JVM, so the id stays
        if (process.waitFor(after, TimeUnit.SECONDS)) {
            throw new IllegalStateException("it ended early; does ulimit -n allow " + connections + " connections?");
        }
        String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
        String jcmd = home.resolve("bin/jcmd").toString();
        String heap = execute(home, List.of(jcmd, "" + process.pid(), "GC.class_histogram")); // collects first
        process.waitFor();
        System.out.printf(
                Locale.ROOT,
                "  memory after %d s at c=%,d: largest resident set %.0f MB, live heap %.1f MB%n",
                after,
                connections,
                number("VmHWM:\\s+(\\d+)", status) / 1024,
                number("Total +\\d+ +(\\d+)", heap) / (1 << 20));
    }

    private static Tool pagerace(String... options) {
        var command = new ArrayList<>(List.of("./pagerace", "load", "-t", "1"));
        command.addAll(Arrays.asList(options));
        return new Tool("rate +([\\d.,]+) requests/s", "(?m)^ +ok +([\\d,]+)", command);
    }

    private String url(String page) {
        return "http://127.0.0.1:" + port + "/" + page;
    }

    private Outcome run(Tool tool, String page, Path home) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='cpu %U %S'; time \"$@\"", "bash"));
        line.addAll(tool.command());
        line.add(url(page));
        double before = cpuMicros(server);
        String output = execute(home, line);
        double serverMicros = cpuMicros(server) - before;
        double count = number(tool.count(), output);
        double ownMicros = 1e6 * (number("cpu ([\\d.]+)", output) + number("cpu [\\d.]+ ([\\d.]+)", output));
        return new Outcome(number(tool.rate(), output), ownMicros / count, serverMicros / count);
    }

    private static double cpuMicros(List<ProcessHandle> processes) {
        return processes.stream()
                .mapToDouble(one -> one.info().totalCpuDuration().orElseThrow().toNanos() / 1e3)
                .sum();
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

    /** Returns the command of a server with as many processes that answer as there are processors. */
    private static List<String> nginx(Path folder, int port) throws IOException {
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, """
                daemon off;
                worker_processes auto;
                pid %1$s/nginx.pid;
                error_log %1$s/error.log;
                worker_rlimit_nofile 12000;
                events { worker_connections 11000; }
                http {
                    access_log off;
                    sendfile on;
                    tcp_nopush on;
                    keepalive_requests 1000000000;
                    client_body_temp_path %1$s;
                    proxy_temp_path %1$s; fastcgi_temp_path %1$s; uwsgi_temp_path %1$s; scgi_temp_path %1$s;
                    server { listen 127.0.0.1:%2$d backlog=4096; root %3$s; }
                }
                """.formatted(folder, port, webRoot(folder)));
        return List.of("nginx", "-p", folder.toString(), "-c", configuration.toString());
    }

    /** Returns the command of a server with one process. */
    private static List<String> lighttpd(Path folder, int port) throws IOException {
        Path configuration = folder.resolve("lighttpd.conf");
        Files.writeString(configuration, """
                server.bind = "127.0.0.1"
                server.port = %d
                server.document-root = "%s"
                server.max-fds = 20000
                server.max-connections = 10000
                server.listen-backlog = 4096
                server.max-keep-alive-requests = 65535
                """.formatted(port, webRoot(folder)));
        return List.of("lighttpd", "-D", "-f", configuration.toString());
    }

    private static Process start(List<String> command, int port) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(command).inheritIO().start();
        for (int i = 0; i < 500 && server.isAlive(); i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return server;
            } catch (IOException e) { // it does not listen yet
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        throw new IllegalStateException(command + " does not start");
    }

    /** nginx drops from root to another user, who may not enter the folders of ours. */
    private static Path webRoot(Path folder) throws IOException {
        Path root = Files.createDirectory(folder.resolve("www"));
        for (String page : List.of(SMALL, MEDIUM, LARGE)) {
            Files.copy(WAR.resolve(page), root.resolve(page));
        }
        new ProcessBuilder("chmod", "-R", "a+rX", folder.toString()).start().onExit().join();
        return root;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static String cpu() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 2))
                    .orElse("unknown CPU");
        }
    }

    private static String javaVersion(Path home) throws IOException {
        return Files.readString(home.resolve("release")).replaceAll("(?s).*JAVA_VERSION=\"([^\"]*)\".*", "$1");
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double median(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
        return median(outcomes.stream().map(value::applyAsDouble).toList());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}

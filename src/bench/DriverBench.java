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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The load driver against other load tools, on one nginx worker on loopback: ratios, never absolute figures.
 *
 * <pre>
 * java src/bench/DriverBench.java [--rounds N] [--seconds S] [--only TEXT] [JAVA_HOME...]
 * </pre>
 *
 * <p>One round of a row runs the other tool and then our driver, or the other way round in every second round, each as a
 * whole process: ours with a JVM that has compiled nothing yet. What a round gives is the quotient of the two; the row is the
 * median of the quotients, with the smallest and the largest. Each JDK has rounds of its own. A tool that is not installed is
 * named and left out.
 *
 * <p>Needs a built WAR (target/war) and nginx. Linux only: CPU times and memory come from bash and /proc.
 */
final class DriverBench {
    private static final Path WAR = Path.of("target/war").toAbsolutePath();
    private static final String SMALL = "testing.html"; // 8 bytes
    private static final String MEDIUM = "jquery-1.7.1.min.js"; // 93,868 bytes
    private static final String LARGE = "index.html"; // 608,500 bytes
    private static final int PACED_RATE = 20_000;
    private static final int PACED_CONNECTIONS = 32;
    private static final int WARM_ROUNDS = 1;

    private final int rounds;
    private final int seconds;
    private final int port;

    private DriverBench(int rounds, int seconds, int port) {
        this.rounds = rounds;
        this.seconds = seconds;
        this.port = port;
    }

    /** One comparison. What counts is higher-is-better for a rate, lower for a cost. */
    private record Row(
            String name,
            String target,
            List<String> other,
            List<String> ours,
            ToDoubleFunction<Run> otherValue,
            ToDoubleFunction<Run> ourValue) {}

    /** One process that has ended. */
    private record Run(String output, double cpuSeconds) {

        double number(String pattern) {
            Matcher matcher = Pattern.compile(pattern).matcher(output);
            if (!matcher.find()) {
                throw new IllegalStateException("no " + pattern + " in:\n" + output);
            }
            return Double.parseDouble(matcher.group(1).replace(",", ""));
        }
    }

    public static void main(String[] args) throws Exception {
        int rounds = 7;
        int seconds = 5;
        String only = "";
        var homes = new ArrayList<Path>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--seconds" -> seconds = Integer.parseInt(args[++i]);
                case "--only" -> only = args[++i];
                default -> homes.add(Path.of(args[i]));
            }
        }
        if (homes.isEmpty()) {
            homes.add(Path.of(System.getProperty("java.home")));
        }
        if (!Files.isDirectory(WAR)) {
            throw new IllegalStateException("no " + WAR + "; build it first: mvn -B package");
        }
        Path folder = Files.createTempDirectory("pagerace-bench-");
        int port = freePort();
        Process nginx = startNginx(folder, port);
        Runtime.getRuntime().addShutdownHook(new Thread(nginx::destroy));
        try {
            new DriverBench(rounds, seconds, port).report(homes, only);
        } finally {
            nginx.destroy(); // TERM: its worker goes with it
            nginx.waitFor(5, TimeUnit.SECONDS);
            delete(folder);
        }
    }

    private void report(List<Path> homes, String only) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%s, %d processors, %s, %d rounds of %d s, load average before %s%n",
                LocalDate.now(),
                Runtime.getRuntime().availableProcessors(),
                cpu(),
                rounds,
                seconds,
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        for (Path home : homes) {
            System.out.printf("%nJava %s (%s)%n", javaVersion(home), home);
            for (Row row : rows(home)) {
                if (row.name().contains(only)) {
                    compare(row);
                }
            }
            if ("memory".contains(only)) {
                memory(home, 1_000);
                memory(home, 10_000);
            }
        }
    }

    private List<Row> rows(Path home) {
        ToDoubleFunction<Run> ours = run -> run.number("rate +([\\d.,]+) requests/s");
        ToDoubleFunction<Run> wrk = run -> run.number("Requests/sec: +([\\d.]+)");
        ToDoubleFunction<Run> hey = run -> run.number("Requests/sec:\\s+([\\d.]+)");
        ToDoubleFunction<Run> ab = run -> run.number("Requests per second: +([\\d.]+)");
        var rows = new ArrayList<Row>();
        for (String page : List.of(SMALL, MEDIUM, LARGE)) {
            rows.add(new Row(
                    "keep-alive, c=32, " + page + ": requests/s vs wrk",
                    page,
                    List.of("wrk", "-t1", "-c32", "-d" + seconds + "s"),
                    load(home, "-t", "1", "-c", "32", "-d", seconds + "s"),
                    wrk,
                    ours));
        }
        rows.add(new Row(
                "a connection per request, c=100: requests/s vs ab",
                SMALL,
                List.of("ab", "-q", "-r", "-c", "100", "-t", "" + seconds, "-n", "10000000"),
                load(home, "-t", "1", "-c", "100", "-d", seconds + "s", "--no-keepalive", "--http", "1.0"),
                ab,
                ours));
        rows.add(new Row(
                "keep-alive, c=32, " + SMALL + ": requests/s vs hey",
                SMALL,
                List.of("hey", "-z", seconds + "s", "-c", "32"),
                load(home, "-t", "1", "-c", "32", "-d", seconds + "s"),
                hey,
                ours));
        int perClient = PACED_RATE / PACED_CONNECTIONS;
        rows.add(new Row(
                "CPU s per million requests at " + PACED_RATE + "/s vs h2load",
                SMALL,
                List.of("h2load", "--h1", "-t1", "-c" + PACED_CONNECTIONS, "--rps=" + perClient, "-D" + seconds),
                load(home, "-t", "1", "-c", "" + PACED_CONNECTIONS, "--rate", "" + PACED_RATE, "-d", seconds + "s"),
                run -> run.cpuSeconds() / run.number("requests: (\\d+) total") * 1e6,
                run -> run.cpuSeconds() / run.number("ok +([\\d,]+)") * 1e6));
        return rows;
    }

    private void compare(Row row) throws Exception {
        if (!isInstalled(row.other().get(0))) {
            System.out.printf("  %-62s left out: %s is not installed%n", row.name(), row.other().get(0));
            return;
        }
        var quotients = new ArrayList<Double>();
        var theirs = new ArrayList<Double>();
        var mine = new ArrayList<Double>();
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            Callable<Double> other = () -> row.otherValue().applyAsDouble(run(row.other(), row.target()));
            Callable<Double> own = () -> row.ourValue().applyAsDouble(run(row.ours(), row.target()));
            boolean otherFirst = round % 2 == 0;
            double first = (otherFirst ? other : own).call();
            double second = (otherFirst ? own : other).call();
            if (round >= 0) {
                theirs.add(otherFirst ? first : second);
                mine.add(otherFirst ? second : first);
                quotients.add(mine.get(round) / theirs.get(round));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "  %-62s %5.2f [%.2f..%.2f]  %,.1f to %,.1f%n",
                row.name(),
                median(quotients),
                Collections.min(quotients),
                Collections.max(quotients),
                median(mine),
                median(theirs));
    }

    /** Heap after a forced collection, and the largest resident set, of a run with so many connections. */
    private void memory(Path home, int connections) throws Exception {
        var command = new ArrayList<>(load(home, "-t", "1", "-c", "" + connections, "-d", 6 * seconds + "s"));
        command.add(url(SMALL));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(5L * seconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("it ended early; does ulimit -n allow " + connections + " connections?");
        }
        String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
        String jcmd = home.resolve("bin/jcmd").toString();
        run(List.of(jcmd, "" + process.pid(), "GC.run"), null);
        Run heap = run(List.of(jcmd, "" + process.pid(), "GC.heap_info"), null);
        process.waitFor();
        System.out.printf(
                Locale.ROOT,
                "  memory at c=%,d: largest resident set %.0f MB, heap in use %.1f MB%n",
                connections,
                new Run(status, 0).number("VmHWM:\\s+(\\d+)") / 1024,
                new Run(heap.output(), 0).number("used (\\d+)K") / 1024);
    }

    private static List<String> load(Path home, String... options) {
        var command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-cp",
                WAR + "/WEB-INF/classes:" + WAR + "/WEB-INF/lib/*:" + WAR + "/WEB-INF/server/*",
                "org.pagerace.cli.Main",
                "load"));
        command.addAll(Arrays.asList(options));
        return command;
    }

    private String url(String page) {
        return "http://127.0.0.1:" + port + "/" + page;
    }

    /** Runs a tool to its end, with its CPU time as bash sees it. */
    private Run run(List<String> command, String page) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='cpu %U %S'; time \"$@\"", "bash"));
        line.addAll(command);
        if (page != null) {
            line.add(url(page));
        }
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed:\n" + output);
        }
        var cpu = new Run(output, 0);
        return new Run(output, cpu.number("cpu ([\\d.]+)") + cpu.number("cpu [\\d.]+ ([\\d.]+)"));
    }

    private static Process startNginx(Path folder, int port) throws IOException, InterruptedException {
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, """
                daemon off;
                worker_processes 1;
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
        Process nginx = new ProcessBuilder("nginx", "-p", folder.toString(), "-c", configuration.toString())
                .inheritIO()
                .start();
        for (int i = 0; i < 500 && nginx.isAlive(); i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return nginx;
            } catch (IOException e) { // it does not listen yet
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        throw new IllegalStateException("nginx does not start");
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

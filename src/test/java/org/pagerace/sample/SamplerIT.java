package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.Peers;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.FileTree;
import org.pagerace.process.FreePorts;
import org.pagerace.process.Programs;
import org.pagerace.result.LoadResult;
import org.pagerace.result.Metric;
import org.pagerace.result.Samples;
import org.pagerace.sample.Sources.Kind;
import org.pagerace.sample.Sources.StatusPage;

/** Real servers under a short load: each metric is there and plausible, or unseen with a reason. */
@Timeout(60)
class SamplerIT {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int CHILDREN = 3;
    private static final Duration LEAD_IN = Duration.ofMillis(200);
    private static final Duration LENGTH = Duration.ofMillis(2500);
    private static final double ABOVE = 1.1; // looks take a moment, in which processes go on

    /** What Linux tells of any stack. */
    private static final Set<Metric> ALWAYS = Set.of(
            Metric.MACHINE_CPU,
            Metric.FOREIGN_CPU,
            Metric.STOLEN_CPU,
            Metric.SERVER_CPU,
            Metric.SERVER_CPU_LIMIT,
            Metric.SERVER_BUSIEST_THREAD,
            Metric.SERVER_MEMORY,
            Metric.SERVER_WRITTEN,
            Metric.SERVER_DISK_READ,
            Metric.SERVER_DESCRIPTORS,
            Metric.DRIVER_CPU,
            Metric.DRIVER_BUSIEST_THREAD,
            Metric.LISTEN_DROPS,
            Metric.LISTEN_QUEUE,
            Metric.SEGMENTS_SENT,
            Metric.SEGMENTS_RESENT,
            Metric.TIME_WAIT);

    private final Deque<ChildProcess> servers = new ArrayDeque<>();
    private final ProcFiles files = ProcFiles.ofThisMachine();
    private Path folder;
    private int port;

    @BeforeEach
    void makeFolder() throws IOException {
        Peers.require(Files.isDirectory(Path.of("/proc/self/task")), "no Linux: there is no /proc");
        folder = Files.createTempDirectory("sampler-it");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("index.html"), "12345678");
        Files.writeString(folder.resolve("slow.php"), "<?php usleep(20000); echo 'slow';");
        port = FreePorts.next();
    }

    @AfterEach
    void stopServers() throws IOException {
        servers.forEach(ChildProcess::close);
        files.close();
        FileTree.delete(folder);
    }

    private ChildProcess server(String stop, String... command) throws IOException {
        ChildProcess server = ChildProcess.start(new ChildProcess.Spec(
                command[0], List.of(command), Map.of(), folder, folder.resolve("log"), stop, Duration.ofSeconds(5)));
        servers.push(server);
        return server;
    }

    private static String program(String name, String install) {
        Optional<Path> found = Programs.find(name);
        Peers.require(found.isPresent(), name + " is not installed: apt-get install " + install);
        return found.orElseThrow().toString();
    }

    private static String phpFpm() {
        return Stream.of("php-fpm", "php-fpm8.2", "php-fpm8.3", "php-fpm8.4")
                .flatMap(name -> Programs.find(name).stream())
                .map(Path::toString)
                .findFirst()
                .orElseGet(() -> program("php-fpm", "php-fpm"));
    }

    private List<Long> pids() {
        return servers.stream().flatMap(server -> server.pids().stream()).toList();
    }

    private Sources sources(List<String> listens, List<StatusPage> status) {
        return new Sources(
                files,
                pids(),
                List.of(),
                () -> List.of(ProcessHandle.current().pid()),
                listens,
                status,
                new NetworkTools(List.of()),
                Optional.empty(),
                Optional.of((Supplier<OptionalInt>) () -> OptionalInt.of(7)));
    }

    private String http(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    private record Observed(LoadResult load, Samples samples) {}

    /**
     * Loads and looks. On a machine that is busy elsewhere a look may come too late or get no answer in time: then it is
     * tried again, twice, which a sampler that cannot see these metrics would not pass either.
     */
    private Observed load(Sources sources, String path, int connections, Metric wanted) throws Exception {
        Observed observed = load(sources, path, connections);
        for (int i = 0; i < 2 && observed.samples().find(wanted).isEmpty(); i++) {
            observed = load(sources, path, connections);
        }
        return observed;
    }

    private Observed load(Sources sources, String path, int connections) throws Exception {
        LoadSpec spec = LoadSpec.of(URI.create(http(path)))
                .withConnections(connections, 1)
                .withWarmup(LEAD_IN)
                .withStop(new Stop.AfterDuration(LENGTH));
        try (Sampler sampler = Sampler.start(sources, new Sampler.Window(LEAD_IN, Optional.of(LENGTH), true))) {
            LoadResult load = new LoadRunner(spec, Progress.NONE).run();
            return new Observed(load, sampler.stop());
        }
    }

    private void awaitAnswer() throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (true) {
            try (InputStream page = URI.create(http("/index.html")).toURL().openStream()) {
                assertTrue(page.read() >= 0);
                return;
            } catch (IOException e) {
                assertTrue(
                        System.nanoTime() - deadline < 0, () -> servers.peek().lastLines(20) + "");
                servers.peek().awaitExit(Duration.ofMillis(20)); // between two tries
            }
        }
    }

    private static double mean(Samples samples, Metric metric) {
        return samples.mean(metric)
                .orElseThrow(() -> new AssertionError(metric + " was not seen: " + samples.unseen()));
    }

    private static Samples assertPlausible(Observed observed, Set<Metric> further) {
        Samples samples = observed.samples();
        Set<Metric> seen = samples.series().stream().map(Samples.Series::metric).collect(Collectors.toSet());
        var missing = new HashSet<>(ALWAYS);
        missing.addAll(further);
        missing.removeAll(seen);
        assertEquals(Set.of(), missing, () -> samples.unseen().toString());
        assertEquals(Metric.values().length, seen.size() + samples.unseen().size());
        samples.unseen().forEach(unseen -> assertFalse(unseen.reason().isBlank(), unseen.metric() + ""));
        samples.series()
                .forEach(series ->
                        assertTrue(series.values().stream().allMatch(value -> value >= 0), () -> "below 0: " + series));
        double server = mean(samples, Metric.SERVER_CPU);
        assertTrue(server > 0.001 && server <= CORES * ABOVE, "server CPU " + server);
        double driver = mean(samples, Metric.DRIVER_CPU);
        assertTrue(driver > 0.001 && driver <= CORES * ABOVE, "driver CPU " + driver);
        assertTrue(mean(samples, Metric.MACHINE_CPU) <= CORES * ABOVE, () -> samples.toString());
        assertTrue(mean(samples, Metric.SERVER_BUSIEST_THREAD) <= server * ABOVE, () -> samples.toString());
        assertEquals(CORES, mean(samples, Metric.SERVER_CPU_LIMIT), () -> samples.toString());
        assertTrue(mean(samples, Metric.SERVER_MEMORY) > 1e6, () -> samples.toString());
        assertTrue(mean(samples, Metric.SERVER_DESCRIPTORS) > 0, () -> samples.toString());
        assertTrue(samples.sum(Metric.SEGMENTS_SENT).orElse(0) > 0, () -> samples.toString());
        Samples.Series cpu = samples.find(Metric.SERVER_CPU).orElseThrow();
        assertTrue(cpu.seconds().size() >= 2, () -> "every second, and at the end: " + cpu);
        double end = LENGTH.toMillis() / 1e3;
        double last = cpu.seconds().get(cpu.seconds().size() - 1);
        assertTrue(last > end - 0.3 && last < end + 0.3, () -> "the last look is close to the end: " + cpu);
        assertTrue(samples.cost().toNanos() > 0);
        return samples;
    }

    private void startFpm(String listen, boolean apart) throws Exception {
        String user = CurrentUser.isRoot() ? "user = nobody\ngroup = nogroup\nlisten.owner = nobody\n" : "";
        Files.writeString(folder.resolve("fpm.conf"), """
            [global]
            error_log = /proc/self/fd/2
            [www]
            %slisten = %s
            pm = static
            pm.max_children = %d
            pm.status_path = /status
            %s
            """.formatted(
                        user, listen, CHILDREN, apart ? "pm.status_listen = " + folder + "/status.sock" : ""));
        server(
                "QUIT",
                phpFpm(),
                "--nodaemonize",
                "--fpm-config",
                folder.resolve("fpm.conf").toString());
    }

    private void startNginx(String pass) throws Exception {
        String user = CurrentUser.isRoot() ? "user root;" : "";
        Files.writeString(folder.resolve("nginx.conf"), """
            %s
            daemon off;
            worker_processes 1;
            pid %2$s/nginx.pid;
            error_log stderr;
            events { worker_connections 256; }
            http {
                access_log %2$s/access.log;
                client_body_temp_path %2$s/b; proxy_temp_path %2$s/p; fastcgi_temp_path %2$s/f;
                uwsgi_temp_path %2$s/u; scgi_temp_path %2$s/s;
                server {
                    listen 127.0.0.1:%3$d backlog=64;
                    root %2$s;
                    location = /nginx-status { stub_status; }
                    location ~ \\.php$ {
                        fastcgi_pass %4$s;
                        fastcgi_param SCRIPT_FILENAME %2$s$fastcgi_script_name;
                        fastcgi_param REQUEST_METHOD $request_method;
                        fastcgi_param QUERY_STRING $query_string;
                    }
                }
            }
            """.formatted(user, folder, port, pass));
        server(
                "QUIT",
                program("nginx", "nginx-light"),
                "-p",
                folder.toString(),
                "-e",
                "stderr",
                "-c",
                folder + "/nginx.conf");
        awaitAnswer();
    }

    /** 8 requests that sleep are always under way, and 3 children take them: 5 wait, whoever is asked. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void samples_phpFpmOverUnixSocket_showBusyChildrenAndWhoWaits(boolean statusApart) throws Exception {
        String socket = folder.resolve("fpm.sock").toString();
        startFpm(socket, statusApart);
        startNginx("unix:" + socket);
        String status = statusApart ? folder.resolve("status.sock").toString() : socket;
        Sources sources = sources(
                List.of("127.0.0.1:" + port, socket),
                List.of(
                        new StatusPage(Kind.FPM_SOCKET, status),
                        new StatusPage(Kind.NGINX_STUB, http("/nginx-status"))));
        Samples samples = assertPlausible(
                load(sources, "/slow.php", 8, Metric.WORKERS_BUSY),
                Set.of(
                        Metric.WORKERS_BUSY,
                        Metric.WORKERS_LIMIT,
                        Metric.WORKERS_QUEUE,
                        Metric.SERVER_CONNECTIONS,
                        Metric.CONNECTIONS_REFUSED,
                        Metric.DATABASE_RUNNING));
        assertEquals(CHILDREN, samples.max(Metric.WORKERS_BUSY).orElseThrow(), () -> samples.toString());
        assertEquals(CHILDREN, mean(samples, Metric.WORKERS_LIMIT), 1e-9);
        double queue = samples.max(Metric.WORKERS_QUEUE).orElseThrow();
        assertTrue(queue >= 1 && queue <= 6, "waiting: " + queue);
        assertEquals(8, samples.max(Metric.SERVER_CONNECTIONS).orElseThrow(), 2, () -> samples.toString());
        assertEquals(7, mean(samples, Metric.DATABASE_RUNNING), 1e-9);
    }

    @Test
    void samples_phpFpmOverTcp_showWhoWaits() throws Exception {
        int fpmPort = FreePorts.next();
        startFpm("127.0.0.1:" + fpmPort, true);
        startNginx("127.0.0.1:" + fpmPort);
        Sources sources = sources(
                List.of("127.0.0.1:" + port, "127.0.0.1:" + fpmPort),
                List.of(new StatusPage(Kind.FPM_TCP, "127.0.0.1:" + fpmPort)));
        Samples samples = assertPlausible(
                load(sources, "/slow.php", 8, Metric.WORKERS_BUSY),
                Set.of(Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT, Metric.WORKERS_QUEUE));
        assertEquals(CHILDREN, samples.max(Metric.WORKERS_BUSY).orElseThrow(), () -> samples.toString());
        assertTrue(samples.max(Metric.WORKERS_QUEUE).orElseThrow() >= 1, () -> samples.toString());
    }

    @Test
    void samples_apache_showItsWorkers() throws Exception {
        Path modules = Path.of("/usr/lib/apache2/modules");
        Peers.require(Files.isDirectory(modules), "Apache is not installed: apt-get install apache2");
        String user = CurrentUser.isRoot() ? "User nobody\nGroup nogroup\n" : "";
        Files.writeString(folder.resolve("apache.conf"), """
            ServerName localhost
            DefaultRuntimeDir %1$s
            PidFile %1$s/apache.pid
            Listen 127.0.0.1:%2$d
            ErrorLog /proc/self/fd/2
            LoadModule mpm_prefork_module %3$s/mod_mpm_prefork.so
            LoadModule authz_core_module %3$s/mod_authz_core.so
            LoadModule status_module %3$s/mod_status.so
            StartServers 4
            ServerLimit 20
            MaxRequestWorkers 20
            DocumentRoot %1$s
            %4$s
            <Location "/server-status">
                SetHandler server-status
            </Location>
            """.formatted(folder, port, modules, user));
        server(
                "TERM",
                program("apache2", "apache2"),
                "-D",
                "FOREGROUND",
                "-d",
                folder.toString(),
                "-f",
                folder + "/apache.conf");
        awaitAnswer();
        Sources sources = sources(
                List.of("127.0.0.1:" + port), List.of(new StatusPage(Kind.APACHE_STATUS, http("/server-status?auto"))));
        Samples samples = assertPlausible(
                load(
                        sources,
                        "/index.html",
                        8,
                        Metric.WORKERS_BUSY), // more than there are processes: it has to fork some
                Set.of(Metric.WORKERS_BUSY, Metric.WORKERS_LIMIT, Metric.WORKERS_QUEUE));
        double busy = mean(samples, Metric.WORKERS_BUSY);
        assertTrue(busy > 2 && busy <= 9, "busy: " + busy);
        assertEquals(20, mean(samples, Metric.WORKERS_LIMIT), 1e-9);
    }

    @Test
    void samples_jetty_showItsCpuAndSayWhatTheyDoNotSee() throws Exception {
        Path war = Path.of(System.getProperty("pagerace.test.war"));
        server(
                "TERM",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpagerace.cache=" + war.resolveSibling("test-cache"),
                "-jar",
                war.toString(),
                "serve",
                "--db",
                "none",
                "--port",
                Integer.toString(port));
        awaitAnswer();
        var status = new StatusPage(Kind.PAGERACE_STATUS, "http://127.0.0.1:1/status");
        Samples samples = assertPlausible(
                load(sources(List.of("127.0.0.1:" + port), List.of(status)), "/open", 8, Metric.LISTEN_QUEUE),
                Set.of());
        String reason = samples.unseen().stream()
                .filter(unseen -> unseen.metric() == Metric.JVM_COMPILING)
                .findFirst()
                .orElseThrow()
                .reason();
        assertTrue(reason.contains("127.0.0.1:1/status") && reason.contains("refused"), reason);
    }

    @Test
    void samples_ourStatusPage_showPoolThreadsAndJvm() throws Exception {
        HttpServer page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var millis = new AtomicLong();
        page.createContext("/status", exchange -> {
            byte[] body = """
                {"poolActive":3,"poolLimit":10,"poolWaiting":5,"threadsBusy":8,"threadsLimit":200,"threadsQueued":2,\
                "compileMillis":%1$d,"gcMillis":%1$d,"statusCpuNanos":%1$d000000}
                """.formatted(millis.addAndGet(100)).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        page.start();
        try {
            var where = "http://127.0.0.1:" + page.getAddress().getPort() + "/status";
            server("TERM", "sleep", "60");
            Samples samples = watch(sources(List.of(), List.of(new StatusPage(Kind.PAGERACE_STATUS, where))));
            assertEquals(3, mean(samples, Metric.POOL_ACTIVE), 1e-9);
            assertEquals(10, mean(samples, Metric.POOL_LIMIT), 1e-9);
            assertEquals(5, mean(samples, Metric.POOL_WAITING), 1e-9);
            assertEquals(8, mean(samples, Metric.WORKERS_BUSY), 1e-9);
            assertEquals(200, mean(samples, Metric.WORKERS_LIMIT), 1e-9);
            assertEquals(2, mean(samples, Metric.WORKERS_QUEUE), 1e-9);
            // 0.1 s more at each look, and the looks are 0.4 to 1 s apart, or less where one came late
            assertEquals(0.2, mean(samples, Metric.JVM_COMPILING), 0.15, () -> samples.toString());
            assertEquals(0.2, mean(samples, Metric.JVM_COLLECTING), 0.15, () -> samples.toString());
            assertTrue(samples.cost().toMillis() >= 100, "what answering cost is in it: " + samples.cost());
        } finally {
            page.stop(0);
        }
    }

    /** The length of a round is what is looked at, so it has to pass. */
    private static void elapse(Duration length) throws InterruptedException {
        assertFalse(new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Looks for as long as a round, without a load. */
    private static Samples watch(Sources sources) throws InterruptedException {
        try (Sampler sampler = Sampler.start(sources, new Sampler.Window(Duration.ZERO, Optional.of(LENGTH), true))) {
            elapse(LENGTH);
            return sampler.stop();
        }
    }

    /** Returns the processors that a process and its ended children used since {@code before}, by its own counters. */
    private static double used(ChildProcess process, ProcessStat before, long sinceNanos) throws IOException {
        ProcessStat now = stat(process);
        long ticks = now.ownTicks() + now.childTicks() - before.ownTicks() - before.childTicks();
        return (double) ticks * ProcessStat.TICK_NANOS / (System.nanoTime() - sinceNanos);
    }

    private static ProcessStat stat(ChildProcess process) throws IOException {
        return ProcessStat.parse(Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat")))
                .orElseThrow();
    }

    /** How much a spinner gets depends on who else is there; what was sampled must be that, whatever it is. */
    private static void assertNear(double used, double sampled, Samples samples) {
        assertTrue(used > 0, "the spinner runs");
        assertTrue(sampled > used / 2 && sampled < used * 2, () -> sampled + " for " + used + ": " + samples);
    }

    @Test
    void samples_spinnerOfNobody_isForeign() throws Exception {
        server("TERM", "sleep", "60");
        Sources sources = sources(List.of(), List.of());
        ChildProcess spinner = server("TERM", "sh", "-c", "while :; do :; done");
        ProcessStat before = stat(spinner);
        long start = System.nanoTime();
        Samples samples = watch(sources);
        double used = used(spinner, before, start);
        assertTrue(mean(samples, Metric.FOREIGN_CPU) > used / 2, () -> used + ": " + samples);
        assertTrue(mean(samples, Metric.SERVER_CPU) < used / 2, () -> used + ": " + samples);
    }

    /** Each of these commands lives for some milliseconds, far less than the time between two looks. */
    @Test
    void samples_shortLivedChildren_countAsTheServers() throws Exception {
        String command = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        ChildProcess shell = server("TERM", "sh", "-c", "while :; do sh -c '" + command + "'; done");
        ProcessStat before = stat(shell);
        long start = System.nanoTime();
        Samples samples = watch(sources(List.of(), List.of()));
        assertNear(used(shell, before, start), mean(samples, Metric.SERVER_CPU), samples);
    }

    @Test
    void samples_serverBoundToOneProcessor_haveThatLimit() throws Exception {
        ChildProcess spinner =
                server("TERM", program("taskset", "util-linux"), "-c", "0", "sh", "-c", "while :; do :; done");
        ProcessStat before = stat(spinner);
        long start = System.nanoTime();
        Samples samples = watch(sources(List.of(), List.of()));
        double used = used(spinner, before, start);
        assertEquals(1, mean(samples, Metric.SERVER_CPU_LIMIT), 1e-9);
        assertNear(used, mean(samples, Metric.SERVER_CPU), samples);
        assertNear(used, mean(samples, Metric.SERVER_BUSIEST_THREAD), samples);
    }

    @Test
    void samples_nothingButADriver_sayWhyTheRestIsUnseen() throws Exception {
        Samples samples = watch(sources(List.of(), List.of()));
        assertTrue(
                samples.find(Metric.DRIVER_CPU).isPresent(),
                () -> samples.unseen().toString());
        Set<Metric> unseen =
                samples.unseen().stream().map(Samples.Unseen::metric).collect(Collectors.toSet());
        assertTrue(
                unseen.containsAll(
                        Arrays.asList(Metric.SERVER_CPU, Metric.SERVER_MEMORY, Metric.WORKERS_BUSY, Metric.LINK_BYTES)),
                () -> unseen.toString());
    }

    @Test
    void stop_roundOfRequestsThatIsOverAtOnce_hasItsRates() throws Exception {
        server("TERM", "sh", "-c", "while :; do :; done");
        var window = new Sampler.Window(Duration.ZERO, Optional.empty(), false);
        try (Sampler sampler = Sampler.start(sources(List.of(), List.of()), window)) {
            elapse(Duration.ofMillis(300));
            Samples samples = sampler.stop();
            assertTrue(mean(samples, Metric.SERVER_CPU) > 0, () -> samples.toString());
            assertTrue(
                    samples.find(Metric.TIME_WAIT).isPresent(),
                    () -> samples.unseen().toString());
        }
    }
}

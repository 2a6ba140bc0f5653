package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pagerace.containers.Container;
import org.pagerace.containers.Deployment;
import org.pagerace.containers.Docs;
import org.pagerace.containers.Kind;
import org.pagerace.containers.Manager;
import org.pagerace.containers.Tomcat;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;
import org.pagerace.result.LoadResult;

/**
 * Bar 10: deployed over and over in a Tomcat that lives on, through its manager, the archive leaves nothing behind, and
 * many requests do not either.
 */
class LeaksIT {
    private static final String CONTEXT = "/bench";
    private static final String PORT = "Connector port=\"0\"";
    private static final String KEPT_ALIVE = " maxKeepAliveRequests=\"-1\""; // 100 by default
    private static final int REQUESTS = Bar.size(20_000, 200_000);
    private static final long MOST_HEAP_GROWTH = 5_000_000;

    /** Tomcat's request and housekeeping threads and the compilers of the virtual machine come and go as the load does. */
    private static final Pattern NOT_OURS =
            Pattern.compile("http-nio-|Catalina-utility-|C[12] CompilerThread|GC Thread#|G1 |Attach Listener");

    private static final Pattern THREAD = Pattern.compile("^\"(.+)\" (?:#|os_prio)", Pattern.MULTILINE);
    private static final List<String> FIGURES = new ArrayList<>();

    @TempDir
    private static Path folder;

    private static PageDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        Bar.print(10, String.join("; ", FIGURES));
        if (database != null) {
            database.close();
        }
    }

    private static Tomcat tomcat(Kind kind, String name) throws IOException {
        Deployment deployment = Deployment.atRoot(folder.resolve(name)).withEnvironment(database.javaEnvironment());
        return new Tomcat(deployment.at(CONTEXT), kind.distribution());
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT_10", "TOMCAT_11"})
    void redeploy_overAndOver_leavesNothing(Kind kind) throws Exception {
        int full = kind == Kind.TOMCAT_11 ? 30 : 10;
        int redeploys = Bar.size(5, full);
        try (Container container =
                tomcat(kind, kind.name()).manager(database.password()).start()) {
            var manager = new Manager(container.port(), database.password());
            manager.deploy(CONTEXT);
            use(container);
            manager.deploy(CONTEXT); // what is loaded at the first use of the manager or of a redeploy is no leak
            use(container);
            Held before = held(container, manager);
            for (int i = 0; i < redeploys; i++) {
                manager.deploy(CONTEXT);
                use(container);
            }
            Held leaked = held(container, manager).since(before);
            FIGURES.add(leaked.told(redeploys, kind));
            String documented = leaked.told(full, kind); // what the full size found
            assertTrue(
                    Docs.containers().words().contains(documented), "docs/containers.md does not say: " + documented);
            assertEquals(List.of(), container.complaints());
        }
    }

    private static void use(Container container) throws Exception {
        Web.await(container.port(), CONTEXT + "/db", container.process()::isAlive);
        for (String target : List.of("/info", "/open", "/index.html", "/nothing")) {
            assertEquals(
                    target.equals("/nothing") ? 404 : 200,
                    container.wire().get(target).status(),
                    target);
        }
    }

    /** The heap after a collection: what is left then is held. */
    @Test
    void requests_manyKeptAlive_holdNoMoreOfTheHeap() throws Exception {
        try (Container container = tomcat(Kind.TOMCAT_11, "requests")
                .edit(PORT, PORT + KEPT_ALIVE)
                .deploy(CONTEXT)
                .start()) {
            Web.await(container.port(), CONTEXT + "/db", container.process()::isAlive);
            ask(container, Bar.size(5_000, 20_000)); // whatever is made at the first uses
            long before = heapBytes(container);
            LoadResult result = ask(container, REQUESTS);
            long growth = heapBytes(container) - before;
            FIGURES.add(String.format(
                    Locale.ROOT,
                    "%,d keep-alive requests on %d connections: heap after collection %+.2f MB",
                    REQUESTS,
                    result.connectionsOpened(),
                    growth / 1e6));
            assertTrue(growth < MOST_HEAP_GROWTH, FIGURES::toString);
            assertEquals(List.of(), container.complaints());
        }
    }

    private static LoadResult ask(Container container, int requests) throws Exception {
        List<Target> targets = Stream.of("testing.html", "db", "welcome.html", "testing.html", "db", "info")
                .map(page -> Target.of(URI.create("http://127.0.0.1:" + container.port() + CONTEXT + "/" + page)))
                .toList();
        LoadSpec spec = LoadSpec.of(targets).withConnections(16, 1).withStop(new Stop.AfterRequests(requests));
        LoadResult result = new LoadRunner(spec, Progress.NONE).run();
        assertEquals(requests, result.ok(), () -> result.outcomes().toString());
        assertEquals(16, result.connectionsOpened(), "kept alive");
        return result;
    }

    private static long heapBytes(Container container) throws Exception {
        String sum = JavaProcess.of(container.process()).heap().strip().lines().reduce("", (a, b) -> b);
        assertTrue(sum.startsWith("Total"), sum);
        return Long.parseLong(sum.split(" +", -1)[2]);
    }

    /**
     * What the container's process holds.
     *
     * @param threads their names, sorted, without those that are never ours; the numbers in them are replaced by N
     */
    private record Held(long loaders, List<String> threads, long descriptors) {

        /** Returns what there is more of. */
        Held since(Held before) {
            var added = new ArrayList<>(threads);
            before.threads.forEach(added::remove);
            return new Held(
                    Math.max(0, loaders - before.loaders), added, Math.max(0, descriptors - before.descriptors));
        }

        /** Says it as the documentation does, which is of 0 leaks. */
        String told(int redeploys, Kind kind) {
            return redeploys + " in a running " + kind + ": "
                    + (equals(new Held(0, List.of(), 0))
                            ? "0 leaked class loaders, threads and descriptors"
                            : toString());
        }
    }

    private static Held held(Container container, Manager manager) throws Exception {
        manager.assertFindsNoLeak();
        JavaProcess java = JavaProcess.of(container.process());
        List<String> threads = THREAD.matcher(java.threads())
                .results()
                .map(line -> line.group(1))
                .filter(name -> !NOT_OURS.matcher(name).lookingAt())
                .map(name -> name.replaceAll("\\d+", "N"))
                .sorted()
                .toList();
        assertTrue(threads.contains("pagerace-database-watch"), threads::toString);
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + java.pid() + "/fd"))) {
            return new Held(loaders(java), threads, descriptors.count());
        }
    }

    private static long loaders(JavaProcess java) throws Exception {
        return java.heap()
                .lines()
                .filter(line -> line.contains("org.apache.catalina.loader.ParallelWebappClassLoader"))
                .mapToLong(line -> Long.parseLong(line.strip().split(" +", -1)[1]))
                .sum();
    }
}

package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** Deployed over and over in a Tomcat that lives on, through its manager, the archive leaves nothing behind. */
class RedeployIT {
    private static final String CONTEXT = "/bench";

    /** Tomcat's request and housekeeping threads and the compilers of the virtual machine come and go as the load does. */
    private static final Pattern NOT_OURS =
            Pattern.compile("http-nio-|Catalina-utility-|C[12] CompilerThread|GC Thread#|G1 |Attach Listener");

    private static final Pattern THREAD = Pattern.compile("^\"(.+)\" (?:#|os_prio)", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"TOMCAT_10, 10", "TOMCAT_11, 30"})
    void redeploy_overAndOver_leavesNothing(Kind kind, int redeploys) throws Exception {
        try (var database = new PageDatabase(folder.resolve("data"))) {
            var deployment =
                    Deployment.atRoot(folder.resolve("tomcat")).at(CONTEXT).withEnvironment(database.javaEnvironment());
            var tomcat = new Tomcat(deployment, kind.distribution()).manager(database.password());
            try (Container container = tomcat.start()) {
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
                Held after = held(container, manager);
                String result = after.since(before).told(redeploys, kind);
                System.out.println("redeploys: " + result);
                assertTrue(Docs.containers().words().contains(result), "docs/containers.md does not say: " + result);
                assertEquals(List.of(), container.complaints());
            }
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
        long pid = container.process().pids().stream()
                .filter(RedeployIT::isJava)
                .findFirst()
                .orElseThrow();
        List<String> threads = THREAD.matcher(jcmd(pid, "Thread.print"))
                .results()
                .map(line -> line.group(1))
                .filter(name -> !NOT_OURS.matcher(name).lookingAt())
                .map(name -> name.replaceAll("\\d+", "N"))
                .sorted()
                .toList();
        assertTrue(threads.contains("pagerace-database-watch"), threads::toString);
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return new Held(loaders(pid), threads, descriptors.count());
        }
    }

    private static boolean isJava(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    /** A histogram collects first, so only what is held is counted. */
    private static long loaders(long pid) throws Exception {
        return jcmd(pid, "GC.class_histogram")
                .lines()
                .filter(line -> line.contains("org.apache.catalina.loader.ParallelWebappClassLoader"))
                .mapToLong(line -> Long.parseLong(line.strip().split(" +", -1)[1]))
                .sum();
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), output);
        return output;
    }
}

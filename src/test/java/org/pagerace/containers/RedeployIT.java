package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** Deployed over and over in a Tomcat that lives on, through its manager, the archive leaves nothing behind. */
class RedeployIT {
    private static final int REDEPLOYS = 30;
    private static final String CONTEXT = "/bench";
    private static final Pattern COMPLAINT = Pattern.compile("WARN|SEVERE|ERROR|Exception|leak");

    @TempDir
    private Path folder;

    @Test
    void redeploy_thirtyTimes_leavesNothing() throws Exception {
        try (var database = new PageDatabase(folder.resolve("data"))) {
            var deployment =
                    Deployment.atRoot(folder.resolve("tomcat")).at(CONTEXT).withEnvironment(database.javaEnvironment());
            var tomcat = new Tomcat(deployment, "tomcat-11").manager("robot", database.password());
            try (Container container = tomcat.start()) {
                var manager = new Manager(container, database.password());
                manager.deploy();
                use(container);
                manager.deploy(); // what is loaded at the first use of the manager or of a redeploy is no leak
                use(container);
                Held before = held(container, manager);
                for (int i = 0; i < REDEPLOYS; i++) {
                    manager.deploy();
                    use(container);
                }
                Held after = held(container, manager);
                System.out.printf(Locale.ROOT, "redeploys: %d, before %s, after %s%n", REDEPLOYS, before, after);
                assertEquals(before.loaders(), after.loaders(), "class loaders");
                assertTrue(after.threads() <= before.threads(), () -> before + ", " + after);
                assertTrue(after.descriptors() <= before.descriptors(), () -> before + ", " + after);
                assertEquals(
                        List.of(),
                        container
                                .log()
                                .lines()
                                .filter(line -> COMPLAINT.matcher(line).find())
                                // a first connection that takes long on a busy machine is told, and is no leak
                                .filter(line -> !line.contains("database is away"))
                                .toList());
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

    /** What the container's process holds; idle threads of Tomcat's own come and go, so only ours are counted. */
    private record Held(long loaders, long threads, long descriptors) {}

    private static Held held(Container container, Manager manager) throws Exception {
        manager.assertFindsNoLeak();
        long pid = container.process().pids().stream()
                .filter(RedeployIT::isJava)
                .findFirst()
                .orElseThrow();
        long threads = jcmd(pid, "Thread.print")
                .lines()
                .filter(line -> line.matches("\"(mysql-cj-|pagerace).*"))
                .count();
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

    /** Tomcat's manager, its text interface. */
    private record Manager(Container container, String password) {

        void deploy() throws IOException, InterruptedException {
            String answer = ask("deploy?update=true&path=" + CONTEXT + "&war=file:" + Container.war());
            assertTrue(answer.startsWith("OK"), answer);
        }

        /** Tomcat collects garbage and looks for class loaders that are still there although their application is not. */
        void assertFindsNoLeak() throws IOException, InterruptedException {
            assertEquals(
                    "OK - No memory leaks found",
                    ask("findleaks?statusLine=true").strip());
        }

        private String ask(String command) throws IOException, InterruptedException {
            byte[] credentials = ("robot:" + password).getBytes(StandardCharsets.UTF_8);
            Answer answer = Web.send(
                    "GET",
                    container.port(),
                    "/manager/text/" + command,
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(credentials));
            assertEquals(200, answer.status(), answer::toString);
            return answer.text();
        }
    }
}

package org.pagerace.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pagerace.process.ChildProcess;
import org.pagerace.sample.Sources;

/** {@code java -jar pagerace.war serve}, as a stack of a race runs it. */
final class JavaServer {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));

    private final ChildProcess process;
    private final String base;

    /** @param options after those that every test needs */
    JavaServer(Planter planter, Map<String, String> environment, String... options) throws IOException {
        Path portFile = Files.createTempDirectory(planter.folder(), "java").resolve("port");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = Stream.concat(
                        Stream.of(
                                java,
                                "-jar",
                                WAR.toString(),
                                "serve",
                                "--port",
                                "0",
                                "--port-file",
                                portFile.toString()),
                        Stream.of(options))
                .toList();
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("PAGERACE_CACHE", WAR.resolveSibling("test-cache").toString());
        process = planter.start("java", command, variables);
        Planter.await("its port", process, () -> Files.exists(portFile));
        base = "http://127.0.0.1:" + Files.readString(portFile).strip() + "/";
    }

    long pid() {
        return process.pid();
    }

    Scene scene(String page, int connections) {
        var status = new Sources.StatusPage(Sources.Kind.PAGERACE_STATUS, base + "status");
        return Scene.of(page, base + page, connections)
                .watching(List.of(process.pid()), List.of(base.replaceAll("http://|/", "")), List.of(status));
    }
}

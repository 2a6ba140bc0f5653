package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;

/** {@code java -jar pagerace.war serve}. It takes the database from its options only. */
final class JettyServe {
    private JettyServe() {}

    static Container start(Deployment deployment) throws IOException, InterruptedException {
        if (!deployment.contextPath().isEmpty()) {
            throw new IllegalArgumentException("serve knows no context path: " + deployment.contextPath());
        }
        Path folder = Files.createDirectories(deployment.folder());
        Path cache = folder.resolve("cache");
        var environment = new HashMap<>(deployment.environment());
        environment.put("PAGERACE_CACHE", cache.toString());
        environment.put("XDG_RUNTIME_DIR", folder.toString());
        List<String> command = new ArrayList<>(List.of(Container.java()));
        command.addAll(List.of(deployment.options()));
        command.addAll(List.of("-jar", Container.war().toString(), "serve", "--port", "0"));
        command.addAll(databaseOptions(folder, environment));
        ChildProcess process = Container.start("serve", command, environment, folder);
        int port = Web.portOf(process, Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/"));
        Container.awaitPages(process, port, "");
        try (Stream<Path> unpacked = Files.list(cache)) {
            Path webRoot = unpacked.filter(path -> Files.exists(path.resolve("index.html")))
                    .findFirst()
                    .orElseThrow();
            return new Container(process, port, "", webRoot);
        }
    }

    private static List<String> databaseOptions(Path folder, Map<String, String> environment) throws IOException {
        String url = environment.get("PAGERACE_DATABASE_URL");
        if (url == null) {
            return List.of("--db", "none");
        }
        Path password = Files.createFile(
                folder.resolve("password"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, environment.get("PAGERACE_DATABASE_PASSWORD") + "\n");
        return List.of(
                "--db",
                url,
                "--db-user",
                environment.get("PAGERACE_DATABASE_USER"),
                "--db-password-file",
                password.toString());
    }
}

package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;

/** An unmodified jetty-home with a copy of the project's jetty-base. */
final class JettyBase {
    private static final Pattern LISTENING = Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}");

    private JettyBase() {}

    static Container start(Deployment deployment, String environment) throws IOException, InterruptedException {
        return start(deployment, copy(deployment, environment));
    }

    /** Starts Jetty with a base of {@link #copy}. */
    static Container start(Deployment deployment, Path base) throws IOException, InterruptedException {
        Path archive = Files.createDirectory(base.resolveSibling("target")).resolve("pagerace.war");
        Files.copy(Container.war(), archive);
        ChildProcess process = launch(deployment, base);
        int port = Web.portOf(process, LISTENING);
        Container.awaitPages(process, port, deployment.contextPath());
        return new Container(process, port, deployment.contextPath(), base.resolve("work/webapp"));
    }

    static ChildProcess launch(Deployment deployment, Path base) throws IOException {
        List<String> command = new ArrayList<>(List.of(Container.java()));
        command.addAll(List.of(deployment.options()));
        Path start = Container.distribution("jetty-home").resolve("start.jar");
        command.addAll(List.of("-jar", start.toString(), "jetty.http.port=0"));
        return Container.start("jetty-home", command, deployment.environment(), base);
    }

    /**
     * Copies the base, for Jetty works in it; as in the project, the archive belongs into target beside it. What is
     * changed are the steps of docs/containers.md: another environment, another context path.
     */
    static Path copy(Deployment deployment, String environment) throws IOException {
        Path from = Path.of("jetty-base").toAbsolutePath();
        Path base = deployment.folder().resolve("jetty-base");
        for (String part : List.of("start.d", "etc", "webapps", "environments")) {
            Files.createDirectories(base.resolve(part));
            try (Stream<Path> files = Files.list(from.resolve(part))) {
                for (Path file : files.toList()) {
                    String text = Files.readString(file).replace("ee10", environment);
                    if (!deployment.contextPath().isEmpty()) {
                        text = text.replace(
                                "<Set name=\"contextPath\">/<",
                                "<Set name=\"contextPath\">" + deployment.contextPath() + "<");
                    }
                    Files.writeString(base.resolve(part).resolve(file.getFileName()), text);
                }
            }
        }
        return base;
    }
}

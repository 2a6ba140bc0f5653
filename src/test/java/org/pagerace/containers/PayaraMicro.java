package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;

/** Payara Micro, which is one jar; it listens on 127.0.0.1 as docs/containers.md says. */
final class PayaraMicro {
    private static final Duration START_WITHIN = Duration.ofSeconds(90);

    private PayaraMicro() {}

    static Container start(Deployment deployment, String version) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(deployment.folder());
        String context = deployment.contextPath().isEmpty() ? "/" : deployment.contextPath();
        Path listener = folder.resolve("listener.txt");
        Files.writeString(listener, Docs.containers().line("set configs.config.server-config.network-config") + "\n");
        int port = FreePorts.next();
        List<String> command = new ArrayList<>(List.of(Container.java()));
        command.addAll(List.of(deployment.options()));
        command.addAll(List.of(
                "-jar",
                Container.distribution("payara")
                        .resolve("payara-micro-" + version + ".jar")
                        .toString(),
                "--noCluster",
                "--nohostaware",
                "--prebootcommandfile",
                listener.toString(),
                "--rootDir",
                folder.resolve("root").toString(),
                "--port",
                Integer.toString(port),
                "--contextroot",
                context,
                "--deploy",
                Container.war().toString()));
        ChildProcess process = Container.start("payara-micro", command, deployment.environment(), folder);
        process.awaitLine(" ready in ", START_WITHIN); // it listens long before
        Container.awaitPages(process, port, deployment.contextPath());
        return new Container(process, port, deployment.contextPath(), Folders.withIndex(folder));
    }
}

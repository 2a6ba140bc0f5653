package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;

/** An unmodified WildFly distribution with a server folder of its own. */
final class WildFly {
    private WildFly() {}

    static Container start(Deployment deployment) throws IOException, InterruptedException {
        Path home = Container.distribution("wildfly");
        Path base = Files.createDirectories(deployment.folder());
        Folders.copy(home.resolve("standalone"), base);
        String name = deployment.contextPath().isEmpty()
                ? "ROOT"
                : deployment.contextPath().substring(1);
        Files.copy(Container.war(), base.resolve("deployments").resolve(name + ".war"));
        var environment = new HashMap<>(deployment.environment());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("JBOSS_HOME", home.toString());
        environment.put("LAUNCH_JBOSS_IN_BACKGROUND", "true"); // else the script does not pass the stop signal on
        environment.put("JAVA_OPTS", String.join(" ", deployment.options()));
        int port = FreePorts.next(); // it does not say which one it took of its own
        List<String> command = List.of(
                "sh",
                home.resolve("bin/standalone.sh").toString(),
                "-Djboss.server.base.dir=" + base,
                "-Djboss.http.port=" + port,
                "-Djboss.https.port=0",
                "-Djboss.management.http.port=0");
        ChildProcess process = Container.start("wildfly", command, environment, base);
        Container.awaitPages(process, port, deployment.contextPath());
        return new Container(process, port, deployment.contextPath(), Folders.withIndex(base));
    }
}

package org.pagerace.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;

/** An unmodified Tomcat distribution with a base folder of its own; set up as docs/containers.md says. */
public final class Tomcat {
    private static final Pattern LISTENING =
            Pattern.compile("Starting ProtocolHandler \\[\"http-nio-127\\.0\\.0\\.1-auto-\\d+-(\\d+)\"");
    private static final String HOST_END = "</Host>";

    /** JDK 24 and later warn of Tomcat 10.1's look for its native library otherwise. */
    private static final String NATIVE_ACCESS =
            Runtime.version().feature() >= 24 ? " --enable-native-access=ALL-UNNAMED" : "";

    private final Deployment deployment;
    private final Path home;
    private final Path base;

    public Tomcat(Deployment deployment, String distribution) throws IOException {
        this.deployment = deployment;
        this.home = Container.distribution(distribution);
        this.base = deployment.folder();
        for (String part : List.of("conf/Catalina/localhost", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(part));
        }
        try (Stream<Path> files = Files.list(home.resolve("conf"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, base.resolve("conf").resolve(file.getFileName()));
            }
        }
        edit("port=\"8005\"", "port=\"-1\"");
        edit("Connector port=\"8080\"", "Connector port=\"0\" address=\"127.0.0.1\"");
        edit(
                HOST_END,
                Docs.containers().line("<Valve className=\"org.apache.catalina.valves.ErrorReportValve\"") + HOST_END);
    }

    static Container start(Deployment deployment, String distribution) throws IOException, InterruptedException {
        var tomcat = new Tomcat(deployment, distribution);
        tomcat.deploy(deployment.contextPath());
        return tomcat.start();
    }

    /** Changes server.xml. */
    public Tomcat edit(String old, String now) throws IOException {
        Path file = base.resolve("conf/server.xml");
        String text = Files.readString(file);
        if (!text.contains(old)) {
            throw new IOException("no " + old + " in " + file);
        }
        Files.writeString(file, text.replace(old, now));
        return this;
    }

    /** Puts the archive where Tomcat looks for applications. */
    public Tomcat deploy(String contextPath) throws IOException {
        Files.copy(Container.war(), base.resolve("webapps").resolve(name(contextPath) + ".war"));
        return this;
    }

    /** Deploys the archive through a context file; {@code elements} stand in its Context. */
    Tomcat deploy(String contextPath, String elements) throws IOException {
        return context(contextPath, "<Context docBase=\"" + Container.war() + "\">" + elements + "</Context>");
    }

    Tomcat context(String contextPath, String xml) throws IOException {
        Files.writeString(base.resolve("conf/Catalina/localhost").resolve(name(contextPath) + ".xml"), xml);
        return this;
    }

    /** Tomcat's manager, to be reached through {@link Manager}. */
    public Tomcat manager(String password) throws IOException {
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username=\"" + Manager.USER + "\" password=\"" + password
                        + "\" roles=\"manager-script\"/></tomcat-users>");
        return context(
                "/manager", "<Context docBase=\"" + home.resolve("webapps/manager") + "\" privileged=\"true\"/>");
    }

    /** Puts a library where all applications and the container itself find it. */
    Tomcat library(Path jar) throws IOException {
        Path lib = Files.createDirectories(base.resolve("lib"));
        Files.copy(jar, lib.resolve(jar.getFileName()));
        return this;
    }

    private static String name(String contextPath) {
        return contextPath.isEmpty() ? "ROOT" : contextPath.substring(1);
    }

    public Container start() throws IOException, InterruptedException {
        var environment = new HashMap<>(deployment.environment());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("CATALINA_HOME", home.toString());
        environment.put("CATALINA_BASE", base.toString());
        environment.put("CATALINA_OPTS", String.join(" ", deployment.options()) + NATIVE_ACCESS);
        String script = home.resolve("bin/catalina.sh").toString(); // a zip holds no modes: it cannot run by itself
        ChildProcess process = Container.start("tomcat", List.of("sh", script, "run"), environment, base);
        int port = Web.portOf(process, LISTENING); // said when all applications are there
        return new Container(
                process,
                port,
                deployment.contextPath(),
                base.resolve("webapps").resolve(name(deployment.contextPath())));
    }
}

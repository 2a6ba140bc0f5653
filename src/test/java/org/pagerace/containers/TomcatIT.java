package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** What can be set up in a foreign container, shown on Tomcat. */
class TomcatIT {
    private static final String UNREACHABLE = "jdbc:mysql://127.0.0.1:1/bench";

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static Map<String, String> access;
    private static Path passwordFile;

    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
        access = database.javaEnvironment();
        passwordFile = Files.createFile(
                folder.resolve("password"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile, database.password() + "\n");
    }

    @AfterAll
    static void stop() {
        if (database != null) {
            database.close();
        }
    }

    /** A system property is stronger than the environment, a context-param stronger than both. */
    @Test
    void database_systemProperties_beatTheEnvironmentAndYieldToParameters() throws Exception {
        var deployment = Deployment.atRoot(folder.resolve("properties"))
                .withEnvironment(Map.of("PAGERACE_DATABASE_URL", UNREACHABLE, "PAGERACE_DATABASE_USER", "nobody"))
                .withProperties(Map.of(
                        "pagerace.database.url", access.get("PAGERACE_DATABASE_URL"),
                        "pagerace.database.user", access.get("PAGERACE_DATABASE_USER"),
                        "pagerace.database.password-file", passwordFile.toString()));
        var tomcat = new Tomcat(deployment, "tomcat-11")
                .deploy("/plain", "")
                .deploy("/parameter", parameter("pagerace.database.url", UNREACHABLE));
        try (Container container = tomcat.start()) {
            Web.await(container.port(), "/plain/db", container.process()::isAlive);
            assertEquals("503 busy\n", db(container, "/parameter").text());
        }
    }

    /** Each place alone is enough: everything through parameters here, with wrong values in the weaker places. */
    @Test
    void database_parametersAlone_areEnough() throws Exception {
        var deployment = Deployment.atRoot(folder.resolve("parameters"))
                .withEnvironment(Map.of("PAGERACE_DATABASE_USER", "nobody"))
                .withProperties(Map.of("pagerace.database.url", UNREACHABLE));
        var tomcat = new Tomcat(deployment, "tomcat-11")
                .deploy("/plain", "")
                .deploy(
                        "/parameter",
                        parameter("pagerace.database.url", access.get("PAGERACE_DATABASE_URL"))
                                + parameter("pagerace.database.user", access.get("PAGERACE_DATABASE_USER"))
                                + parameter("pagerace.database.password-file", passwordFile.toString()));
        try (Container container = tomcat.start()) {
            Web.await(container.port(), "/parameter/db", container.process()::isAlive);
            assertEquals("503 busy\n", db(container, "/plain").text());
        }
    }

    /** The environment alone is how ConformanceIT tells every container but the embedded one of its database. */
    private static String parameter(String name, String value) {
        return "<Parameter name=\"" + name + "\" value=\"" + value + "\"/>";
    }

    private static Answer db(Container container, String contextPath) throws Exception {
        return new Wire(container.port(), contextPath).get("/db");
    }

    /** Without real files /open opens the archive's entry, and the pages are the same. */
    @Test
    void archive_packed_hasTheSamePages() throws Exception {
        var tomcat = new Tomcat(Deployment.atRoot(folder.resolve("packed")), "tomcat-11")
                .edit("unpackWARs=\"true\"", "unpackWARs=\"false\"")
                .deploy("");
        try (Container container = tomcat.start()) {
            assertTrue(Files.notExists(container.webRoot()), "not unpacked");
            for (Pages.Page page : Pages.FIXED) {
                Answer answer = container.wire().get(page.target());
                assertEquals(200, answer.status(), page::toString);
                assertEquals(Integer.toString(page.bytes()), answer.header("Content-Length"));
                assertTrue(answer.latin().equals(page.latin()), page::toString);
                assertEquals("", container.wire().send("HEAD", page.target()).latin());
            }
            assertEquals(200, container.wire().get("/info").status());
        }
    }
}

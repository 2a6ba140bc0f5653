package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** DataSources that real containers have bound, each in the way docs/containers.md describes. */
class DataSourceIT {
    private static final String UNREACHABLE = "jdbc:mysql://127.0.0.1:1/bench";

    @TempDir
    private static Path folder;

    private static PageDatabase database;
    private static Map<String, String> access;
    private static String page;

    /** The page of the database, with a pool of our own. */
    @BeforeAll
    static void start() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
        access = database.javaEnvironment();
        var deployment = Deployment.atRoot(folder.resolve("own")).withEnvironment(access);
        try (Container own = JettyServe.start(deployment)) {
            page = Web.await(own.port(), "/db", own.process()::isAlive).latin();
        }
    }

    @AfterAll
    static void stop() {
        if (database != null) {
            database.close();
        }
    }

    /** Returns what the documentation tells to write, with the values of this database. */
    private static String documented(String firstLine) throws IOException {
        return Docs.containers()
                .block(firstLine)
                .replace("jdbc:mysql://127.0.0.1:3306/bench", access.get("PAGERACE_DATABASE_URL"))
                .replace("user-of-the-pages", access.get("PAGERACE_DATABASE_USER"))
                .replace("password-of-the-pages", database.password());
    }

    private static Path library(String name) throws IOException {
        try (Stream<Path> libraries = Files.list(PageDatabase.home().root().resolve("WEB-INF/lib"))) {
            return libraries
                    .filter(file -> file.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void assertUsesThePoolOfTheContainer(Container container, String contextPath) throws Exception {
        Answer answer = Web.await(container.port(), contextPath + "/db", container.process()::isAlive);
        assertEquals(page, answer.latin());
        String pool = Web.get(container.port(), contextPath + "/info?what=pool,jdbc&format=text")
                .text();
        assertTrue(pool.contains("Owner => the container"), pool);
        assertTrue(pool.contains("URL => known to the container"), pool);
        assertTrue(pool.contains("Driver => MySQL Connector/J"), pool);
        String info = Web.get(container.port(), contextPath + "/info").text();
        assertFalse(info.contains("jdbc:mysql") || info.contains(database.password()), info);
    }

    private static void assertNothingTold(Container container) throws IOException {
        String log = container.log();
        assertFalse(log.contains("jdbc:mysql") || log.contains(database.password()), log);
        assertEquals(List.of(), container.complaints());
    }

    /**
     * One context has a pool for itself, two share one of the whole Tomcat, which must survive the end of either; one has
     * a setting that is stronger than any DataSource.
     */
    @ParameterizedTest
    @EnumSource(names = {"TOMCAT_10", "TOMCAT_11"})
    void tomcat_resource_isThePool(Kind kind) throws Exception {
        String resource = documented("<Context docBase=\"/srv/pagerace.war\"> <!-- a pool of its own -->")
                .replace("/srv/pagerace.war", Container.war().toString());
        String link = documented(
                "<ResourceLink name=\"jdbc/pagerace\" global=\"jdbc/pagerace\" type=\"javax.sql.DataSource\"/>");
        String global = resource.substring(resource.indexOf("<Resource "), resource.indexOf("/>") + 2);
        var tomcat = new Tomcat(Deployment.atRoot(folder.resolve(kind.name())), kind.distribution())
                .manager(database.password())
                .library(library("mysql-connector-j"))
                .edit("</GlobalNamingResources>", global + "</GlobalNamingResources>")
                .context("/own", resource)
                .deploy("/shared", link)
                .deploy("/other", link)
                .deploy("/setting", "<Parameter name=\"pagerace.database.url\" value=\"" + UNREACHABLE + "\"/>" + link);
        try (Container container = tomcat.start()) {
            for (String context : List.of("/own", "/shared", "/other")) {
                assertUsesThePoolOfTheContainer(container, context);
            }
            Answer refused = Web.get(container.port(), "/setting/db");
            assertEquals("503 busy\n", refused.text());
            var manager = new Manager(container.port(), database.password());
            manager.undeploy("/setting");
            manager.undeploy("/own");
            manager.undeploy("/shared");
            assertUsesThePoolOfTheContainer(container, "/other");
            manager.assertFindsNoLeak();
            assertNothingTold(container);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee10", "ee11"})
    void jetty_resourceOfTheServer_isThePool(String environment) throws Exception {
        var deployment = Deployment.atRoot(Files.createDirectory(folder.resolve(environment)));
        Path base = JettyBase.copy(deployment, environment);
        Path lib = Files.createDirectories(base.resolve("lib/ext"));
        for (String name : List.of("HikariCP", "mysql-connector-j")) {
            Files.copy(library(name), lib.resolve(library(name).getFileName()));
        }
        Files.writeString(base.resolve("start.d/datasource.ini"), documented("# start.d/datasource.ini"));
        Files.writeString(base.resolve("etc/datasource.xml"), documented("<!-- etc/datasource.xml -->"));
        try (Container container = JettyBase.start(deployment, base)) {
            assertUsesThePoolOfTheContainer(container, "");
            assertNothingTold(container);
        }
    }
}

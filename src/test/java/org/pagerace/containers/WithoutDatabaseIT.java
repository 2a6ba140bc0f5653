package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.pages.Answer;

/** The archive without any setting; below a context path, where the container has them. */
@ParameterizedClass(name = "{0}")
@MethodSource("containers")
class WithoutDatabaseIT {
    @TempDir
    private static Path folder;

    private static Container container;
    private static Wire wire;

    @Parameter
    private Kind kind;

    static List<Kind> containers() {
        return Kind.chosen();
    }

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) throws Exception {
        container = kind.start(
                Deployment.atRoot(folder.resolve(kind.name())).at(kind == Kind.EMBEDDED_JETTY ? "" : "/bench"));
        wire = container.wire();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (container != null) {
            container.close();
            container = null;
        }
    }

    @Test
    void page_needsNoDatabase_isThere() throws Exception {
        for (Pages.Page page : Pages.FIXED) {
            Answer answer = wire.get(page.target());
            assertEquals(200, answer.status(), page::toString);
            assertTrue(answer.latin().equals(page.latin()), page::toString);
        }
        for (String target : Pages.INFO) {
            assertEquals(200, wire.get(target).status());
        }
    }

    @Test
    void db_noDatabase_isToldToTheClientAndOnceInTheLog() throws Exception {
        for (String target : Pages.DATABASE) {
            Answer answer = wire.get(target);
            assertEquals(503, answer.status(), target);
            assertEquals("503 no database\n", answer.text());
            assertNull(answer.header("Retry-After"), "another try cannot succeed");
            assertEquals("", wire.send("HEAD", target).latin());
        }
        assertEquals(1, linesWith("no database is configured"), kind::toString);
    }

    @Test
    void guard_belowTheContextPath_holds() throws Exception {
        for (String target : List.of("/org/pagerace/launch/Launcher.class", "/WEB-INF/web.xml", "/info/x")) {
            Answer answer = wire.get(target);
            assertEquals(404, answer.status(), target);
            assertTrue(kind.isMore() || answer.text().equals("404 not found\n"), target);
        }
        assertEquals(
                405, wire.send("POST", "/testing.html", "Content-Length: 0").status());
    }

    private static long linesWith(String text) throws IOException {
        return container.log().lines().filter(line -> line.contains(text)).count();
    }
}

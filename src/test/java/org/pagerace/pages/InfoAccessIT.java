package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A real loopback peer, which the connector without sockets cannot be. */
class InfoAccessIT {

    @Test
    void info_accessLocal_isForLoopbackWithoutProxy() throws Exception {
        try (PageServer server = new PageServer(PageDatabase.home().root(), Map.of("pagerace.info.access", "local"))) {
            int port = server.listen();
            assertEquals(200, Web.get(port, "/info").status());
            assertEquals(
                    403,
                    Web.send("GET", port, "/info", "X-Forwarded-For", "127.0.0.1")
                            .status());
            assertEquals(
                    403,
                    Web.send("GET", port, "/info.php", "Forwarded", "for=127.0.0.1")
                            .status());
        }
    }

    @Test
    void status_anyAccess_isForLoopbackWithoutProxyAndTellsNumbers() throws Exception {
        try (PageServer server = new PageServer(PageDatabase.home().root(), Map.of("pagerace.info.access", "any"))) {
            int port = server.listen();
            Answer status = Web.get(port, "/status");
            assertEquals(200, status.status());
            assertTrue(
                    status.text()
                            .matches("\\{\"threadsBusy\":\\d+,\"threadsLimit\":\\d+,\"threadsQueued\":\\d+,"
                                    + "\"compileMillis\":\\d+,\"gcCount\":\\d+,\"gcMillis\":\\d+,\"heapUsedBytes\":\\d+,"
                                    + "\"heapLimitBytes\":\\d+,\"uptimeMillis\":\\d+,\"statusCpuNanos\":\\d+\\}\n"),
                    status.text());
            assertEquals(
                    403,
                    Web.send("GET", port, "/status", "X-Forwarded-For", "127.0.0.1")
                            .status());
        }
    }

    @Test
    void status_accessOff_isAnUnknownAddress() throws Exception {
        try (PageServer server = new PageServer(PageDatabase.home().root(), Map.of("pagerace.info.access", "off"))) {
            assertEquals(404, Web.get(server.listen(), "/status").status());
        }
    }
}

package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}

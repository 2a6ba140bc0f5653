package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;
import org.pagerace.process.Programs;

/** The settings for nginx that docs/operations.md gives, in a real nginx before the pages. */
@Timeout(60)
class ReverseProxyIT {
    private static final Path DOCUMENTATION = Path.of("docs", "operations.md");

    @TempDir
    Path folder;

    @Test
    void proxy_settingsOfTheDocumentation_passPagesOnAndMakeNobodyLocal() throws Exception {
        Peers.require(Programs.find("nginx").isPresent(), "nginx is not installed: apt-get install nginx-light");
        try (PageServer server = new PageServer(PageDatabase.home().root(), Map.of("pagerace.info.access", "local"))) {
            int behind = server.listen();
            int port = FreePorts.next();
            try (ChildProcess nginx = nginx(port, behind)) {
                Web.await(port, "/testing.html", nginx::isAlive);
                for (String page : List.of("/index.html", "/open", "/jquery-1.7.1.min.js", "/welcome.html")) {
                    Answer direct = Web.get(behind, page);
                    Answer proxied = Web.get(port, page);
                    assertEquals(200, proxied.status(), page);
                    assertTrue(direct.latin().equals(proxied.latin()), page);
                    assertEquals(direct.header("Content-Length"), proxied.header("Content-Length"), page);
                    assertNull(proxied.header("Content-Encoding"), page);
                }
                assertEquals("404 not found\n", Web.get(port, "/nothing").text(), "our own body, not the proxy's");
                assertEquals(405, Web.send("DELETE", port, "/info").status());
                assertEquals(200, Web.get(behind, "/info").status(), "who is here");
                assertEquals(403, Web.get(port, "/info").status(), "who comes through the proxy");
                assertEquals(200, Web.get(behind, "/status").status());
                assertEquals(404, Web.get(port, "/status").status());
            }
        }
    }

    private ChildProcess nginx(int port, int behind) throws Exception {
        String text = Files.readString(DOCUMENTATION);
        String settings = text.substring(text.indexOf("```nginx\n") + "```nginx\n".length());
        settings = settings.substring(0, settings.indexOf("```"));
        assertTrue(settings.contains("http://127.0.0.1:8080;"), settings);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x")); // for nginx's own user
        Files.writeString(
                folder.resolve("nginx.conf"), """
                pid nginx.pid;
                daemon off;
                worker_processes 1;
                error_log stderr crit;
                events { worker_connections 1024; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  server {
                    listen 127.0.0.1:%d;
                    %s
                  }
                }
                """.formatted(port, settings.replace(":8080;", ":" + behind + ";")));
        return ChildProcess.start(new ChildProcess.Spec(
                "nginx",
                List.of("nginx", "-p", folder.toString(), "-e", "stderr", "-c", "nginx.conf"),
                Map.of(),
                folder,
                folder.resolve("nginx.log"),
                "QUIT",
                Duration.ofSeconds(5)));
    }
}

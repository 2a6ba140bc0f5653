package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.DocumentedStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;

/** The server of one's own that docs/stacks.md shows does the same work as a built-in one, where it is installed. */
@Timeout(120)
class DocumentedStackIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));

    @TempDir
    private Path folder;

    @Test
    void caddy_asDocumented_isEqualOrSaysWhatToInstall() throws Exception {
        Path file = DocumentedStack.write(folder);
        StackCatalog catalog = StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty(), List.of(file));
        StackDescriptor caddy = catalog.find("caddy-fpm");
        StackDescriptor nginx = catalog.find("nginx-fpm");
        Peers.require(Availability.of(nginx).installed(), "nginx-fpm");
        Availability availability = Availability.of(caddy);
        if (!availability.installed()) {
            assertTrue(availability.reason().contains("caddy"), availability::reason);
            assertTrue(availability.hint().contains("apt-get install caddy"), availability::hint);
            return;
        }
        System.setProperty("pagerace.data", folder.resolve("data").toString());
        var entrants = new Entrants(List.of(nginx, caddy), List.of());
        try (Servers servers = Servers.start(
                new DatabaseChoice.Embedded(), entrants, HOME, Optional.empty(), new AllStacksParityIT.Silence())) {
            var check = new EqualityCheck(servers, CheckedPage.of(RaceRequest.PAGES, HOME.root()), true);
            check.run();
            assertEquals(List.of(), check.differences());
            assertEquals(List.of(), check.unknown());
        } finally {
            System.clearProperty("pagerace.data");
        }
    }
}

package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pagerace.stacks.ExternalStack;

@Timeout(30)
class GuestIT {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String folder;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            exchange.sendResponseHeaders(path.matches("/bench/(info.php|db|open)") ? 200 : 404, -1);
            exchange.close();
        });
        server.start();
        folder = "http://localhost:" + server.getAddress().getPort() + "/bench/";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static Guest find(String text) throws Exception {
        return Guest.find(ExternalStack.parse(text, Optional.empty()));
    }

    @Test
    void find_pagesWithAndWithoutPhp_areFoundByAskingOnce() throws Exception {
        Guest guest = find("mine=" + folder);
        assertEquals(URI.create(folder + "info.php"), guest.stack().page("info"));
        assertEquals(URI.create(folder + "db"), guest.stack().page("db"));
        assertEquals(URI.create(folder + "open"), guest.stack().page("open"));
        assertEquals(URI.create(folder + "index.html"), guest.stack().page("index"));
        assertEquals(List.of("/bench/info.php", "/bench/db.php", "/bench/db", "/bench/open.php", "/bench/open"), asked);
    }

    @Test
    void find_givenPage_isNotAskedFor() throws Exception {
        Guest guest = find("mine=" + folder + ",db=data.aspx?top=20");
        assertEquals(URI.create(folder + "data.aspx?top=20"), guest.stack().page("db"));
        assertTrue(asked.stream().noneMatch(path -> path.contains("/db")), asked::toString);
    }

    /** Whatever the name resolves to during the race, the driver goes where it went at the start. */
    @Test
    void find_name_isResolvedOnceForTheDriverToo() throws Exception {
        Guest guest = find("mine=" + folder);
        assertTrue(guest.address().getAddress().isLoopbackAddress());
        assertEquals(
                guest.address().getAddress(),
                guest.route().pins().get("localhost:" + server.getAddress().getPort()));
    }

    @Test
    void find_nobodyThere_saysWhatToDo() {
        server.stop(0);
        var e = assertThrows(RaceException.class, () -> find("mine=" + folder));
        assertTrue(e.getMessage().startsWith("mine does not answer at " + folder + "info.php: "), e.getMessage());
        assertTrue(e.getMessage().endsWith("; start it, correct --stack, or leave it out"), e.getMessage());
    }

    /** An address for documentation (RFC 5737): if it were asked, the test would wait for its timeout. */
    @Test
    void find_publicAddress_isRefusedBeforeItIsAsked() {
        var e = assertThrows(RaceException.class, () -> find("mine=http://192.0.2.1/"));
        assertEquals(
                "mine: 192.0.2.1 is a public address; if you may put load on it, add --public-target-ok 192.0.2.1",
                e.getMessage());
    }
}

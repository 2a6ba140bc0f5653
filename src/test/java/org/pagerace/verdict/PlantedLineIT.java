package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.Metric;
import org.pagerace.sample.Sources;

/**
 * A slow or lossy line between two namespaces of the test's own. A busy machine does not hide it: 100 Mbit/s take some
 * percent of a processor, both ends come before others, and what is queued before the line keeps it full meanwhile.
 */
@Timeout(120)
class PlantedLineIT {
    private static final int CONNECTIONS = 4;
    private static final long RATE = 100_000_000;
    private static final Map<String, String> PAGES = Map.of(
            "large.html", "x".repeat(608_491), "middle.html", "x".repeat(93_868), "small.html", "x".repeat(10_000));

    @TempDir
    Path folder;

    private Planter planter;
    private Netns client;
    private Netns server;
    private PhpServer nginx;

    @BeforeEach
    void lay() throws Exception {
        planter = new Planter(folder);
        client = new Netns(planter);
        server = new Netns(planter);
        server.join(client);
        nginx = new PhpServer(planter, PhpServer.Wish.pages(0).at("10.77.0.1").after(server.prefix()), PAGES).first();
    }

    @AfterEach
    void end() {
        planter.close();
    }

    private Scene scene(String page, OptionalLong rate) {
        return nginx.scene(page, CONNECTIONS)
                .overLine(server.prefix(), new Sources.Line(Netns.DEVICE, rate, Sources.End.SERVER));
    }

    private Scene.Outcome play(Scene scene) throws IOException, InterruptedException {
        return scene.playFirst(client.prefix(), planter);
    }

    /** The queue is so deep that nothing is lost. */
    @Test
    void line_shaped_isNamedAndConfirmedAndKnownWithoutItsRate() throws Exception {
        server.shape("rate 100mbit burst 32k limit 16mb");
        Scene large = scene("large.html", OptionalLong.of(RATE));
        Scene middle = scene("middle.html", OptionalLong.of(RATE));
        Scene head = large.withMethod("HEAD").withTimes(1, Duration.ofMillis(500), Duration.ofSeconds(2));
        Scene.Outcome ofLarge = play(large);
        Scene.Outcome ofMiddle = play(middle);
        MadeRace race = new MadeRace().with(large, ofLarge).with(middle, ofMiddle);
        race.confirmed(Change.HEAD, play(head), large);

        Verdict verdict = race.verdict(large);
        List<Cause> named = Planted.print("tbf of 100 Mbit/s", verdict);
        assertEquals(Cause.NETWORK_LINE_RATE, named.get(0), Planted.evidence(verdict));
        assertEquals(Grade.CONFIRMED, verdict.limits().get(0).grade(), Planted.evidence(verdict));
        assertFalse(named.contains(Cause.NETWORK_LOSS), Planted.evidence(verdict));
        assertEquals(
                Cause.NETWORK_LINE_RATE,
                Planted.print("the same, a smaller page", race.verdict(middle)).get(0));

        Verdict blind = new MadeRace()
                .with(large, ofLarge.blindTo(Metric.LINK_LIMIT))
                .with(middle, ofMiddle.blindTo(Metric.LINK_LIMIT))
                .verdict(large);
        assertEquals(
                Cause.NETWORK_LINE_RATE,
                Planted.print("the same, its rate unreadable", blind).get(0),
                Planted.evidence(blind));
        assertTrue(
                blind.limits().get(0).evidence().endsWith("what a line of 100 Mbit/s carries"),
                Planted.evidence(blind));
    }

    /**
     * Nothing is seen of the server: its answers are counted where they come in. A segment is a frame, as it is for a network
     * card; a veth counts what TCP hands over in one piece as one.
     */
    @Test
    void line_toAServerElsewhere_isNamedByTheClientsOwnDevice() throws Exception {
        server.run("ip", "link", "set", Netns.DEVICE, "gso_max_segs", "1");
        server.shape("rate 100mbit burst 32k limit 16mb");
        Scene scene = Scene.of("large.html", nginx.url("large.html"), CONNECTIONS)
                .overLine(List.of(), new Sources.Line(Netns.DEVICE, OptionalLong.of(RATE), Sources.End.CLIENT));
        Verdict verdict = new MadeRace().external().with(scene, play(scene)).verdict(scene);
        List<Cause> named = Planted.print("tbf of 100 Mbit/s before a server elsewhere", verdict);
        assertEquals(Cause.NETWORK_LINE_RATE, named.get(0), Planted.evidence(verdict));
    }

    /** netem where the kernel has it; otherwise a queue of a few frames before a line. */
    @Test
    void loss_planted_isNamed() throws Exception {
        String how = "netem loss 2 %";
        try {
            server.run("tc", "qdisc", "add", "dev", Netns.DEVICE, "root", "netem", "loss", "2%");
        } catch (IOException e) {
            server.shape("rate 50mbit burst 3k limit 9k");
            how = "a queue of six frames";
        }
        Scene scene = scene("large.html", OptionalLong.empty());
        Verdict verdict = new MadeRace().with(scene, play(scene)).verdict(scene);
        List<Cause> named = Planted.print(how, verdict);
        assertTrue(named.contains(Cause.NETWORK_LOSS), Planted.evidence(verdict));
    }

    @Test
    void line_asItIs_isNotNamed() throws Exception {
        Scene middle = scene("middle.html", OptionalLong.of(100_000_000_000L));
        Scene small = scene("small.html", OptionalLong.of(100_000_000_000L));
        MadeRace race = new MadeRace().with(middle, play(middle)).with(small, play(small));
        for (Scene scene : List.of(middle, small)) {
            Verdict verdict = race.verdict(scene);
            List<Cause> named = Planted.print("a line as it is", verdict);
            assertFalse(named.contains(Cause.NETWORK_LINE_RATE), Planted.evidence(verdict));
            assertFalse(named.contains(Cause.NETWORK_LOSS), Planted.evidence(verdict));
        }
    }
}

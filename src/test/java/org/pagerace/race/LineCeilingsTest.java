package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pagerace.network.LineRate;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo;

class LineCeilingsTest {
    private static final LineRate RATE = LineRate.parse("100mbit");

    @Test
    void of_pagesOfTheArticle_areItsFigures() throws Exception {
        List<PageInfo> answered =
                List.of(page("index", 608_500, 608_500), page("jquery", 93_868, 93_868), page("testing.html", 8, 8));
        assertEquals(
                List.of(
                        "100 Mbit/s carries at most 19.3/s of index (608,500 bytes)",
                        "100 Mbit/s carries at most 124.8/s of jquery (93,868 bytes)"),
                sentences(plan(Protocol.AB, "index", "jquery"), answered));
    }

    @Test
    void of_pageOfTwoSizes_givesBothEnds() throws Exception {
        assertEquals(
                List.of("100 Mbit/s carries at most 140.2/s to 174.4/s of info (67,000 to 83,500 bytes,"
                        + " depending on the stack)"),
                sentences(plan(Protocol.AB, "info"), List.of(page("info", 67_000, 83_500))));
    }

    /** Without SYN-ACK and FIN for each; with a small page that makes a difference. */
    @Test
    void of_keptConnections_carryMore() throws Exception {
        List<PageInfo> answered = List.of(page("index", 8, 8));
        assertEquals(
                List.of("100 Mbit/s carries at most 23,320.9/s of index (8 bytes)"),
                sentences(plan(Protocol.AB, "index"), answered));
        assertEquals(
                List.of("100 Mbit/s carries at most 35,919.5/s of index (8 bytes)"),
                sentences(plan(Protocol.MODERN, "index"), answered));
    }

    /** A thousand requests of 608,500 bytes at 19.3 a second, instead of the second that is assumed otherwise. */
    @Test
    void perSecond_countedRuns_takeAsLongAsTheLineDoes() throws Exception {
        PlanInfo info = plan(Protocol.AB, "index", "testing");
        var plan = new RacePlan(info, Duration.ofSeconds(30));
        RacePlan over = plan.over(LineCeilings.perSecond(LineCeilings.of(
                RATE, info, List.of(page("index", 600_000, 608_500), page("testing", 8, 8), page("other")))));
        int counted = 2 * info.rounds(); // of two stacks
        Duration more = over.expected().minus(plan.expected());
        assertEquals(counted * (1000 / 19.29 - 1), more.toMillis() / 1e3, 1);
        assertEquals(Set.of("index", "testing"), over.lineCeilings().keySet());
    }

    private static List<String> sentences(PlanInfo plan, List<PageInfo> answered) {
        return LineCeilings.of(RATE, plan, answered).stream()
                .map(ceiling -> LineCeilings.sentence(RATE, ceiling))
                .toList();
    }

    private static PageInfo page(String name, long... bytes) {
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        for (long size : bytes) {
            bodies.put("stack" + bodies.size(), new PageInfo.Body("/" + name, size, "hash"));
        }
        return new PageInfo(name, true, "right", bodies, Map.of());
    }

    private static PlanInfo plan(Protocol protocol, String... pages) throws PlanException {
        return Plans.of(MadeRuns.wish(
                        protocol,
                        List.of("jetty", "nginx-fpm"),
                        List.of(pages),
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        2))
                .info();
    }
}

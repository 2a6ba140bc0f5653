package org.pagerace.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pagerace.verdict.MadeRace.C32;
import static org.pagerace.verdict.MadeRace.round;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.result.Metric;

class NetworkRulesTest {
    private static MadeRound line(double bytes, double frames) {
        return round().sees(Metric.LINK_BYTES, bytes).sees(Metric.LINK_FRAMES, frames);
    }

    /** Full segments: 1514 bytes are counted, 1538 pass the wire; 8127 of them a second fill 100 Mbit/s. */
    @ParameterizedTest
    @CsvSource({"8127, NETWORK_LINE_RATE", "7800, NETWORK_LINE_RATE", "7600, UNEXPLAINED"})
    void lineRate_fullSegments_countsWhatPassesTheWire(double frames, Cause expected) {
        MadeRound round = line(1514 * frames, frames).limit(Metric.LINK_LIMIT, 100e6);
        assertEquals(List.of(expected), MadeRace.of(round).limits());
    }

    /** 100,000 small frames a second: the interface counts 57.6 Mbit/s, the wire is full. */
    @Test
    void lineRate_smallFrames_countsWhatNoInterfaceCounts() {
        MadeRound round = line(100_000 * 101, 100_000).limit(Metric.LINK_LIMIT, 100e6);
        assertEquals(List.of(Cause.NETWORK_LINE_RATE), MadeRace.of(round).limits());
    }

    @Test
    void lineRate_limitKnownFromThePlanAlone_isTakenFromThere() {
        MadeRace race = MadeRace.of(line(12_300_000, 8127)).link(100_000_000);
        assertEquals(List.of(Cause.NETWORK_LINE_RATE), race.limits());
    }

    /** TCP hands over 20 segments in one piece at 1 Gbit/s: 29,026 bytes in one frame are counted, 30,760 pass the wire. */
    @ParameterizedTest
    @CsvSource({"4064, NETWORK_LINE_RATE", "3900, NETWORK_LINE_RATE", "3800, UNEXPLAINED"})
    void lineRate_segmentsInOnePiece_countAsManyFrames(double pieces, Cause expected) {
        MadeRace race = MadeRace.of(line(29_026 * pieces, pieces)).link(1_000_000_000);
        assertEquals(List.of(expected), race.limits());
    }

    @Test
    void lineRate_limitUnknown_isNotJudgedByIt() {
        assertEquals(
                List.of(Cause.UNEXPLAINED), MadeRace.of(line(12_300_000, 8127)).limits());
    }

    private static MadeRace pages(MadeRound index, MadeRound jquery) {
        return new MadeRace()
                .with(
                        C32,
                        index.of("jetty", "index").bodies(608_491),
                        jquery.of("jetty", "jquery").bodies(93_868));
    }

    /** The article's figures: 19.64 and 126.8 answers a second, of pages 6.5 times apart. */
    @Test
    void sameByteRate_pagesFarApartWithTheSameRate_namesTheLineAndItsRate() {
        MadeRace race = pages(round().answers(19.5), round().answers(126.2));
        Finding finding = race.verdict().limits().get(0);
        assertEquals(Cause.NETWORK_LINE_RATE, finding.cause());
        assertEquals(
                "index (608,491 B) and jquery (93,868 B) came at the same 11.87 MB/s within 2 %,"
                        + " what a line of 100 Mbit/s carries",
                finding.evidence());
        assertEquals(
                Cause.NETWORK_LINE_RATE,
                race.verdict(C32, "jquery", "jetty").limits().get(0).cause());
    }

    @Test
    void sameByteRate_noStandardRate_isTheLineAllTheSame() {
        String evidence = pages(round().answers(30), round().answers(194.2))
                .verdict()
                .limits()
                .get(0)
                .evidence();
        assertTrue(evidence.endsWith(", no standard line rate"), evidence);
    }

    @Test
    void sameByteRate_fourPercentApart_isNone() {
        assertEquals(
                List.of(Cause.UNEXPLAINED),
                pages(round().answers(19.5), round().answers(131.5)).limits());
    }

    @Test
    void sameByteRate_pagesOfLikeSize_isNone() {
        MadeRace race = new MadeRace()
                .with(
                        C32,
                        round().answers(20).of("jetty", "index").bodies(600_000),
                        round().answers(60).of("jetty", "jquery").bodies(200_000));
        assertEquals(List.of(Cause.UNEXPLAINED), race.limits());
    }

    /** Whoever copies at a fixed rate has the same byte rate, and a busy thread. */
    @Test
    void sameByteRate_busyDriver_isTheDriver() {
        MadeRound copying = round().answers(19.5).driver(0.85, 0, 0);
        assertEquals(
                List.of(Cause.CLIENT_CPU),
                pages(copying, round().answers(126.2).driver(0.85, 0, 0)).limits());
    }

    @Test
    void sameByteRate_fullProcessors_isNone() {
        MadeRound busy = round().answers(19.5).sees(Metric.MACHINE_CPU, 1.9).sees(Metric.SERVER_CPU_WAIT, 0);
        assertEquals(
                List.of(Cause.UNEXPLAINED), pages(busy, round().answers(126.2)).limits());
    }

    @Test
    void sameByteRate_unknownDriver_isNone() {
        assertEquals(
                List.of(Cause.UNEXPLAINED),
                pages(round().answers(19.5).unknownDriver(), round().answers(126.2))
                        .limits());
    }

    @ParameterizedTest
    @CsvSource({"11, NETWORK_LOSS", "9, UNEXPLAINED"})
    void loss_resentSegments_areALimitAboveOneInAThousand(double resent, Cause expected) {
        MadeRound round = round().sees(Metric.SEGMENTS_SENT, 10_000).sees(Metric.SEGMENTS_RESENT, resent);
        assertEquals(List.of(expected), MadeRace.of(round).link(100_000_000).limits());
    }

    /** There TCP sends again what a starved process has not taken in time. */
    @Test
    void loss_overLoopback_isNone() {
        MadeRound round = round().sees(Metric.SEGMENTS_SENT, 10_000).sees(Metric.SEGMENTS_RESENT, 50);
        assertEquals(List.of(Cause.UNEXPLAINED), MadeRace.of(round).limits());
    }

    @Test
    void loss_ofAFullLine_isNamedAfterTheLine() {
        MadeRound round = line(12_300_000, 8127)
                .limit(Metric.LINK_LIMIT, 100e6)
                .sees(Metric.SEGMENTS_SENT, 8127)
                .sees(Metric.SEGMENTS_RESENT, 100)
                .sees(Metric.LINK_DROPS, 100);
        MadeRace race = MadeRace.of(round);
        assertEquals(List.of(Cause.NETWORK_LINE_RATE, Cause.NETWORK_LOSS), race.limits());
        assertEquals(
                "1.23 % of the TCP segments were sent again (1,200 of 97,524), the server's queue dropped 1,200 frames",
                race.verdict().limits().get(1).evidence());
    }
}

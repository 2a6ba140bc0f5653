package org.pagerace.race;

import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import org.pagerace.network.LineRate;
import org.pagerace.result.Calibration.LineCeiling;
import org.pagerace.result.Ethernet;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo;

/** What a line carries of each page at most, so that nobody takes the line for the server. Pure. */
final class LineCeilings {
    /** Of all stacks about as much; a hundred more or less are 1 % of the smallest page that can fill a line. */
    private static final int HEAD_BYTES = 250;

    private LineCeilings() {}

    /** Returns the ceiling of each page of the plan that the stacks have answered. */
    static List<LineCeiling> of(LineRate rate, PlanInfo plan, List<PageInfo> answered) {
        boolean ownConnections = plan.modes().stream().noneMatch(PlanInfo.Mode::keepAlive);
        return answered.stream()
                .filter(page ->
                        plan.pages().contains(page.page()) && !page.bodies().isEmpty())
                .map(page -> of(rate, page, ownConnections))
                .toList();
    }

    private static LineCeiling of(LineRate rate, PageInfo page, boolean ownConnections) {
        LongSummaryStatistics bytes =
                page.bodies().values().stream().mapToLong(PageInfo.Body::bytes).summaryStatistics();
        return new LineCeiling(
                page.page(),
                bytes.getMin(),
                bytes.getMax(),
                Ethernet.responsesPerSecond(rate.bitsPerSecond(), bytes.getMin() + HEAD_BYTES, ownConnections),
                Ethernet.responsesPerSecond(rate.bitsPerSecond(), bytes.getMax() + HEAD_BYTES, ownConnections));
    }

    /** Returns how many answers of each page the line carries in a second, of the stack with the largest. */
    static Map<String, Double> perSecond(List<LineCeiling> ceilings) {
        return ceilings.stream().collect(Collectors.toMap(LineCeiling::page, LineCeiling::leastPerSecond));
    }

    static String sentence(LineRate rate, LineCeiling ceiling) {
        if (ceiling.leastBytes() == ceiling.mostBytes()) {
            return String.format(
                    Locale.ROOT,
                    "%s carries at most %,.1f/s of %s (%,d bytes)",
                    rate,
                    ceiling.mostPerSecond(),
                    ceiling.page(),
                    ceiling.leastBytes());
        }
        return String.format(
                Locale.ROOT,
                "%s carries at most %,.1f/s to %,.1f/s of %s (%,d to %,d bytes, depending on the stack)",
                rate,
                ceiling.leastPerSecond(),
                ceiling.mostPerSecond(),
                ceiling.page(),
                ceiling.leastBytes(),
                ceiling.mostBytes());
    }
}

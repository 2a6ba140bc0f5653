package org.pagerace.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pagerace.network.LineRate;
import org.pagerace.result.Ethernet;
import org.pagerace.result.PageInfo;
import org.pagerace.result.PlanInfo;

/** What a line carries of each page at most, so that nobody takes the line for the server. Pure. */
final class LineCeilings {
    /** Of all stacks about as much; a hundred more or less are 1 % of the smallest page that can fill a line. */
    private static final int HEAD_BYTES = 250;

    private LineCeilings() {}

    /** Returns a sentence for each page of the plan that the stacks have answered. */
    static List<String> of(LineRate rate, PlanInfo plan, List<PageInfo> answered) {
        List<String> sentences = new ArrayList<>();
        for (PageInfo page : answered) {
            if (plan.pages().contains(page.page()) && !page.bodies().isEmpty()) {
                sentences.add(sentence(rate, page, hasOwnConnections(plan)));
            }
        }
        return sentences;
    }

    /** Returns how many answers of each page the line carries in a second, of the stack with the largest. */
    static Map<String, Double> perSecond(LineRate rate, PlanInfo plan, List<PageInfo> answered) {
        Map<String, Double> perSecond = new LinkedHashMap<>();
        for (PageInfo page : answered) {
            page.bodies().values().stream()
                    .mapToLong(PageInfo.Body::bytes)
                    .max()
                    .ifPresent(bytes -> perSecond.put(
                            page.page(),
                            Ethernet.responsesPerSecond(
                                    rate.bitsPerSecond(), bytes + HEAD_BYTES, hasOwnConnections(plan))));
        }
        return perSecond;
    }

    private static boolean hasOwnConnections(PlanInfo plan) {
        return plan.modes().stream().noneMatch(PlanInfo.Mode::keepAlive);
    }

    private static String sentence(LineRate rate, PageInfo page, boolean ownConnections) {
        long smallest = page.bodies().values().stream()
                .mapToLong(PageInfo.Body::bytes)
                .min()
                .orElseThrow();
        long largest = page.bodies().values().stream()
                .mapToLong(PageInfo.Body::bytes)
                .max()
                .orElseThrow();
        double most = Ethernet.responsesPerSecond(rate.bitsPerSecond(), smallest + HEAD_BYTES, ownConnections);
        double least = Ethernet.responsesPerSecond(rate.bitsPerSecond(), largest + HEAD_BYTES, ownConnections);
        if (smallest == largest) {
            return String.format(
                    Locale.ROOT, "%s carries at most %,.1f/s of %s (%,d bytes)", rate, most, page.page(), smallest);
        }
        return String.format(
                Locale.ROOT,
                "%s carries at most %,.1f/s to %,.1f/s of %s (%,d to %,d bytes, depending on the stack)",
                rate,
                least,
                most,
                page.page(),
                smallest,
                largest);
    }
}

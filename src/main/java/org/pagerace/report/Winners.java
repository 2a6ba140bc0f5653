package org.pagerace.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pagerace.statistics.Interval;
import org.pagerace.statistics.PairedBootstrap;

/** Says in one sentence who won a page, or why nobody did. */
final class Winners {
    private final Ranking ranking;

    Winners(Ranking ranking) {
        this.ranking = ranking;
    }

    String sentence(String mode, String page) {
        List<Standing> measured = ranking.standings(mode, page).stream()
                .filter(standing -> standing.toFastest().isPresent())
                .toList();
        Optional<String> fastest = ranking.fastest(mode, page);
        if (fastest.isEmpty()) {
            return "no winner: nothing was answered";
        }
        if (measured.size() == 1) {
            return "no winner: only " + fastest.get() + " was measured";
        }
        Optional<String> winner = ranking.winner(mode, page);
        return winner.map(name -> won(name, measured)).orElseGet(() -> "no winner: " + reason(fastest.get(), measured));
    }

    private static String won(String winner, List<Standing> measured) {
        Standing next = measured.stream()
                .filter(standing -> !Ranking.isFastest(standing))
                .max(Comparator.comparingDouble(
                        standing -> standing.toFastest().orElseThrow().value()))
                .orElseThrow();
        Ratio ratio = next.toFastest().orElseThrow();
        Interval interval = ratio.interval().orElseThrow();
        if (interval.low() <= 0) {
            return winner + " wins";
        }
        return String.format(
                Locale.ROOT,
                "%s wins: %s times as many answers as %s, the next (95 %%: %s to %s)",
                winner,
                Numbers.times(1 / ratio.value()),
                next.cell().stack(),
                Numbers.times(1 / interval.high()),
                Numbers.times(1 / interval.low()));
    }

    private String reason(String fastest, List<Standing> measured) {
        int fewest = measured.stream()
                .mapToInt(standing -> standing.cell().rounds().size())
                .min()
                .orElse(0);
        if (fewest < PairedBootstrap.FEWEST_BLOCKS) {
            return Numbers.count(fewest, "round") + (fewest == 1 ? " shows" : " show")
                    + " a range and no more, a claim takes " + PairedBootstrap.FEWEST_BLOCKS;
        }
        List<Standing> tied = measured.stream()
                .filter(standing -> standing.toFastest().orElseThrow().outcome() != Outcome.SLOWER)
                .toList();
        boolean equal = tied.stream()
                .allMatch(standing -> standing.toFastest().orElseThrow().outcome() == Outcome.EQUAL);
        List<String> names = new ArrayList<>(List.of(fastest));
        tied.stream()
                .filter(standing -> !Ranking.isFastest(standing))
                .forEach(standing -> names.add(standing.cell().stack()));
        String all = Prose.list(names);
        return equal ? all + " are equal within " + Numbers.percent(ranking.margin()) : all + " cannot be told apart";
    }
}

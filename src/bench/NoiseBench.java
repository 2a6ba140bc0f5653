import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How often a race names a winner where there is none: races one stack against itself, again and again.
 *
 * <pre>
 * java src/bench/NoiseBench.java [--races N] OPTION...
 * </pre>
 *
 * <p>The options are those of {@code pagerace race}, with a stack given twice, for instance
 * {@code --stacks nginx-fpm,nginx-fpm --pages index,open --time 30s}. Each race starts the stack anew, so what two starts of
 * one program differ by is part of it. At the end stands how many races named a winner (of 20 at most one should), and
 * how far apart the two seemed to be at most: a margin for {@code --noise-floor} on the safe side.
 *
 * <p>Runs from the root of the repository and leaves nothing behind.
 */
final class NoiseBench {
    private static final Pattern WINNER = Pattern.compile("(?m)^\\w+: \\S+ wins: .*");
    private static final Pattern RATIO = Pattern.compile("(?m)^  \\S+ +[\\d.,]+ \\+- \\d+ % +(?:~ )?(\\d\\.\\d+) \\(");

    private NoiseBench() {}

    public static void main(String[] args) throws Exception {
        List<String> options = new ArrayList<>(Arrays.asList(args));
        int races = 20;
        int at = options.indexOf("--races");
        if (at >= 0) {
            races = Integer.parseInt(options.get(at + 1));
            options.subList(at, at + 2).clear();
        }
        int named = 0;
        int failed = 0;
        double smallest = 1;
        for (int race = 1; race <= races; race++) {
            String report = race(options);
            if (!report.contains("p is Mann and Whitney's")) {
                failed++;
                print("race %d failed or had fewer than 6 rounds; what it said:%n%s", race, report);
                continue;
            }
            List<String> winners = WINNER.matcher(report).results().map(result -> result.group()).toList();
            Matcher ratios = RATIO.matcher(report);
            double least = 1;
            while (ratios.find()) {
                least = Math.min(least, Double.parseDouble(ratios.group(1)));
            }
            named += winners.isEmpty() ? 0 : 1;
            smallest = Math.min(smallest, least);
            print("race %d: slower one at %.2f at the least; %s", race, least, winners.isEmpty() ? "no winner" : winners);
        }
        print(
                "%d of %d races named a winner, %d failed; the slower one was at %.2f at the least",
                named, races, failed, smallest);
    }

    private static String race(List<String> options) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("pagerace-noise");
        try {
            List<String> command = new ArrayList<>(List.of("./pagerace", "race"));
            command.addAll(options);
            command.addAll(List.of("--out", folder.resolve("out").toString()));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? report : "exit code " + process.exitValue();
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}

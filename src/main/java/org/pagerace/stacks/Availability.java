package org.pagerace.stacks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Home;

/**
 * Whether a stack can be started on this machine.
 *
 * @param installed nothing is missing
 * @param missing needs and files that were not found
 * @param packages what to install with this machine's package manager; empty when it is not known
 * @param reason why it is not installed, empty when it is
 * @param hint how to get what is missing, one line; empty when nothing is
 * @param versions component to version, as far as it is installed
 */
public record Availability(
        boolean installed,
        List<String> missing,
        List<String> packages,
        String reason,
        String hint,
        Map<String, String> versions) {

    public Availability {
        missing = List.copyOf(missing);
        packages = List.copyOf(packages);
    }

    /** Looks for what the stack needs and asks what is there for its version; takes up to a second. */
    public static Availability of(StackDescriptor stack) {
        return of(stack, ProgramFinder.ofSystem(), home());
    }

    /** The same, with values for placeholders in version commands and files. */
    static Availability of(StackDescriptor stack, ProgramFinder finder, Map<String, String> placeholders) {
        var missing = new ArrayList<String>();
        for (String need : stack.needs()) {
            if (finder.program(need).isEmpty()) {
                missing.add(need.replace("|", " or "));
            }
        }
        stack.files().forEach((name, patterns) -> {
            if (newest(patterns).isEmpty()) {
                missing.add(name + " (" + String.join(" or ", patterns) + ")");
            }
        });
        List<String> hints = missingDistributions(stack, placeholders, missing);
        Map<String, String> versions = Versions.of(stack, finder, withJava(placeholders));
        if (missing.isEmpty()) {
            return new Availability(true, missing, List.of(), "", "", versions);
        }
        Optional<PackageManager> manager = PackageManager.find(finder);
        List<String> packages =
                manager.map(found -> stack.install().get(found.key())).orElse(List.of());
        if (!packages.isEmpty()) {
            hints.add(manager.orElseThrow().hint(packages));
        } else if (hints.isEmpty()) {
            hints.add("install " + String.join(", ", missing));
        }
        String hint = String.join("; ", hints);
        return new Availability(false, missing, packages, "not found: " + String.join(", ", missing), hint, versions);
    }

    /** Adds those that are not there to {@code missing}; returns how to get each. */
    private static List<String> missingDistributions(
            StackDescriptor stack, Map<String, String> placeholders, List<String> missing) {
        List<String> hints = new ArrayList<>();
        Path beside = distributions(placeholders);
        for (String coordinates : stack.distributions().values()) {
            Distribution distribution = Distribution.parse(coordinates);
            if (distribution.archive(beside).isEmpty()) {
                missing.add(distribution.fileName());
                hints.add(distribution.hint(beside));
            }
        }
        return hints;
    }

    /** Returns the folder where the build puts the distributions of servers. */
    static Path distributions(Map<String, String> placeholders) {
        return Path.of(placeholders.getOrDefault("distributions", "distributions"))
                .toAbsolutePath();
    }

    /** Returns the newest file of the first pattern that matches any. */
    static Optional<Path> newest(List<String> patterns) {
        return patterns.stream()
                .map(ProgramFinder::newest)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Map<String, String> home() {
        try {
            return StackEnvironment.of(Home.find()).placeholders();
        } catch (ConfigException e) {
            return Map.of(); // not run from an unpacked archive: a version less to tell
        }
    }

    private static Map<String, String> withJava(Map<String, String> placeholders) {
        var all = new HashMap<>(placeholders);
        all.put("java", java());
        return all;
    }

    /** Returns the program that runs this process: children of this build run on it too. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}

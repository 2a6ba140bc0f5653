package org.pagerace.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The words of a command line as they may be shown. */
final class CommandWords {
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]*@");
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password=)[^&;\\s]*");
    private static final String HIDDEN = "…";

    private CommandWords() {}

    /** Returns the words that repeat this very race, with the seed and without secrets. */
    static List<String> repeating(List<String> words, long seed) {
        List<String> shown = new ArrayList<>();
        words.forEach(word -> shown.add(withoutSecrets(word)));
        boolean seedGiven = words.stream().anyMatch(word -> word.equals("--seed") || word.startsWith("--seed="));
        if (!seedGiven) {
            shown.addAll(List.of("--seed", Long.toString(seed)));
        }
        return shown;
    }

    /** Returns the word with the secrets that a JDBC URL may hold replaced. */
    static String withoutSecrets(String word) {
        String noUser = USER_INFO.matcher(word).replaceAll("//" + HIDDEN + "@");
        return PASSWORD.matcher(noUser).replaceAll("$1" + HIDDEN);
    }
}

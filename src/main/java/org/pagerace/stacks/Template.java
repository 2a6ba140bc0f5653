package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.config.Reason;

/**
 * Text with placeholders.
 *
 * <p>A name in braces after a dollar sign becomes the value of that name; with two dollar signs it stays, with one of
 * them; a dollar sign without a brace is just that. A line that starts with {@code @root} is kept only where servers
 * are started as root and drop to another user.
 */
record Template(String source, String text) {
    private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}\\n]*)(}?)");
    private static final Pattern ROOT_LINE = Pattern.compile("(?m)^@root (.*(?:\\R|\\z))");

    /** Reads the template of that name from the first of the folders that has it. */
    static Template read(String name, List<Path> folders) throws StackException {
        for (Path folder : folders) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    return new Template(file.toString(), Files.readString(file));
                } catch (IOException e) {
                    throw new StackException("cannot read template " + file + ": " + Reason.of(e, file), e);
                }
            }
        }
        throw new StackException("there is no template " + name + " in " + folders);
    }

    Template forRoot(boolean root) {
        return new Template(source, ROOT_LINE.matcher(text).replaceAll(root ? "$1" : ""));
    }

    /** Returns the text with all placeholders replaced; an unknown one is reported with its line. */
    String fill(Map<String, String> values) throws StackException {
        var filled = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            String replacement = matcher.group(1).isEmpty()
                    ? value(matcher, values)
                    : matcher.group().substring(1);
            matcher.appendReplacement(filled, Matcher.quoteReplacement(replacement));
        }
        return matcher.appendTail(filled).toString();
    }

    private String value(Matcher matcher, Map<String, String> values) throws StackException {
        String name = matcher.group(2);
        String value = values.get(name);
        if (matcher.group(3).isEmpty() || value == null) {
            long line = text.substring(0, matcher.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    + 1;
            throw new StackException(source + ":" + line + ": unknown placeholder " + matcher.group() + "; known are "
                    + String.join(", ", new TreeSet<>(values.keySet())) + "; write $${ for a plain ${");
        }
        return value;
    }
}

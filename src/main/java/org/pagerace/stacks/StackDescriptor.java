package org.pagerace.stacks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a stack is made of, read from one YAML file; a file that extends another has its values merged in already.
 *
 * <p>It has as many components as the file has keys. Text may hold placeholders such as {@code ${run}}.
 *
 * @param name lower-case letters, digits and hyphens; the second start of a stack in one race ends in #2
 * @param description one line for people
 * @param needs programs that must be on PATH or in an sbin folder; {@code a|b} means either, known by the first name
 * @param files placeholder to path patterns; of each at least one file must exist, the newest is used
 * @param distributions placeholder to Maven coordinates of a zip file, unpacked once; its value is the folder in it
 * @param install package manager ("apt", "dnf") to package names
 * @param version component to the command that prints its version
 * @param versionFiles component to the pattern of a file that bears its version in its name
 * @param ports placeholders (port-NAME) for free ports besides the one of the pages
 * @param vars placeholder to value, for templates, commands and facts; may name other placeholders, and vars before it
 * @param copies path in the run folder to the file or folder that is copied there
 * @param templates files to fill into the run folder, searched in {@code templateFolders}
 * @param processes started in this order, stopped in reverse
 * @param pages page key (index, jquery, info, db, open, testing, welcome, portal) to path and query
 * @param status component to where samplers may ask it, see {@link StatusSource}
 * @param facts line of the fairness sheet to its text, see {@link #factValue}
 * @param source the file it came from
 * @param templateFolders searched in this order
 */
public record StackDescriptor(
        String name,
        String description,
        List<String> needs,
        Map<String, List<String>> files,
        Map<String, String> distributions,
        Map<String, List<String>> install,
        Map<String, List<String>> version,
        Map<String, String> versionFiles,
        List<String> ports,
        Map<String, String> vars,
        Map<String, String> copies,
        List<String> templates,
        List<ServerProcess> processes,
        Map<String, String> pages,
        Map<String, String> status,
        Map<String, String> facts,
        Path source,
        List<Path> templateFolders) {

    public StackDescriptor {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,39}(#[2-9])?")) {
            throw new IllegalArgumentException(
                    "the name '" + name + "' must have 1 to 40 lower-case letters, digits and hyphens");
        }
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("a stack needs at least one process");
        }
        if (processes.stream().map(ServerProcess::name).distinct().count() < processes.size()) {
            throw new IllegalArgumentException("two processes have the same name");
        }
        pages.forEach((key, path) -> requirePath("page " + key, path));
        distributions.values().forEach(Distribution::parse);
        ports.forEach(port -> requireWord("port", port));
        status.keySet().forEach(StatusSource::requireKey);
        facts.forEach(StackDescriptor::requireFact);
        needs = List.copyOf(needs);
        files = inOrder(files);
        distributions = inOrder(distributions);
        install = inOrder(install);
        version = inOrder(version);
        versionFiles = inOrder(versionFiles);
        ports = List.copyOf(ports);
        vars = inOrder(vars);
        copies = inOrder(copies);
        templates = List.copyOf(templates);
        processes = List.copyOf(processes);
        pages = inOrder(pages);
        status = inOrder(status);
        facts = inOrder(facts);
        templateFolders = List.copyOf(templateFolders);
    }

    /**
     * Returns what counts of a line of the fairness sheet when stacks are compared: {@code off} of {@code off (why)}. An
     * explanation is what stands in parentheses at the end, after a blank; without one the whole text is the value.
     */
    public static String factValue(String text) {
        int depth = 0;
        for (int i = text.endsWith(")") ? text.length() - 1 : -1; i >= 0; i--) {
            depth += text.charAt(i) == ')' ? 1 : text.charAt(i) == '(' ? -1 : 0;
            if (depth == 0) {
                boolean explains = i == 0 || Character.isWhitespace(text.charAt(i - 1));
                return (explains ? text.substring(0, i) : text).strip();
            }
        }
        return text.strip();
    }

    private static void requireFact(String line, String text) {
        boolean balanced = text.chars().filter(c -> c == '(').count()
                == text.chars().filter(c -> c == ')').count();
        if (factValue(text).isEmpty() || !balanced) {
            throw new IllegalArgumentException("the fact '" + line + "' is '" + text
                    + "', but must be a value, or a value and an explanation in parentheses: off (why)");
        }
    }

    /** Returns the same stack under the name of its n-th start in one race. */
    public StackDescriptor again(int number) {
        return new StackDescriptor(
                name + "#" + number,
                description,
                needs,
                files,
                distributions,
                install,
                version,
                versionFiles,
                ports,
                vars,
                copies,
                templates,
                processes,
                pages,
                status,
                facts,
                source,
                templateFolders);
    }

    /** Returns the name as a part of a file's: a {@code #} would end paths in URLs and configuration files. */
    String fileName() {
        return name.replace('#', '-');
    }

    /**
     * One process of a stack.
     *
     * @param name unique in its stack
     * @param command program and arguments, never a shell line
     * @param environment added to that of the stack
     * @param database whether it is told where the database is, as whatever runs PHP must be
     * @param ready when the next process may start
     * @param stop signal without SIG: "TERM", "QUIT" or "INT"
     * @param stopWithin then the whole group is killed
     */
    public record ServerProcess(
            String name,
            List<String> command,
            Map<String, String> environment,
            boolean database,
            Ready ready,
            String stop,
            Duration stopWithin) {
        public ServerProcess {
            if (!name.matches("[a-z0-9][a-z0-9._-]{0,39}")) { // it becomes the name of a log file
                throw new IllegalArgumentException("the process name '" + name
                        + "' must have 1 to 40 lower-case letters, digits, dots, hyphens and underscores");
            }
            if (command.isEmpty()) {
                throw new IllegalArgumentException("the command of process " + name + " is empty");
            }
            if (!stop.matches("TERM|QUIT|INT")) {
                throw new IllegalArgumentException(
                        "stop of process " + name + " is '" + stop + "', but must be TERM, QUIT or INT");
            }
            command = List.copyOf(command);
            environment = inOrder(environment);
        }
    }

    /**
     * When a process counts as started: exactly one of the two is present.
     *
     * @param http path that must answer 200
     * @param socket path of a unix socket, or host:port, that must accept
     * @param within limit
     */
    public record Ready(Optional<String> http, Optional<String> socket, Duration within) {
        public Ready {
            if (http.isPresent() == socket.isPresent()) {
                throw new IllegalArgumentException("ready needs either http: /path or socket: path");
            }
            http.ifPresent(path -> requirePath("ready: http", path));
        }
    }

    private static void requirePath(String what, String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(what + " is '" + path + "', but must start with /");
        }
    }

    private static void requireWord(String what, String word) {
        if (!word.matches("[a-z][a-z0-9-]{0,39}")) {
            throw new IllegalArgumentException("the name of a " + what + " is '" + word
                    + "', but must be 1 to 40 lower-case letters, digits and hyphens");
        }
    }

    private static <V> Map<String, V> inOrder(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}

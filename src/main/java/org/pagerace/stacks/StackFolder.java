package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pagerace.config.Reason;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.RunFolder;

/** The run folder of one start: pages, filled templates, logs and sockets, and the values of all placeholders. */
final class StackFolder implements AutoCloseable {
    private final RunFolder folder;
    private final StackDescriptor stack;
    private final StackEnvironment environment;
    private final Optional<DatabaseHandover> database;
    private final ProgramFinder finder = ProgramFinder.ofSystem();
    private final Map<String, String> placeholders = new LinkedHashMap<>();

    private StackFolder(RunFolder folder, StackDescriptor stack, StackEnvironment environment) {
        this.folder = folder;
        this.stack = stack;
        this.environment = environment;
        this.database = environment.database().map(database -> new DatabaseHandover(database, folder.path()));
    }

    /** Makes and fills the folder; {@code versions} become placeholders {@code version-NAME}. */
    static StackFolder prepare(
            StackDescriptor stack, StackEnvironment environment, int port, Map<String, String> versions)
            throws StackException {
        ServerUser user = ServerUser.current();
        try {
            RunFolder folder = user.root() ? RunFolder.createReadable(stack.name()) : RunFolder.create(stack.name());
            var prepared = new StackFolder(folder, stack, environment);
            try {
                prepared.fill(user, port, versions);
                return prepared;
            } catch (IOException | RuntimeException e) {
                prepared.close();
                throw e;
            }
        } catch (StackException e) {
            throw new StackException(stack.name() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StackException(stack.name() + ": cannot prepare its run folder: " + Reason.of(e, ""), e);
        }
    }

    private void fill(ServerUser user, int port, Map<String, String> versions) throws IOException {
        Path run = folder.path();
        DocumentRoot.copy(environment.webRoot(), environment.phpPages(), run.resolve("www"));
        Path tmp = Files.createDirectory(run.resolve("tmp"));
        if (user.root()) {
            var principals = tmp.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(tmp, principals.lookupPrincipalByName(user.name()));
        }
        if (database.isPresent()) {
            database.get().writeFiles(user);
        }
        collectPlaceholders(user, port, versions);
        for (String name : stack.templates()) {
            Template template = Template.read(name, stack.templateFolders());
            Path file = Files.writeString(
                    run.resolve(name), template.forRoot(user.root()).fill(placeholders));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    private void collectPlaceholders(ServerUser user, int port, Map<String, String> versions) {
        stack.version().keySet().forEach(component -> placeholders.put("version-" + component, "(unknown version)"));
        stack.versionFiles()
                .keySet()
                .forEach(component -> placeholders.put("version-" + component, "(unknown version)"));
        versions.forEach((component, version) -> placeholders.put("version-" + component, version));
        stack.files()
                .forEach((name, patterns) ->
                        Availability.newest(patterns).ifPresent(file -> placeholders.put(name, file.toString())));
        placeholders.putAll(stack.vars());
        placeholders.putAll(environment.placeholders());
        Path run = folder.path();
        placeholders.put("run", run.toString());
        placeholders.put("webroot", run.resolve("www").toString());
        placeholders.put("tmp", run.resolve("tmp").toString());
        placeholders.put("host", environment.host());
        placeholders.putIfAbsent("client", environment.host()); // who asks; on loopback everybody has one address
        placeholders.put("port", Integer.toString(port));
        placeholders.put("user", user.name());
        placeholders.put("group", user.group());
        placeholders.put("launcher-user", System.getProperty("user.name"));
        placeholders.put("java", Availability.java());
        placeholders.put("database-route", database.map(DatabaseHandover::route).orElse("(no database)"));
    }

    Path path() {
        return folder.path();
    }

    /** Fills in a text of the descriptor. */
    String fill(String where, String text) throws StackException {
        return new Template(stack.source() + ": " + where, text).fill(placeholders);
    }

    /** Returns what to start for a process, its program found and its placeholders replaced. */
    ChildProcess.Spec spec(StackDescriptor.ServerProcess process) throws StackException {
        String where = "command of " + process.name();
        var command = new ArrayList<String>();
        for (String word : process.command()) {
            for (String part : words(word)) {
                command.add(fill(where, part));
            }
        }
        command.set(0, program(command.get(0)));
        var variables = new LinkedHashMap<>(environment.variables());
        if (process.database()) {
            database.ifPresent(handover -> variables.putAll(handover.variables()));
        }
        for (Map.Entry<String, String> variable : process.environment().entrySet()) {
            variables.put(variable.getKey(), fill("environment of " + process.name(), variable.getValue()));
        }
        return new ChildProcess.Spec(
                stack.name() + "/" + process.name(),
                Stream.concat(environment.prefix().stream(), command.stream()).toList(),
                variables,
                path(),
                path().resolve(process.name() + ".log"),
                process.stop(),
                process.stopWithin());
    }

    /** A placeholder that stands alone may become several words, which may hold placeholders in turn. */
    private List<String> words(String word) {
        if (word.startsWith("${") && word.endsWith("}")) {
            List<String> several = environment.words().get(word.substring(2, word.length() - 1));
            return several == null ? List.of(word) : several;
        }
        return List.of(word);
    }

    private String program(String word) {
        Optional<Path> found = stack.needs().stream()
                .filter(need -> ProgramFinder.name(need).equals(word))
                .findFirst()
                .flatMap(finder::program);
        return found.map(Path::toString).orElse(word);
    }

    /** Returns the lines of the fairness sheet: those of the descriptor, then every value of its php.ini. */
    Map<String, String> facts() throws StackException {
        var facts = new LinkedHashMap<String, String>();
        for (Map.Entry<String, String> fact : stack.facts().entrySet()) {
            facts.put(fact.getKey(), fill("fact " + fact.getKey(), fact.getValue()));
        }
        Path ini = path().resolve("php.ini");
        if (Files.isRegularFile(ini)) {
            try {
                facts.putAll(phpIni(Files.readAllLines(ini), path()));
            } catch (IOException e) {
                throw new StackException(stack.name() + ": cannot read " + ini + ": " + Reason.of(e, ini), e);
            }
        }
        return facts;
    }

    /** Values that name the run folder are left out: they differ from run to run and decide nothing. */
    static Map<String, String> phpIni(List<String> lines, Path run) {
        var values = new LinkedHashMap<String, String>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0 && !line.startsWith(";") && !line.contains(run.toString())) {
                values.put(
                        "php.ini " + line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip().replace("\"", ""));
            }
        }
        return values;
    }

    @Override
    public void close() {
        folder.close();
    }
}

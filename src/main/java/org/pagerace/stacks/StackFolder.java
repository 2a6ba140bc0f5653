package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pagerace.config.Reason;
import org.pagerace.config.UserFolder;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;
import org.pagerace.process.RunFolder;

/** The run folder of one start: pages, filled templates, logs and sockets, and the values of all placeholders. */
final class StackFolder implements AutoCloseable {
    private static final String SHARED_MEMORY = "${shm}";
    private static final String UNKNOWN = "(unknown version)";

    private final RunFolder folder;
    private final StackDescriptor stack;
    private final StackEnvironment environment;
    private final Optional<DatabaseHandover> database;
    private final ProgramFinder finder = ProgramFinder.ofSystem();
    private final Map<String, String> placeholders = new LinkedHashMap<>();
    private RunFolder shared; // null unless the stack wants a folder in shared memory

    private StackFolder(RunFolder folder, StackDescriptor stack, StackEnvironment environment) {
        this.folder = folder;
        this.stack = stack;
        this.environment = environment;
        this.database = environment.database().map(database -> new DatabaseHandover(database, folder.path()));
    }

    /** Makes and fills the folder; {@code versions} become placeholders {@code version-NAME}. */
    static StackFolder prepare(
            StackDescriptor stack,
            StackEnvironment environment,
            int port,
            Map<String, String> versions,
            Consumer<String> progress)
            throws StackException, InterruptedException {
        ServerUser user = ServerUser.current();
        try {
            RunFolder folder =
                    user.root() ? RunFolder.createReadable(stack.fileName()) : RunFolder.create(stack.fileName());
            var prepared = new StackFolder(folder, stack, environment);
            try {
                prepared.fill(user, port, versions, progress);
                return prepared;
            } catch (IOException | InterruptedException | RuntimeException e) {
                prepared.close();
                throw e;
            }
        } catch (StackException e) {
            throw new StackException(stack.name() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StackException(stack.name() + ": cannot prepare its run folder: " + Reason.of(e, ""), e);
        }
    }

    private void fill(ServerUser user, int port, Map<String, String> versions, Consumer<String> progress)
            throws IOException, InterruptedException {
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
        collectVersions(versions);
        collectFiles(progress);
        collectFolders(user);
        collectNumbers(port);
        collectDatabase();
        collectVars();
        for (Map.Entry<String, String> copy : stack.copies().entrySet()) {
            copy(Path.of(fill("copy " + copy.getKey(), copy.getValue())), copy.getKey());
        }
        for (String name : stack.templates()) {
            Template template = Template.read(name, stack.templateFolders());
            Path file = Files.writeString(
                    run.resolve(name), template.forRoot(user.root()).fill(placeholders));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    private void collectVersions(Map<String, String> versions) {
        stack.version().keySet().forEach(component -> placeholders.put("version-" + component, UNKNOWN));
        stack.versionFiles().keySet().forEach(component -> placeholders.put("version-" + component, UNKNOWN));
        stack.distributions().keySet().forEach(component -> placeholders.put("version-" + component, UNKNOWN));
        versions.forEach((component, version) -> placeholders.put("version-" + component, version));
    }

    private void collectFiles(Consumer<String> progress) throws StackException, InterruptedException {
        stack.files()
                .forEach((name, patterns) ->
                        Availability.newest(patterns).ifPresent(file -> placeholders.put(name, file.toString())));
        placeholders.putAll(environment.placeholders());
        UserFolder cache = UserFolder.find(UserFolder.Kind.CACHE);
        Path beside = Availability.distributions(environment.placeholders());
        for (Map.Entry<String, String> entry : stack.distributions().entrySet()) {
            Path unpacked = Distribution.parse(entry.getValue()).unpack(beside, cache, progress);
            placeholders.put(entry.getKey(), unpacked.toString());
        }
    }

    private void collectFolders(ServerUser user) throws IOException {
        Path run = folder.path();
        placeholders.put("run", run.toString());
        placeholders.put("webroot", run.resolve("www").toString());
        placeholders.put("tmp", run.resolve("tmp").toString());
        if (stack.vars().values().stream().anyMatch(value -> value.contains(SHARED_MEMORY))) {
            shared = RunFolder.createInSharedMemory(stack.fileName(), user.root());
            placeholders.put("shm", shared.path().toString());
        }
        placeholders.put("user", user.name());
        placeholders.put("group", user.group());
        placeholders.put("launcher-user", System.getProperty("user.name"));
        placeholders.put("java", Availability.java());
        placeholders.put("java-home", System.getProperty("java.home"));
    }

    private void collectNumbers(int port) throws IOException {
        placeholders.put("host", environment.host());
        placeholders.putIfAbsent("client", environment.host()); // who asks; on loopback everybody has one address
        placeholders.put("port", Integer.toString(port));
        for (String name : stack.ports()) {
            placeholders.put("port-" + name, Integer.toString(FreePorts.next()));
        }
        placeholders.putIfAbsent(
                StackEnvironment.CORES, Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    /** For processes that read our own settings; without a database the first says so and the others are silent. */
    private void collectDatabase() {
        placeholders.put("database-route", database.map(DatabaseHandover::route).orElse("(no database)"));
        placeholders.put(
                "database-url",
                environment.database().map(StackEnvironment.Database::jdbcUrl).orElse("none"));
        placeholders.put(
                "database-user",
                environment.database().map(StackEnvironment.Database::user).orElse(""));
        placeholders.put(
                "database-password-file",
                database.map(handover ->
                                path().resolve(DatabaseHandover.PLAIN_FILE).toString())
                        .orElse(""));
    }

    /** Each may name what was collected before, the vars above it among them; none takes the name of another value. */
    private void collectVars() throws StackException {
        for (Map.Entry<String, String> entry : stack.vars().entrySet()) {
            placeholders.putIfAbsent(entry.getKey(), fill("var " + entry.getKey(), entry.getValue()));
        }
    }

    private void copy(Path from, String name) throws IOException {
        Path to = path().resolve(name).normalize();
        if (!to.startsWith(path())) {
            throw new StackException("the copy " + name + " of " + stack.source() + " leaves the run folder");
        }
        Files.createDirectories(to.getParent());
        if (!Files.isDirectory(from)) {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Returns the ports that its servers listen on. */
    List<Integer> ports() {
        List<Integer> ports = new ArrayList<>(List.of(Integer.valueOf(placeholders.get("port"))));
        stack.ports().forEach(name -> ports.add(Integer.valueOf(placeholders.get("port-" + name))));
        return ports;
    }

    List<StatusSource> status() throws StackException {
        List<StatusSource> sources = new ArrayList<>();
        for (Map.Entry<String, String> entry : stack.status().entrySet()) {
            sources.add(StatusSource.of(entry.getKey(), fill("status " + entry.getKey(), entry.getValue())));
        }
        return sources;
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
        if (shared != null) {
            shared.close();
        }
    }
}

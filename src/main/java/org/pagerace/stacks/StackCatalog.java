package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.config.Reason;

/** All stacks there are: the built-in ones, those in the user's folder, and those of single files. Immutable. */
public final class StackCatalog {
    private final List<StackDescriptor> all;
    private final Map<String, StackException> broken;

    private StackCatalog(List<StackDescriptor> all, Map<String, StackException> broken) {
        this.all = List.copyOf(all);
        this.broken = Map.copyOf(broken);
    }

    /**
     * Reads every {@code *.yaml} of both folders. A file of the user that is wrong does not keep the other stacks from
     * racing: it becomes one of the {@link #problems}.
     *
     * @param builtIn {@code php/stacks} of the home; templates lie in {@code templates} beside it
     * @param userFolder absent or not existing: only the built-in ones; templates lie in {@code templates} below it
     * @throws StackException a built-in file is wrong, or a folder cannot be read
     */
    public static StackCatalog load(Path builtIn, Optional<Path> userFolder) throws StackException {
        return load(builtIn, userFolder, List.of());
    }

    /**
     * As above, with single files of the user; templates lie in {@code templates} beside each.
     *
     * @throws StackException also if one of the files is wrong
     */
    public static StackCatalog load(Path builtIn, Optional<Path> userFolder, List<Path> files) throws StackException {
        Path ownTemplates = builtIn.resolveSibling("templates");
        var sources = new Sources();
        sources.addAll(builtIn, List.of(ownTemplates));
        sources.resolve();
        if (!sources.broken.isEmpty()) {
            throw sources.broken.values().iterator().next();
        }
        if (userFolder.isPresent() && Files.isDirectory(userFolder.get())) {
            sources.addAll(userFolder.get(), List.of(userFolder.get().resolve("templates"), ownTemplates));
        }
        for (Path file : files) {
            Path absolute = file.toAbsolutePath();
            sources.add(absolute, List.of(absolute.resolveSibling("templates"), ownTemplates));
        }
        var catalog = new StackCatalog(sources.resolve(), sources.broken);
        for (String name : sources.of(files)) {
            catalog.find(name);
        }
        return catalog;
    }

    /** Returns the names of the stacks that these files describe. */
    public List<String> of(List<Path> files) {
        return all.stream()
                .filter(stack ->
                        files.stream().anyMatch(file -> file.toAbsolutePath().equals(stack.source())))
                .map(StackDescriptor::name)
                .toList();
    }

    /** Returns {@code pagerace/stacks} in the user's configuration folder, whether it exists or not. */
    public static Path userFolder() {
        return userFolder(System.getenv(), System.getProperty("user.home"));
    }

    /** HOME comes before the password file's home, as for the launcher and the other user folders. */
    static Path userFolder(Map<String, String> environment, String passwdHome) {
        String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        Path folder = configuration.isBlank()
                ? Path.of(home.isBlank() ? passwdHome : home, ".config")
                : Path.of(configuration);
        return folder.resolve("pagerace").resolve("stacks");
    }

    /** Returns all, built-in ones first, each part sorted by file name. */
    public List<StackDescriptor> all() {
        return all;
    }

    /** Returns a line for each file of the user that is wrong, naming file, line and column where they are known. */
    public List<String> problems() {
        return broken.values().stream().map(StackException::getMessage).sorted().toList();
    }

    /**
     * Returns the stack of that name.
     *
     * @throws StackException its file is wrong, or there is none: then it names all there are
     */
    public StackDescriptor find(String name) throws StackException {
        if (broken.containsKey(name)) {
            throw broken.get(name);
        }
        return all.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StackException("there is no stack '" + name + "', only "
                        + all.stream().map(StackDescriptor::name).collect(Collectors.joining(", "))));
    }

    /** The files by stack name, before inheritance is worked out. */
    private static final class Sources {
        private record Source(Path file, List<Path> templateFolders, DescriptorFile content) {}

        private final Map<String, Source> byName = new LinkedHashMap<>();
        /** By the stack's name, or the file's where that cannot be read; a taken name stays with its owner. */
        private final Map<String, StackException> broken = new LinkedHashMap<>();

        void addAll(Path folder, List<Path> templateFolders) throws StackException {
            for (Path file : yamlFiles(folder)) {
                try {
                    add(file, templateFolders);
                } catch (StackException e) {
                    String name = file.getFileName().toString().replaceFirst("[.]yaml$", "");
                    broken.put(byName.containsKey(name) ? file.toString() : name, e);
                }
            }
        }

        private void add(Path file, List<Path> templateFolders) throws StackException {
            DescriptorFile content = DescriptorFile.read(file);
            if (content.name() == null) {
                throw new StackException(file + ": the name is missing");
            }
            Source taken = byName.putIfAbsent(content.name(), new Source(file, templateFolders, content));
            if (taken != null) {
                throw new StackException(file + ": the name " + content.name() + " is taken by " + taken.file
                        + "; choose another, and say 'extends: " + content.name() + "' to vary that stack");
            }
        }

        List<String> of(List<Path> files) {
            List<Path> wanted = files.stream().map(Path::toAbsolutePath).toList();
            return byName.values().stream()
                    .filter(source -> wanted.contains(source.file))
                    .map(source -> source.content.name())
                    .toList();
        }

        private static List<Path> yamlFiles(Path folder) throws StackException {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.getFileName().toString().endsWith(".yaml"))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new StackException("cannot read the folder of stacks " + folder + ": " + Reason.of(e, folder), e);
            }
        }

        List<StackDescriptor> resolve() {
            var all = new ArrayList<StackDescriptor>();
            for (Source source : byName.values()) {
                try {
                    all.add(merged(source, new LinkedHashSet<>()).toDescriptor(source.file, source.templateFolders));
                } catch (StackException e) {
                    broken.put(source.content.name(), e);
                }
            }
            return all;
        }

        private DescriptorFile merged(Source source, Set<String> path) throws StackException {
            DescriptorFile content = source.content;
            if (!path.add(content.name())) {
                throw new StackException(source.file + ": " + String.join(" extends ", path) + " extends "
                        + content.name() + ", which has no end");
            }
            if (content.base() == null) {
                return content;
            }
            Source base = byName.get(content.base());
            if (base == null) {
                throw new StackException(source.file + ": extends '" + content.base() + "', which is none of "
                        + String.join(", ", byName.keySet()));
            }
            return content.over(merged(base, path));
        }
    }
}

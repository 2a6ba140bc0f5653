package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pagerace.config.Reason;
import org.pagerace.stacks.RunningStack;

/**
 * A page that is fetched from every stack before it is said that all do the same work.
 *
 * @param name key of a raced page, or name of a file
 * @param right judges every body
 * @param kind what the stacks must have in common
 * @param address of it on a stack
 */
record CheckedPage(String name, RightBody right, Kind kind, Function<RunningStack, URI> address) {
    /** The other form of db, which PHP answers over a connection that it keeps. */
    static final String PERSISTENT = "db?persistent=1";

    private static final String DB = "db";
    static final String INFO = "info";

    /** What the stacks must have in common. */
    enum Kind {
        /** Every byte. */
        IDENTICAL,
        /** Every byte, and the statements that the database runs for it. */
        DATABASE,
        /** The right body only, since each tells its own story. */
        OWN
    }

    /**
     * Returns the raced pages, and every other page that all stacks have been given.
     *
     * @param raced keys of the raced pages
     * @param webRoot folder of the archive's static pages
     */
    static List<CheckedPage> of(List<String> raced, Path webRoot) throws RaceException {
        List<CheckedPage> pages = new ArrayList<>();
        Set<String> files = new LinkedHashSet<>(files(webRoot));
        for (String name : raced) {
            RightBody right = RightBodies.of(name, webRoot);
            Kind kind = name.equals(INFO) ? Kind.OWN : name.equals(DB) ? Kind.DATABASE : Kind.IDENTICAL;
            pages.add(new CheckedPage(name, right, kind, stack -> stack.page(name)));
            if (kind == Kind.DATABASE) {
                pages.add(new CheckedPage(PERSISTENT, right, kind, stack -> persistent(stack.page(name))));
            }
            RightBodies.staticFile(name).ifPresent(files::remove);
        }
        for (String file : files) {
            pages.add(new CheckedPage(
                    file, RightBodies.ofFile(webRoot, file), Kind.IDENTICAL, stack -> stack.besideIndex(file)));
        }
        return pages;
    }

    /** Returns the static pages of the archive: its root holds them and nothing else that is a file. */
    static List<String> files(Path webRoot) throws RaceException {
        try (Stream<Path> entries = Files.list(webRoot)) {
            return entries.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new RaceException("cannot read the archive's pages: " + Reason.of(e, webRoot), e);
        }
    }

    private static URI persistent(URI db) {
        return URI.create(db + (db.getRawQuery() == null ? "?" : "&") + "persistent=1");
    }

    /** Returns the name of the page whose bytes must be those of this one, too. */
    Optional<String> sameAs() {
        return name.equals(PERSISTENT) ? Optional.of(DB) : Optional.empty();
    }
}

package org.pagerace.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pagerace.result.SkippedStack;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.Installer;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;

/**
 * Who races and who cannot.
 *
 * @param racing installed on this machine, in the order they were asked for
 * @param external servers of somebody else, which race after those
 * @param skipped asked for, but not installed
 */
public record Entrants(List<StackDescriptor> racing, List<ExternalStack> external, List<SkippedStack> skipped) {

    /** Who races unless somebody asks for others. */
    public static final List<String> DEFAULT = List.of("jetty", "nginx-fpm", "lighttpd-fpm", "apache-modphp");

    private static final int MOST_STARTS = 9;

    public Entrants {
        racing = List.copyOf(racing);
        external = List.copyOf(external);
        skipped = List.copyOf(skipped);
    }

    public Entrants(List<StackDescriptor> racing, List<SkippedStack> skipped) {
        this(racing, List.of(), skipped);
    }

    /**
     * Returns the stacks of these names; unknown names throw, naming all there are. A name that is given again is a
     * stack of its own, called {@code name#2}: what seems to lie between the two is noise.
     */
    public static List<StackDescriptor> find(StackCatalog catalog, List<String> names) throws StackException {
        List<StackDescriptor> found = new ArrayList<>();
        Map<String, Integer> starts = new HashMap<>();
        for (String name : names) {
            int start = starts.merge(name, 1, Integer::sum);
            if (start > MOST_STARTS) {
                throw new StackException(
                        name + " is given more than " + MOST_STARTS + " times; twice is enough to see the noise");
            }
            StackDescriptor stack = catalog.find(name);
            found.add(start == 1 ? stack : stack.again(start));
        }
        return found;
    }

    /** Returns the same with servers of somebody else; a name that is taken throws. */
    public Entrants with(List<ExternalStack> others) throws StackException {
        Set<String> names = new HashSet<>(names());
        skipped.forEach(stack -> names.add(stack.name()));
        for (ExternalStack other : others) {
            if (!names.add(other.name())) {
                throw new StackException("the name " + other.name() + " of " + other.folder()
                        + " is taken by another stack of this race; choose one of its own");
            }
        }
        return new Entrants(racing, others, skipped);
    }

    /** Whether there is nobody to compare. */
    public boolean isEmpty() {
        return racing.isEmpty() && external.isEmpty();
    }

    /** Divides the stacks into those installed and those to skip. */
    public static Entrants of(List<StackDescriptor> stacks) {
        List<StackDescriptor> racing = new ArrayList<>();
        List<SkippedStack> skipped = new ArrayList<>();
        for (StackDescriptor stack : stacks) {
            Availability availability = Availability.of(stack);
            if (availability.installed()) {
                racing.add(stack);
            } else {
                skipped.add(new SkippedStack(stack.name(), availability.reason(), availability.hint()));
            }
        }
        return new Entrants(racing, skipped);
    }

    /** Installs what is missing and comes in packages; does nothing if nothing is. */
    public static void install(List<StackDescriptor> stacks, Installer installer)
            throws StackException, InterruptedException {
        List<StackDescriptor> missing = stacks.stream()
                .filter(stack -> !stack.needs().isEmpty() || !stack.files().isEmpty())
                .filter(stack -> !Availability.of(stack).installed())
                .toList();
        if (!missing.isEmpty()) {
            installer.run(missing);
        }
    }

    List<String> names() {
        return Stream.concat(
                        racing.stream().map(StackDescriptor::name),
                        external.stream().map(ExternalStack::name))
                .toList();
    }

    String description(String name) {
        return racing.stream()
                .filter(stack -> stack.name().equals(name))
                .map(StackDescriptor::description)
                .findFirst()
                .orElse("a server of somebody else");
    }

    Optional<ExternalStack> external(String name) {
        return external.stream().filter(stack -> stack.name().equals(name)).findFirst();
    }

    /** Refuses a page that a stack does not have. */
    void requirePages(List<String> pages) throws PlanException {
        for (StackDescriptor stack : racing) {
            Map<String, String> has = stack.pages();
            for (String page : pages) {
                if (!has.containsKey(page)) {
                    throw new PlanException(stack.name() + " has no page " + page + ", only "
                            + String.join(", ", has.keySet()) + "; leave out the stack or the page");
                }
            }
        }
    }
}

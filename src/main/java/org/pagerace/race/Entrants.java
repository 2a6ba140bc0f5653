package org.pagerace.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pagerace.result.SkippedStack;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.Installer;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;

/**
 * Who races and who cannot.
 *
 * @param racing installed on this machine, in the order they were asked for
 * @param skipped asked for, but not installed
 */
public record Entrants(List<StackDescriptor> racing, List<SkippedStack> skipped) {

    /** Who races unless somebody asks for others. */
    public static final List<String> DEFAULT = List.of("jetty", "nginx-fpm", "lighttpd-fpm", "apache-modphp");

    public Entrants {
        racing = List.copyOf(racing);
        skipped = List.copyOf(skipped);
    }

    /** Returns the stacks of these names; unknown names throw, naming all there are. */
    public static List<StackDescriptor> find(StackCatalog catalog, List<String> names) throws StackException {
        List<StackDescriptor> found = new ArrayList<>();
        for (String name : names) {
            found.add(catalog.find(name));
        }
        return found;
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

    /** Installs what is missing; does nothing if nothing is. */
    public static void install(List<StackDescriptor> stacks, Installer installer)
            throws StackException, InterruptedException {
        List<StackDescriptor> missing = stacks.stream()
                .filter(stack -> !Availability.of(stack).installed())
                .toList();
        if (!missing.isEmpty()) {
            installer.run(missing);
        }
    }

    List<String> names() {
        return racing.stream().map(StackDescriptor::name).toList();
    }

    String description(String name) {
        return racing.stream()
                .filter(stack -> stack.name().equals(name))
                .map(StackDescriptor::description)
                .findFirst()
                .orElse("");
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

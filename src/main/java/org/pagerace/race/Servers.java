package org.pagerace.race;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.database.DatabaseException;
import org.pagerace.database.DatabaseServer;
import org.pagerace.load.Route;
import org.pagerace.network.LineRate;
import org.pagerace.network.Link;
import org.pagerace.process.Place;
import org.pagerace.process.ProcessException;
import org.pagerace.result.DatabaseInfo;
import org.pagerace.result.StackInfo;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.RunningStack;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackEnvironment;
import org.pagerace.stacks.StackException;

/**
 * Everything that answers during a race: the line if there is one, one database, then all stacks, then the servers of somebody
 * else. Closing stops what we started, the last one first.
 */
final class Servers implements AutoCloseable {
    private static final String PHP_INI = "php.ini ";

    private final List<RunningStack> stacks = new ArrayList<>();
    private final Map<String, Guest> guests = new LinkedHashMap<>();
    private final DatabaseServer database;
    private final Optional<Link> link;
    private final RaceListener listener;
    private final Map<String, StackDescriptor> descriptors = new LinkedHashMap<>();
    private StackEnvironment environment; // that of all stacks that are started

    private Servers(DatabaseServer database, Optional<Link> link, RaceListener listener) {
        this.database = database;
        this.link = link;
        this.listener = listener;
    }

    /**
     * Starts everything.
     *
     * @param rate of the line that the servers are to be behind; absent: they are on the loopback interface
     */
    static Servers start(
            DatabaseChoice choice, Entrants entrants, Home home, Optional<LineRate> rate, RaceListener listener)
            throws IOException, RaceException, InterruptedException {
        return start(choice, entrants, home, rate, Optional.empty(), listener);
    }

    /**
     * Starts everything.
     *
     * @param cores that each stack is held to, until it is started anew; the database may use all
     */
    static Servers start(
            DatabaseChoice choice,
            Entrants entrants,
            Home home,
            Optional<LineRate> rate,
            Optional<Integer> cores,
            RaceListener listener)
            throws IOException, RaceException, InterruptedException {
        List<Guest> guests = new ArrayList<>(); // first, since they may not be there or not be allowed
        for (ExternalStack external : entrants.external()) {
            listener.onMessage(external.name() + ": asking " + external.folder());
            guests.add(Guest.find(external));
        }
        Servers servers = startOurs(choice, entrants, home, rate, cores, listener);
        guests.forEach(servers::add);
        return servers;
    }

    private static Servers startOurs(
            DatabaseChoice choice,
            Entrants entrants,
            Home home,
            Optional<LineRate> rate,
            Optional<Integer> cores,
            RaceListener listener)
            throws IOException {
        if (rate.isEmpty()) {
            return startAll(choice, entrants, home, cores, Optional.empty(), listener);
        }
        listener.onMessage("making a line of " + rate.get() + " between driver and servers");
        Link link = Link.open(rate.get());
        try {
            return startAll(choice, entrants, home, cores, Optional.of(link), listener);
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private static Servers startAll(
            DatabaseChoice choice,
            Entrants entrants,
            Home home,
            Optional<Integer> cores,
            Optional<Link> link,
            RaceListener listener)
            throws DatabaseException, StackException {
        Place place = place(link);
        listener.onMessage("starting the database (" + name(choice) + ")");
        DatabaseServer database = DatabaseServer.start(choice, home, place, listener::onMessage);
        StackEnvironment environment;
        try {
            environment = environment(database, home).at(place);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        var servers = new Servers(database, link, listener);
        servers.start(entrants.racing(), environment, cores);
        return servers;
    }

    private void add(Guest guest) {
        guests.put(guest.stack().name(), guest);
        stacks.add(guest.stack());
    }

    /** Starts the stacks beside a database that runs already, and stops that too if one of them does not start. */
    static Servers start(
            DatabaseServer database,
            Optional<Link> link,
            List<StackDescriptor> stacks,
            StackEnvironment environment,
            RaceListener listener)
            throws StackException {
        var servers = new Servers(database, link, listener);
        servers.start(stacks, environment, Optional.empty());
        return servers;
    }

    private void start(List<StackDescriptor> racing, StackEnvironment common, Optional<Integer> cores)
            throws StackException {
        environment = common;
        try {
            for (StackDescriptor stack : racing) {
                descriptors.put(stack.name(), stack);
                stacks.add(start(stack, cores));
            }
        } catch (StackException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private RunningStack start(StackDescriptor stack, Optional<Integer> cores) throws StackException {
        try {
            StackEnvironment held = cores.isPresent() ? environment.onCores(cores.get()) : environment;
            return RunningStack.start(stack, held, listener::onMessage);
        } catch (ProcessException e) {
            throw new StackException(stack.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Stops a stack and starts it again, held to so many cores; whoever had it asks for it anew. A server of somebody else stays as
     * it is.
     *
     * @throws StackException it does not start; an interrupted caller gets it too, with its interrupt flag set
     */
    void restart(String name, int cores) throws StackException {
        if (!guests.containsKey(name)) {
            RunningStack old = stack(name);
            old.close();
            stacks.set(stacks.indexOf(old), start(descriptors.get(name), Optional.of(cores)));
        }
    }

    private static StackEnvironment environment(DatabaseServer database, Home home) {
        StackEnvironment bare = StackEnvironment.of(home);
        return database.access()
                .map(a -> bare.withDatabase(new StackEnvironment.Database(
                        a.jdbcUrl(), a.host(), a.port(), a.schema(), a.user(), new Secret(a.password()))))
                .orElse(bare);
    }

    List<RunningStack> stacks() {
        return List.copyOf(stacks);
    }

    RunningStack stack(String name) {
        return stacks.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no running stack " + name));
    }

    /** Returns where the servers that we started are. */
    Place place() {
        return place(link);
    }

    private static Place place(Optional<Link> link) {
        return link.map(Link::place).orElse(Place.HERE);
    }

    /** Returns the line between driver and servers, if there is one. */
    Optional<Link> link() {
        return link;
    }

    /** Returns how the driver gets to a stack. */
    Route route(String name) {
        return guests.containsKey(name) ? guests.get(name).route() : Route.DIRECT;
    }

    /** Returns the address of a server of somebody else; empty for a stack of ours. */
    Optional<InetSocketAddress> guestAddress(String name) {
        return Optional.ofNullable(guests.get(name)).map(Guest::address);
    }

    /** Returns the addresses to connect to for hosts whose name was resolved at the start. */
    Map<String, InetSocketAddress> pins() {
        Map<String, InetSocketAddress> pins = new LinkedHashMap<>();
        guests.values().forEach(guest -> pins.put(guest.stack().base().getRawAuthority(), guest.address()));
        return pins;
    }

    /** Returns in one line which server has ended by itself, the database first; empty while all live. Cheap. */
    Optional<String> failure() {
        return databaseFailure()
                .or(() -> stacks.stream()
                        .flatMap(stack -> stack.failure().stream())
                        .findFirst());
    }

    /** Returns in one line how the database has ended by itself; empty while it lives. Cheap. */
    Optional<String> databaseFailure() {
        return database.failure();
    }

    /**
     * Returns what is told of each stack.
     *
     * @param seen by stack, lines of the fairness sheet that were observed; they replace what the stack says of itself
     */
    List<StackInfo> stackInfos(Entrants entrants, Map<String, Map<String, String>> seen) {
        return stacks.stream()
                .map(stack -> new StackInfo(
                        stack.name(),
                        entrants.description(stack.name()),
                        entrants.external(stack.name())
                                .map(external -> external.folder().toString()),
                        stack.versions(),
                        facts(stack, seen.getOrDefault(stack.name(), Map.of()))))
                .toList();
    }

    /** Returns the stack's own lines, then those seen, then the values of its php.ini. */
    static Map<String, String> facts(RunningStack stack, Map<String, String> seen) {
        Map<String, String> facts = new LinkedHashMap<>(stack.facts());
        facts.keySet().removeIf(fact -> fact.startsWith(PHP_INI));
        facts.putAll(seen);
        stack.facts().forEach(facts::putIfAbsent);
        return facts;
    }

    /** Returns how to reach the database; empty when there is to be none. */
    Optional<DatabaseAccess> databaseAccess() {
        return database.access();
    }

    /** Returns the processes of the database, if it was started here. */
    List<Long> databasePids() {
        return database.pids();
    }

    DatabaseInfo databaseInfo(DatabaseChoice choice) {
        Optional<DatabaseAccess> access = database.access();
        return new DatabaseInfo(
                name(choice),
                access.map(DatabaseAccess::version).orElse(""),
                access.map(a -> "TCP " + a.host() + " for every stack").orElse("none"));
    }

    private static String name(DatabaseChoice choice) {
        if (choice instanceof DatabaseChoice.Embedded) { // switch patterns need Java 21
            return "embedded";
        }
        if (choice instanceof DatabaseChoice.System) {
            return "system";
        }
        return choice instanceof DatabaseChoice.None ? "none" : "external";
    }

    /**
     * Stops all, whatever happens: one that fails to stop is reported and does not keep the others. An interrupt would
     * cut short the waits for processes to end, so it is put aside until they have.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        for (int i = stacks.size() - 1; i >= 0; i--) {
            close(stacks.get(i), stacks.get(i).name());
        }
        stacks.clear();
        close(database, "the database");
        link.ifPresent(line -> close(line, "the line"));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(AutoCloseable closeable, String name) {
        try {
            closeable.close();
        } catch (Exception e) {
            listener.onMessage("stopping " + name + " failed: " + e.getMessage());
        }
    }
}

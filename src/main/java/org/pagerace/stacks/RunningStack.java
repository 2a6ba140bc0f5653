package org.pagerace.stacks;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;

/**
 * One stack that answers: started by us on a free port of 127.0.0.1, or of its own network, and then closing it leaves no process
 * and no file; or somebody else's server, which is neither started nor stopped.
 */
public final class RunningStack implements AutoCloseable {
    private static final int ATTEMPTS = 3;
    private static final Duration CONNECT_WITHIN = Duration.ofMillis(500);

    private final String name;
    private final URI base;
    private final Map<String, String> pages;
    private final Map<String, String> versions;
    private final Map<String, String> facts;
    private final List<StatusSource> status;
    private final Optional<StackFolder> folder; // absent where we started nothing
    private final Map<String, String> listeners = new LinkedHashMap<>();
    private final Deque<ChildProcess> children = new ArrayDeque<>(); // the last started comes first

    private RunningStack(StackDescriptor stack, StackFolder folder, URI base, Map<String, String> versions)
            throws StackException {
        this.name = stack.name();
        this.base = base;
        this.pages = stack.pages();
        this.versions = Collections.unmodifiableMap(versions);
        this.facts = Collections.unmodifiableMap(folder.facts());
        this.status = List.copyOf(folder.status());
        this.folder = Optional.of(folder);
    }

    private RunningStack(ExternalStack external, Map<String, String> pages) {
        this.name = external.name();
        this.base = external.folder();
        this.pages = Map.copyOf(pages);
        this.versions = Map.of();
        this.facts = ExternalStack.FACTS;
        this.status = List.of();
        this.folder = Optional.empty();
    }

    /** Returns somebody else's server, which answers already; {@code pages} are absolute paths. */
    public static RunningStack of(ExternalStack external, Map<String, String> pages) {
        return new RunningStack(external, pages);
    }

    /**
     * Starts every process of the stack and waits until it answers; a port clash is tried again with another port.
     *
     * @param progress gets a line per step
     * @throws StackException one line that names the stack, what died, and its last log lines; nothing is left running.
     *     An interrupted caller gets it too, with its interrupt flag set
     */
    public static RunningStack start(
            StackDescriptor descriptor, StackEnvironment environment, Consumer<String> progress) throws StackException {
        Availability availability = Availability.of(descriptor, ProgramFinder.ofSystem(), environment.placeholders());
        if (!availability.installed()) {
            throw new StackException(descriptor.name() + ": " + availability.reason() + "; " + availability.hint());
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return start(descriptor, environment, FreePorts.next(), availability.versions(), progress);
            } catch (PortClashException e) {
                if (attempt == ATTEMPTS) {
                    throw new StackException(
                            descriptor.name() + ": " + e.getMessage() + "; gave up after " + ATTEMPTS + " ports", e);
                }
                progress.accept(descriptor.name() + ": port taken meanwhile, trying another");
            } catch (StackException e) {
                throw e;
            } catch (IOException e) {
                throw new StackException(descriptor.name() + ": " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StackException(descriptor.name() + ": interrupted while starting", e);
            }
        }
    }

    static RunningStack start(
            StackDescriptor stack,
            StackEnvironment environment,
            int port,
            Map<String, String> versions,
            Consumer<String> progress)
            throws IOException, PortClashException, InterruptedException {
        StackFolder folder = StackFolder.prepare(stack, environment, port, versions, progress);
        RunningStack running = null;
        try {
            running = new RunningStack(
                    stack, folder, URI.create("http://" + environment.host() + ":" + port + "/"), versions);
            running.startProcesses(stack, folder, progress);
            for (int used : folder.ports()) {
                if (PortOwner.isSomebodyElse(used, running.pids())) {
                    throw new PortClashException("another program answers on its port " + used);
                }
                running.refuseOtherAddresses(environment.host(), used);
            }
            return running;
        } catch (IOException | PortClashException | InterruptedException | RuntimeException e) {
            if (running == null) {
                folder.close();
            } else {
                running.close();
            }
            throw e;
        }
    }

    private void startProcesses(StackDescriptor stack, StackFolder folder, Consumer<String> progress)
            throws IOException, PortClashException, InterruptedException {
        for (StackDescriptor.ServerProcess process : stack.processes()) {
            progress.accept(stack.name() + ": starting " + process.name());
            ChildProcess child = ChildProcess.start(folder.spec(process));
            children.push(child);
            StackDescriptor.Ready ready = process.ready();
            ReadinessProbe.Check check;
            if (ready.http().isPresent()) {
                listeners.put(process.name(), base.getAuthority());
                check = ReadinessProbe.http(base.resolve(ready.http().get()));
            } else {
                String socket =
                        folder.fill("ready of " + process.name(), ready.socket().orElseThrow());
                listeners.put(process.name(), socket);
                check = ReadinessProbe.socket(socket);
            }
            new ReadinessProbe(child).await(check, ready.within());
        }
        for (ChildProcess child : children) { // one may have died while a later one was being waited for
            new ReadinessProbe(child).await(() -> "", Duration.ZERO);
        }
    }

    /** Nothing a race starts may be reached from elsewhere, least of all a page that shows phpinfo. */
    private void refuseOtherAddresses(String host, int port) throws IOException {
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(network.getInetAddresses())) {
                if (address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.getHostAddress().equals(host)
                        && accepts(address, port)) {
                    throw new StackException(name + ": it listens on " + address.getHostAddress()
                            + " as well; its configuration must bind " + host + " only");
                }
            }
        }
    }

    private static boolean accepts(InetAddress address, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), (int) CONNECT_WITHIN.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public String name() {
        return name;
    }

    /** Returns where the paths of a started stack begin, {@code http://HOST:PORT/}; of another, its folder. */
    public URI base() {
        return base;
    }

    /**
     * Returns the address of a page.
     *
     * @param key index, jquery, info, db, open, or what else the descriptor lists
     * @throws NoSuchElementException the descriptor lists no such page
     */
    public URI page(String key) {
        String path = pages.get(key);
        if (path == null) {
            throw new NoSuchElementException(
                    name + " has no page '" + key + "'; it has " + String.join(", ", pages.keySet()));
        }
        return base.resolve(path);
    }

    /** Returns the address of a file that lies in the same folder as the page index. */
    public URI besideIndex(String file) {
        return base.resolve(pages.getOrDefault("index", "/")).resolve(file);
    }

    /** Returns the living processes of all groups, for samplers; empty where we started nothing. */
    public List<Long> pids() {
        return children.stream().flatMap(child -> child.pids().stream()).toList();
    }

    /** Returns where samplers may ask its servers; empty where we started nothing. */
    public List<StatusSource> status() {
        return status;
    }

    /** Returns where its servers accept each other, beside the address of all: paths of unix sockets and host:port. */
    public List<String> sockets() {
        return listeners.values().stream()
                .filter(socket -> !socket.equals(base.getAuthority()))
                .toList();
    }

    /** Returns where each of its processes accepts connections, host:port or a path, in the order they were started. */
    public Map<String, String> listeners() {
        return Collections.unmodifiableMap(listeners);
    }

    /** Whether it is somebody else's server, of whose processes nothing can be seen. */
    public boolean isExternal() {
        return folder.isEmpty();
    }

    /**
     * Returns in one line which process has ended by itself, how, and its last words; empty while all live. A server whose
     * first process is gone counts as ended, even if its workers still answer. Cheap; not meaningful after {@link #close}.
     */
    public Optional<String> failure() {
        return children.stream().flatMap(child -> child.failure().stream()).findFirst();
    }

    /** Returns component to version. */
    public Map<String, String> versions() {
        return versions;
    }

    /** Returns the lines of the fairness sheet in order, name to text; values of php.ini start with "php.ini ". */
    public Map<String, String> facts() {
        return facts;
    }

    /** Stops the processes in reverse order, each with its own signal, and waits for the whole groups; idempotent. */
    @Override
    public void close() {
        children.forEach(ChildProcess::close);
        folder.ifPresent(StackFolder::close);
    }
}

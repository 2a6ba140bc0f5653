package org.pagerace.race;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.pagerace.load.Line;
import org.pagerace.load.LoadException;
import org.pagerace.race.RacePlan.Step;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.LoadResult;
import org.pagerace.sample.NetworkTools;
import org.pagerace.sample.ProcFiles;
import org.pagerace.sample.Sampler;
import org.pagerace.sample.Sources;
import org.pagerace.stacks.RunningStack;
import org.pagerace.stacks.StatusSource;

/** Samples each measured round of a race. Closing ends its connection to the database and its open files. */
final class RoundSampling implements Observer, AutoCloseable {
    /** Memory hardly changes, and reading that of an Apache's many processes takes as long as all else in a round. */
    private static final int THOROUGH_EVERY = 4;

    private final Servers servers;
    private final Optional<RunningStatements> statements;
    private final Optional<LinkInfo> link;
    private final Supplier<List<Long>> driver;
    private final NetworkTools tools;
    private final ProcFiles files = ProcFiles.ofThisMachine();
    private final Map<RunningStack, Sources> sources = new HashMap<>();

    /**
     * Connects to the database, if there is one.
     *
     * @param link what is known of the line to the servers
     * @param driver the processes that make the load
     */
    RoundSampling(Servers servers, Optional<LinkInfo> link, Supplier<List<Long>> driver) {
        this.servers = servers;
        this.link = link;
        this.driver = driver;
        this.tools = new NetworkTools(servers.place().prefix());
        this.statements = statements(servers);
    }

    private static Optional<RunningStatements> statements(Servers servers) {
        try {
            return servers.databaseAccess().isPresent()
                    ? Optional.of(new RunningStatements(servers.databaseAccess().get()))
                    : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty(); // the samples say that it was not seen
        }
    }

    @Override
    public Observed during(Step step, Duration leadIn, Run run) throws LoadException, InterruptedException {
        boolean first = sources.isEmpty();
        Sources of = sources.computeIfAbsent(servers.stack(step.stack()), this::sources); // one started anew is another
        if (first) {
            Sampler.rehearse(of);
        }
        boolean thorough = step.round() % THOROUGH_EVERY == 1;
        try (Sampler sampler =
                Sampler.start(of, new Sampler.Window(leadIn, step.mode().duration(), thorough))) {
            LoadResult load = run.go();
            return new Observed(load, sampler.stop());
        }
    }

    private Sources sources(RunningStack stack) {
        List<Sources.StatusPage> pages =
                stack.status().stream().map(RoundSampling::page).toList();
        boolean elsewhere = stack.pids().isEmpty();
        return new Sources(
                files,
                stack.pids(),
                servers.databasePids(),
                driver,
                elsewhere ? List.of() : Sources.listens(stack.base(), stack.sockets(), pages),
                pages,
                tools,
                servers.link()
                        .map(line -> new Sources.Line(
                                line.device(),
                                link.map(info -> OptionalLong.of(info.shapedBitsPerSecond()))
                                        .orElse(OptionalLong.empty()),
                                Sources.End.SERVER))
                        .or(() -> servers.guestAddress(stack.name()).flatMap(RoundSampling::lineTowards)),
                statements.map(asked -> (Supplier<OptionalInt>) asked));
    }

    /** Returns the interface by which the answers of a server elsewhere come in; empty if it is on this very machine. */
    static Optional<Sources.Line> lineTowards(InetSocketAddress server) {
        try {
            boolean here = server.getAddress().isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(server.getAddress()) != null;
            return here
                    ? Optional.empty()
                    : Line.towards(server)
                            .map(line -> new Sources.Line(line.name(), OptionalLong.empty(), Sources.End.CLIENT));
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static Sources.StatusPage page(StatusSource source) {
        return new Sources.StatusPage(Sources.Kind.valueOf(source.kind().name()), source.where());
    }

    @Override
    public void close() {
        statements.ifPresent(RunningStatements::close);
        files.close();
    }
}

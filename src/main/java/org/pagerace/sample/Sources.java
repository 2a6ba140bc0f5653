package org.pagerace.sample;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a sampler may ask about one stack; made once per stack, used for each of its rounds.
 *
 * @param files the same for all stacks
 * @param server processes that lead the sessions of the stack, others of it do no harm; empty for one that runs elsewhere
 * @param database likewise
 * @param driver what makes the load: this process, or that of an external tool once it runs
 * @param listens where the stack accepts connections: {@code 127.0.0.1:8080}, or the path of a unix socket
 * @param status pages to ask
 * @param tools in the network namespace in which the servers are
 * @param line between client and servers; absent: they share the loopback interface
 * @param databaseRunning asks the database how many statements run just then; empty: it could not be asked
 */
public record Sources(
        ProcFiles files,
        List<Long> server,
        List<Long> database,
        Supplier<List<Long>> driver,
        List<String> listens,
        List<StatusPage> status,
        NetworkTools tools,
        Optional<Line> line,
        Optional<Supplier<OptionalInt>> databaseRunning) {

    public Sources {
        server = List.copyOf(server);
        database = List.copyOf(database);
        listens = List.copyOf(listens);
        status = List.copyOf(status);
    }

    /**
     * Returns where a stack accepts connections as far as its addresses tell. A php-fpm that tells its status over a
     * socket of its own takes no request of the race there, so that one is not among them.
     *
     * @param base of the stack, with its port
     * @param sockets at which its servers accept each other
     */
    public static List<String> listens(URI base, List<String> sockets, List<StatusPage> status) {
        Set<String> listens = new LinkedHashSet<>();
        listens.add(base.getAuthority());
        listens.addAll(sockets);
        for (StatusPage page : status) {
            if (page.kind() != Kind.FPM_SOCKET && page.kind() != Kind.FPM_TCP) {
                listens.add(URI.create(page.where()).getAuthority());
            }
        }
        return List.copyOf(listens);
    }

    /** Whose status page it is. */
    public enum Kind {
        /** {@code where} is the path of a unix socket. */
        FPM_SOCKET,
        /** {@code where} is host:port. */
        FPM_TCP,
        NGINX_STUB,
        APACHE_STATUS,
        LIGHTTPD_STATUS,
        /** Our own web application, on any container. */
        PAGERACE_STATUS
    }

    /**
     * A page that tells how a server is doing.
     *
     * @param where a URL, unless the kind says otherwise
     */
    public record StatusPage(Kind kind, String where) {}

    /**
     * The line between client and servers.
     *
     * @param device in the servers' namespace
     * @param bitsPerSecond what it carries of frames with Ethernet headers; empty: what the device says, if it does
     * @param end whose device it is
     */
    public record Line(String device, OptionalLong bitsPerSecond, End end) {}

    /** At which end of the line it is looked at. */
    public enum End {
        /** What the device sends are the answers. */
        SERVER,
        /** What it receives are the answers, and whatever else comes in by it. */
        CLIENT
    }
}

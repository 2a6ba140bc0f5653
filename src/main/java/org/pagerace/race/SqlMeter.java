package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.pagerace.database.DatabaseAccess;
import org.pagerace.result.SqlCount;

/** Counts what requests cost the database. For one thread, while no other requests are under way. */
final class SqlMeter implements AutoCloseable {

    /*
     * The server's own counters are read before and after a few requests; every user may read them. They count
     * everybody's statements, so a number is believed only when some samples in a row are the same, and when the counters
     * stand still while a page is fetched that needs no database. Where others keep using the server that never
     * happens, and the answer is how much they did instead of a guess.
     *
     * A pool that still fills opens its connections meanwhile, one by one: a number that is no multiple of the requests
     * is rather that than theirs, and believed only after more samples than a pool has connections.
     */

    /** Static, so it costs the database nothing. */
    static final String IDLE_PAGE = "testing.html";

    private static final int REQUESTS = 3;
    private static final int POOL = 10; // connections: each prepares its statement once
    private static final int ATTEMPTS = 3 * POOL;
    private static final int ALIKE = 3;
    private static final int ALIKE_IN_FRACTIONS = POOL + 1;
    /** More than there are PHP workers: each opens its persistent connection when it is first asked. */
    private static final int MOST_SETTLING = 100;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String CONNECTIONS = "Connections";
    private static final String KIND = "Com_";
    private static final String SELECT = "select";
    /** Our own reading; good-byes, which arrive when they like; and pings. */
    private static final Set<String> IGNORED = Set.of("show_status", "admin_commands", "stmt_close", "stmt_reset");

    private final Connection connection;

    SqlMeter(DatabaseAccess access) throws SQLException {
        this.connection = access.connect();
    }

    /** What the counters grew by. */
    private record Sample(long connects, Map<String, Long> statements) {
        boolean isNothing() {
            return total() == 0;
        }

        /** Whether each request may have cost the same. */
        boolean isWhole() {
            return connects % REQUESTS == 0 && statements.values().stream().allMatch(number -> number % REQUESTS == 0);
        }

        long total() {
            return connects
                    + statements.values().stream().mapToLong(Long::longValue).sum();
        }

        SqlCount count() {
            Map<String, Long> others = new TreeMap<>(statements);
            Long selects = others.remove(SELECT);
            return new SqlCount(REQUESTS, selects == null ? 0 : selects, connects, others, Optional.empty());
        }
    }

    /**
     * Counts for some requests of a page.
     *
     * @param idle a page of the same server that asks no database
     * @param settles the first requests cost more than all others, so they are left out
     */
    SqlCount count(URI page, URI idle, boolean settles) throws IOException, SQLException {
        try (var requests = new Requests()) {
            for (int i = 0; settles && i < MOST_SETTLING / REQUESTS; i++) {
                if (sample(requests, page).connects() == 0) {
                    break;
                }
            }
            long foreign = 0;
            long most = 0;
            long least = Long.MAX_VALUE;
            Sample last = null; // none that could be compared
            int alike = 0;
            for (int i = 0; i < ATTEMPTS; i++) {
                Sample nothing = sample(requests, idle);
                Sample sample = sample(requests, page);
                alike = !nothing.isNothing() ? 0 : sample.equals(last) ? alike + 1 : 1;
                if (alike == (sample.isWhole() ? ALIKE : ALIKE_IN_FRACTIONS)) {
                    return sample.count();
                }
                last = nothing.isNothing() ? sample : null;
                foreign += nothing.total();
                most = Math.max(most, sample.total());
                least = Math.min(least, sample.total());
            }
            return SqlCount.notCounted(
                    REQUESTS, foreign + most - least + " other statements on this database server meanwhile");
        }
    }

    private Sample sample(Requests requests, URI page) throws IOException, SQLException {
        Map<String, Long> before = read();
        for (int i = 0; i < REQUESTS; i++) {
            requests.get(page);
        }
        Map<String, Long> grown = read();
        before.forEach((name, number) -> grown.merge(name, -number, Long::sum));
        long connects = grown.getOrDefault(CONNECTIONS, 0L);
        grown.remove(CONNECTIONS);
        grown.values().removeIf(number -> number == 0);
        return new Sample(connects, grown);
    }

    private Map<String, Long> read() throws SQLException {
        Map<String, Long> counters = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS WHERE Variable_name = '" + CONNECTIONS
                        + "' OR Variable_name LIKE 'Com%'")) {
            while (rows.next()) {
                String name = rows.getString(1);
                if (name.equals(CONNECTIONS)) {
                    counters.put(name, rows.getLong(2));
                } else if (name.startsWith(KIND) && !IGNORED.contains(name.substring(KIND.length()))) {
                    counters.put(name.substring(KIND.length()), rows.getLong(2));
                }
            }
        }
        return counters;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Requests over one connection as long as it lasts, so that a server with a process for each uses one. */
    private static final class Requests implements AutoCloseable {
        private Wire wire; // null: none is open

        void get(URI page) throws IOException {
            if (wire == null) {
                wire = new Wire(page, TIMEOUT);
            }
            WireAnswer exchange = wire.ask("GET", HttpForm.HTTP_1_1, page);
            if (exchange.answer().status() != Answer.OK) {
                throw new IOException("status " + exchange.answer().status());
            }
            if (!exchange.persistent()) {
                close();
            }
        }

        @Override
        public void close() throws IOException {
            if (wire != null) {
                wire.close();
                wire = null;
            }
        }
    }
}

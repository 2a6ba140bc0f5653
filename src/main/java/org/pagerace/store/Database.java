package org.pagerace.store;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.pagerace.config.DatabaseSettings;
import org.pagerace.config.PoolSettings;

/**
 * The pages' database: limits who may use the pool, and knows whether the server is there.
 *
 * <p>Opening never waits and never fails because the database is away. Safe for any thread.
 */
public final class Database implements AutoCloseable {

    /*
     * A request passes, in this order: the breaker (refused at once while the database is away), the bulkhead (as many
     * permits as connections, bounded wait without a thread), the breaker again, the pool (so normally a connection is
     * free; bounded wait), the query (bounded by the driver's socket timeout). A connection used within the last 500 ms
     * is not validated when it is lent, so right after the server died the first query on each fails: hence one second
     * try, as long as it still fits the request's time. Before it all connections are given up, or the second try would
     * get another dead one.
     *
     * The watch is the one thread that looks for the database while nobody knows it to be there; it also reads what
     * the page /info shows of the server, so that page never waits for it. The timer refuses those who waited too long.
     */

    private static final System.Logger LOG = System.getLogger(Database.class.getName());
    private static final long RETRY_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Pool pool;
    private final int permits;
    private final Bulkhead bulkhead;
    private final Admission admission;
    private final LongAdder retries = new LongAdder();
    private final AtomicLong renewedNanos = new AtomicLong(System.nanoTime());
    private final AtomicBoolean poolTooSmall = new AtomicBoolean();
    private final List<Thread> threads;
    private volatile ServerInfo server;

    /** What to read from a lent connection. */
    @FunctionalInterface
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    private Database(Pool pool, PoolSettings limits) {
        this.pool = pool;
        this.permits = limits.size();
        this.bulkhead = new Bulkhead(permits, limits.queueLength(), limits.queueTimeout(), System::nanoTime);
        this.admission = Admission.to(bulkhead);
        this.threads = List.of(
                daemon(new Watch(admission.availability(), this::probe), "pagerace-database-watch"),
                daemon(bulkhead::refuseLate, "pagerace-database-timer"));
    }

    private static Thread daemon(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts a pool of our own. */
    public static Database open(DatabaseSettings settings, PoolSettings limits) {
        return start(OwnPool.open(settings, limits), limits);
    }

    /** Uses the pool of the container, and never closes it. */
    public static Database open(DataSource source, PoolSettings limits) {
        return start(new ContainerPool(source), limits);
    }

    private static Database start(Pool pool, PoolSettings limits) {
        var database = new Database(pool, limits);
        database.threads.forEach(Thread::start);
        return database;
    }

    /** Returns a ticket for one {@link #read}; never waits. */
    Ticket enter() {
        return admission.enter();
    }

    /**
     * Runs a query that changes nothing, for it may run twice, and closes the ticket.
     *
     * @param ticket one that waits no longer
     * @throws StoreUnavailableException if the ticket was refused, or the database is away
     * @throws SQLException if it answered with an error
     */
    <T> T read(Ticket ticket, Query<T> query) throws StoreUnavailableException, SQLException {
        try (ticket) {
            admission.require(ticket);
            return readWithRetry(query);
        }
    }

    private <T> T readWithRetry(Query<T> query) throws StoreUnavailableException, SQLException {
        long startNanos = System.nanoTime();
        try {
            return readOnce(query);
        } catch (SQLException e) {
            if (!Failure.isConnectionLost(e)) {
                throw e;
            }
            if (System.nanoTime() - startNanos > RETRY_WITHIN_NANOS) {
                throw unavailable(e);
            }
        }
        retries.increment();
        renewConnections(startNanos);
        try {
            return readOnce(query);
        } catch (SQLException e) {
            if (Failure.isConnectionLost(e)) {
                throw unavailable(e);
            }
            throw e;
        }
    }

    /** Renews the connections, unless another request has done so since this one began. */
    private void renewConnections(long startNanos) {
        long last = renewedNanos.get();
        if (startNanos - last > 0 && renewedNanos.compareAndSet(last, System.nanoTime())) {
            pool.renew();
        }
    }

    private <T> T readOnce(Query<T> query) throws StoreUnavailableException, SQLException {
        try (Connection connection = borrow()) {
            if (server == null) {
                requireNewDriver(connection); // the watch would, but has not got so far
            }
            return query.run(connection);
        }
    }

    private Connection borrow() throws StoreUnavailableException {
        try {
            return pool.borrow();
        } catch (SQLException e) {
            if (!pool.tellsAway(e)) {
                throw nothingToLend(e);
            }
            // The pool has tried to connect all the while, and a permit came with a connection to be had: no need to
            // see it three times, at two seconds each.
            throw away(e);
        }
    }

    private StoreUnavailableException nothingToLend(SQLException e) {
        if (poolTooSmall.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "the container''s pool had no connection to lend, so /db answered 503; give it at least {0}, as"
                            + " pagerace.database.pool-size says, and share it with nobody: {1}",
                    permits,
                    Failure.reason(e));
        }
        return new StoreUnavailableException(Failure.reason(e), e);
    }

    private void requireNewDriver(Connection connection) throws StoreUnavailableException {
        try {
            ServerInfo.requireNewDriver(connection);
        } catch (SQLException e) {
            throw away(e);
        }
    }

    private StoreUnavailableException away(SQLException e) {
        admission.availability().onDown(Failure.reason(e));
        return new StoreUnavailableException(Failure.reason(e), e);
    }

    private StoreUnavailableException unavailable(SQLException e) {
        admission.availability().onFailure(System.nanoTime(), Failure.reason(e));
        return new StoreUnavailableException(Failure.reason(e), e);
    }

    /** Connects and reads what is to be known of the server; the watch calls it. */
    private String probe() throws SQLException, StoreUnavailableException {
        try (Connection connection = connectToProbe()) {
            ServerInfo info = ServerInfo.read(connection);
            pool.onServer(info);
            server = info;
            return info.product() + " " + info.version();
        }
    }

    private Connection connectToProbe() throws SQLException, StoreUnavailableException {
        try {
            return pool.probe();
        } catch (SQLException e) {
            if (!pool.tellsAway(e)) {
                throw nothingToLend(e);
            }
            throw e;
        }
    }

    /** Returns the state of the pool; never waits. */
    public PoolStatus status() {
        return new PoolStatus(
                admission.availability().state() == Availability.State.UP,
                bulkhead.waiting(),
                permits,
                bulkhead.shed(),
                retries.sum(),
                pool.figures(),
                Optional.ofNullable(server));
    }

    /** Refuses all who wait, and closes the pool if it is ours. */
    @Override
    public void close() {
        bulkhead.close();
        threads.forEach(Thread::interrupt);
        pool.close();
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

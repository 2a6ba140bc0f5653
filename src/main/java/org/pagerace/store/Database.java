package org.pagerace.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.pagerace.config.DatabaseSettings;

/**
 * The pages' database: owns the pool, limits who may use it, and knows whether it is there.
 *
 * <p>Opening never waits and never fails because the database is away. Safe for any thread.
 */
public final class Database implements AutoCloseable {

    /*
     * A request passes, in this order: the breaker (refused at once while the database is away), the bulkhead (as many
     * permits as connections, bounded wait), the breaker again, the pool (so normally a connection is free; bounded wait), the query
     * (bounded by the driver's socket timeout). A connection used within the last 500 ms is not validated when it is
     * lent, so right after the server died the first query on each fails: hence one second try, as long as it still
     * fits the request's time. Before it all connections are given up, or the second try would get another dead one.
     *
     * The watch is the one thread that looks for the database while nobody knows it to be there; it also reads what
     * the page /info shows of the server, so that page never waits for it.
     */

    private static final String DRIVER = "com.mysql.cj.jdbc.Driver";
    private static final Duration MAX_LIFETIME = Duration.ofMinutes(10);
    /** HikariCP takes anything below for a mistake and uses its default of 30 minutes. */
    private static final Duration LEAST_LIFETIME = Duration.ofSeconds(30);

    private static final Duration LIFETIME_MARGIN = Duration.ofSeconds(5);
    private static final Duration KEEPALIVE = Duration.ofMinutes(2);
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(1);
    private static final long RETRY_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * HikariCP writes a stack trace per broken connection, where {@link Availability} writes one line per outage. Kept
     * in a field, because a logger nobody holds forgets its level.
     */
    private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari.pool");

    private final HikariDataSource pool;
    private final Bulkhead bulkhead;
    private final Availability availability = new Availability();
    private final Admission admission;
    private final LongAdder retries = new LongAdder();
    private final AtomicLong givenUpNanos = new AtomicLong(System.nanoTime());
    private final Thread watch;
    private volatile ServerInfo server;

    /** What to read from a lent connection. */
    @FunctionalInterface
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    private Database(DatabaseSettings settings) {
        if (POOL_LOG.getLevel() == null) { // else somebody wants to read it
            POOL_LOG.setLevel(Level.SEVERE);
        }
        this.pool = new HikariDataSource(poolConfig(settings));
        this.bulkhead = new Bulkhead(settings.poolSize(), settings.queueLength(), settings.queueTimeout());
        this.admission = new Admission(availability, bulkhead);
        this.watch = new Thread(new Watch(availability, this::probe), "pagerace-database-watch");
        watch.setDaemon(true);
    }

    /** Starts the pool and the watch. */
    public static Database open(DatabaseSettings settings) {
        var database = new Database(settings);
        database.watch.start();
        return database;
    }

    private static HikariConfig poolConfig(DatabaseSettings settings) {
        long connectionMillis = settings.connectionTimeout().toMillis();
        var config = new HikariConfig();
        config.setPoolName("pagerace");
        config.setDriverClassName(DRIVER);
        config.setJdbcUrl(settings.url().address());
        config.setUsername(settings.user());
        config.setPassword(settings.password().value());
        settings.url().properties().forEach(config::addDataSourceProperty);
        config.addDataSourceProperty("useServerPrepStmts", "true"); // parsed once per connection
        config.addDataSourceProperty("cachePrepStmts", "true");
        config.setInitializationFailTimeout(-1); // the pages start without the database
        config.setMaximumPoolSize(settings.poolSize());
        config.setConnectionTimeout(connectionMillis);
        config.setValidationTimeout(Math.min(VALIDATION_TIMEOUT.toMillis(), Math.max(250, connectionMillis - 1)));
        config.setMaxLifetime(MAX_LIFETIME.toMillis());
        config.setKeepaliveTime(KEEPALIVE.toMillis());
        return config;
    }

    /**
     * Runs a query that changes nothing, for it may run twice.
     *
     * @throws StoreUnavailableException if the database is away or overloaded
     * @throws SQLException if it answered with an error
     */
    <T> T read(Query<T> query) throws StoreUnavailableException, SQLException, InterruptedException {
        admission.enter();
        try {
            return readWithRetry(query);
        } finally {
            admission.leave();
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
        giveUpConnections(startNanos);
        try {
            return readOnce(query);
        } catch (SQLException e) {
            if (Failure.isConnectionLost(e)) {
                throw unavailable(e);
            }
            throw e;
        }
    }

    /** Closes the connections, unless another request has done so since this one began: then they are new. */
    private void giveUpConnections(long startNanos) {
        long last = givenUpNanos.get();
        if (startNanos - last > 0 && givenUpNanos.compareAndSet(last, System.nanoTime())) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    private <T> T readOnce(Query<T> query) throws StoreUnavailableException, SQLException {
        try (Connection connection = borrow()) {
            return query.run(connection);
        }
    }

    private Connection borrow() throws StoreUnavailableException {
        try {
            return pool.getConnection();
        } catch (SQLException e) { // its SQLState is null when the pool gave up: never look at it
            // The pool has tried to connect all the while, and a permit came with a connection to be had: no need to
            // see it three times, at two seconds each.
            availability.onDown(Failure.reason(e));
            throw new StoreUnavailableException(Failure.reason(e), e);
        }
    }

    private StoreUnavailableException unavailable(SQLException e) {
        availability.onFailure(System.nanoTime(), Failure.reason(e));
        return new StoreUnavailableException(Failure.reason(e), e);
    }

    /** Connects and reads what is to be known of the server; the watch calls it. */
    private String probe() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            ServerInfo info = ServerInfo.read(connection);
            pool.getHikariConfigMXBean()
                    .setMaxLifetime(lifetime(info.waitTimeout()).toMillis());
            server = info;
            return info.product() + " " + info.version();
        }
    }

    /** Returns the age at which a connection is replaced: before the server drops it for being idle. */
    static Duration lifetime(Duration waitTimeout) {
        Duration limit = waitTimeout.minus(LIFETIME_MARGIN);
        if (limit.compareTo(LEAST_LIFETIME) < 0) {
            return LEAST_LIFETIME;
        }
        return limit.compareTo(MAX_LIFETIME) > 0 ? MAX_LIFETIME : limit;
    }

    /** Returns the state of the pool; never waits. */
    public PoolStatus status() {
        HikariPoolMXBean bean = pool.getHikariPoolMXBean();
        return new PoolStatus(
                availability.state() == Availability.State.UP,
                bean.getActiveConnections(),
                bean.getIdleConnections(),
                bean.getTotalConnections(),
                bulkhead.waiting(),
                pool.getMaximumPoolSize(),
                Duration.ofMillis(pool.getConnectionTimeout()),
                Duration.ofMillis(pool.getMaxLifetime()),
                Duration.ofMillis(pool.getKeepaliveTime()),
                bulkhead.shed(),
                retries.sum(),
                Optional.ofNullable(server));
    }

    @Override
    public void close() {
        watch.interrupt();
        pool.close();
        try {
            watch.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

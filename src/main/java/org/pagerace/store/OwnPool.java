package org.pagerace.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.pagerace.config.DatabaseSettings;
import org.pagerace.config.PoolSettings;

/** A pool of HikariCP. Opening it never waits and never fails because the database is away. */
record OwnPool(HikariDataSource source, Level poolLevel, Level configLevel) implements Pool {
    private static final String DRIVER = "com.mysql.cj.jdbc.Driver";
    private static final Duration MAX_LIFETIME = Duration.ofMinutes(10);
    /** HikariCP takes anything below for a mistake and uses its default of 30 minutes. */
    private static final Duration LEAST_LIFETIME = Duration.ofSeconds(30);

    private static final Duration LIFETIME_MARGIN = Duration.ofSeconds(5);
    private static final Duration KEEPALIVE = Duration.ofMinutes(2);
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(1);

    /**
     * HikariCP writes a stack trace per broken connection, where {@link Availability} writes one line per outage. Kept
     * in a field, because a logger nobody holds forgets its level.
     */
    private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari.pool");

    /** Below INFO it writes the whole configuration, with the user and the password of a trust store. */
    private static final Logger CONFIG_LOG = Logger.getLogger("com.zaxxer.hikari.HikariConfig");

    static OwnPool open(DatabaseSettings database, PoolSettings limits) {
        Level poolLevel = POOL_LOG.getLevel();
        Level configLevel = CONFIG_LOG.getLevel();
        if (poolLevel == null) { // else somebody wants to read it
            POOL_LOG.setLevel(Level.SEVERE);
        }
        CONFIG_LOG.setLevel(Level.INFO); // whatever somebody wants to read
        return new OwnPool(new HikariDataSource(config(database, limits)), poolLevel, configLevel);
    }

    private static HikariConfig config(DatabaseSettings database, PoolSettings limits) {
        long connectionMillis = limits.connectionTimeout().toMillis();
        var config = new HikariConfig();
        config.setPoolName("pagerace");
        config.setDriverClassName(DRIVER);
        config.setJdbcUrl(database.url().address());
        config.setUsername(database.user());
        config.setPassword(database.password().value());
        database.url().properties().forEach(config::addDataSourceProperty);
        config.addDataSourceProperty("useServerPrepStmts", "true"); // parsed once per connection
        config.addDataSourceProperty("cachePrepStmts", "true");
        config.setInitializationFailTimeout(-1); // the pages start without the database
        config.setMaximumPoolSize(limits.size());
        config.setConnectionTimeout(connectionMillis);
        config.setValidationTimeout(Math.min(VALIDATION_TIMEOUT.toMillis(), Math.max(250, connectionMillis - 1)));
        config.setMaxLifetime(MAX_LIFETIME.toMillis());
        config.setKeepaliveTime(KEEPALIVE.toMillis());
        return config;
    }

    @Override
    public Connection borrow() throws SQLException {
        return source.getConnection();
    }

    /**
     * Not one of the pool: as long as somebody waits for one, or fewer are idle than it wants, HikariCP tries to connect, and
     * after each failure pauses twice as long, up to 5 s. So it would still pause when the server has long come back. After
     * a failure it wants none any more.
     */
    @Override
    public Connection probe() throws SQLException {
        try {
            return source.unwrap(DriverDataSource.class).getConnection();
        } catch (SQLException e) {
            source.getHikariConfigMXBean().setMinimumIdle(0);
            renew();
            throw e;
        }
    }

    /** It has as many connections as there are permits, so it has failed to make one. */
    @Override
    public boolean tellsAway(SQLException failure) {
        return true;
    }

    @Override
    public void renew() {
        source.getHikariPoolMXBean().softEvictConnections();
    }

    @Override
    public void onServer(ServerInfo server) {
        HikariConfigMXBean config = source.getHikariConfigMXBean();
        config.setMaxLifetime(lifetime(server.waitTimeout()).toMillis());
        config.setMinimumIdle(config.getMaximumPoolSize());
    }

    /** Returns the age at which a connection is replaced: before the server drops it for being idle. */
    static Duration lifetime(Duration waitTimeout) {
        Duration limit = waitTimeout.minus(LIFETIME_MARGIN);
        if (limit.compareTo(LEAST_LIFETIME) < 0) {
            return LEAST_LIFETIME;
        }
        return limit.compareTo(MAX_LIFETIME) > 0 ? MAX_LIFETIME : limit;
    }

    @Override
    public Optional<PoolFigures> figures() {
        HikariPoolMXBean bean = source.getHikariPoolMXBean();
        return Optional.of(new PoolFigures(
                bean.getActiveConnections(),
                bean.getIdleConnections(),
                bean.getTotalConnections(),
                Duration.ofMillis(source.getConnectionTimeout()),
                Duration.ofMillis(source.getMaxLifetime()),
                Duration.ofMillis(source.getKeepaliveTime())));
    }

    @Override
    public void close() {
        source.close();
        POOL_LOG.setLevel(poolLevel); // in a container they are not ours alone
        CONFIG_LOG.setLevel(configLevel);
    }
}

package org.pagerace.pages;

import java.util.Optional;
import org.pagerace.store.Database;
import org.pagerace.store.PoolStatus;
import org.pagerace.store.ServerInfo;

/** The database as the pool knows it: asking would make the page wait. */
final class StoreSections {
    private static final String NOT_CONNECTED = "not connected";

    private StoreSections() {}

    static void jdbc(InfoWriter out, InfoRequest in) {
        Optional<PoolStatus> status = status(in);
        Optional<ServerInfo> server = status.flatMap(PoolStatus::server);
        out.table();
        fact(out, "URL", status.map(known -> known.pool().isPresent() ? "jdbc:mysql://***" : "known to the container"));
        fact(out, "Driver", server.map(ServerInfo::driverName));
        fact(out, "Driver version", server.map(ServerInfo::driverVersion));
        fact(out, "JDBC level", server.map(ServerInfo::jdbcLevel));
        fact(out, "Server", server.map(ServerInfo::product));
        fact(out, "Server version", server.map(ServerInfo::version));
        out.endTable();
    }

    private static void fact(InfoWriter out, String label, Optional<String> value) {
        out.info(label, Redaction.fact(value.orElse(NOT_CONNECTED)));
    }

    static void pool(InfoWriter out, InfoRequest in) {
        out.table();
        status(in).ifPresentOrElse(pool -> rows(out, pool), () -> out.info("State", Redaction.fact(NOT_CONNECTED)));
        out.endTable();
    }

    private static void rows(InfoWriter out, PoolStatus status) {
        out.info("State", Redaction.fact(status.available() ? "available" : NOT_CONNECTED));
        out.info("Owner", Redaction.fact(status.pool().isPresent() ? "this application" : "the container"));
        status.pool().ifPresent(pool -> {
            out.info("Active connections", pool.active());
            out.info("Idle connections", pool.idle());
            out.info("Connections", pool.total());
        });
        out.info("Waiting requests", status.waiting());
        out.info("Maximum", status.maximum());
        status.pool().ifPresent(pool -> {
            out.info("Connection timeout in ms", pool.connectionTimeout().toMillis());
            out.info("Maximum lifetime in ms", pool.maxLifetime().toMillis());
            out.info("Keepalive in ms", pool.keepalive().toMillis());
        });
        out.info("Shed requests", status.shed());
        out.info("Retries", status.retries());
    }

    private static Optional<PoolStatus> status(InfoRequest in) {
        return in.application().database().map(Database::status);
    }
}

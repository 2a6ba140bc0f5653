package org.pagerace.store;

import java.sql.SQLException;

/** What an exception of the driver or the pool means. */
final class Failure {
    /** MariaDB: the connection was killed; its SQLState is not one of class 08. */
    private static final int CONNECTION_KILLED = 1927;

    private static final int UNKNOWN_SYSTEM_VARIABLE = 1193;

    private Failure() {}

    /** Returns whether the connection broke, so that a fresh one may do better. */
    static boolean isConnectionLost(SQLException e) {
        String state = e.getSQLState(); // null from the pool
        return (state != null && state.startsWith("08"))
                || e.getErrorCode() == CONNECTION_KILLED
                || String.valueOf(e.getMessage()).contains("server has gone away");
    }

    /** Returns one line for the log: what happened and, where we know it, how to mend it. */
    static String reason(Exception e) {
        Throwable root = e;
        boolean unknownVariable = false;
        boolean isolation = false; // any driver we take asks for it; older ones for what newer servers no longer have
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            root = cause;
            String message = String.valueOf(cause.getMessage());
            unknownVariable |= cause instanceof SQLException sql && sql.getErrorCode() == UNKNOWN_SYSTEM_VARIABLE;
            isolation |= message.contains("'transaction_isolation'");
            if (message.contains("Public Key Retrieval is not allowed")) {
                return "Public Key Retrieval is not allowed; use TLS (sslMode=REQUIRED or VERIFY_IDENTITY in the URL)"
                        + " or, on loopback, pagerace.database.allow-public-key-retrieval=true";
            }
        }
        if (unknownVariable) {
            return isolation
                    ? "this MariaDB 11.0.x cannot be used with Connector/J; use 10.x or 11.4 and later"
                    : ServerInfo.tooOld("the JDBC driver");
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.lines().findFirst().orElse("unknown reason");
    }
}

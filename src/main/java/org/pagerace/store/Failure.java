package org.pagerace.store;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an exception of the driver or the pool means. */
final class Failure {
    /** MariaDB: the connection was killed; its SQLState is not one of class 08. */
    private static final int CONNECTION_KILLED = 1927;

    private static final int UNKNOWN_SYSTEM_VARIABLE = 1193;

    /** HikariCP's words, when it had no connection to lend in time. */
    private static final Pattern GAVE_UP = Pattern.compile("request timed out after (\\d+)ms");

    /**
     * The driver's words when HikariCP, having found a connection dead, sets it back to its own time limit: that is the
     * cause it then names for having none to lend.
     */
    private static final String USED_AFTER_CLOSE = "No operations allowed after connection closed";

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
        if (root instanceof SocketTimeoutException) {
            return message.startsWith("Connect")
                    ? "the database could not be reached within connectTimeout"
                    : "the database did not answer within socketTimeout";
        }
        Matcher gaveUp = GAVE_UP.matcher(String.valueOf(e.getMessage()));
        if (message.startsWith(USED_AFTER_CLOSE) && gaveUp.find()) {
            return "the database did not answer: the connections there were are dead, and no new one was made within "
                    + gaveUp.group(1) + " ms";
        }
        return message.lines().findFirst().orElse("unknown reason");
    }
}

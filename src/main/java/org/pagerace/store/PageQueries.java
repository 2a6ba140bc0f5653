package org.pagerace.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.config.PageQuery;

/** The SQL of the pages. */
public final class PageQueries {

    private static final int ROWS = 20;
    private static final int TIME_LENGTH = "2012-03-04 05:06:07".length();

    private final Database database;

    public PageQueries(Database database) {
        this.database = database;
    }

    /** Returns a ticket for one query, which the caller closes; never waits. */
    public Ticket enter() {
        return database.enter();
    }

    /**
     * Returns the newest articles, newest first; no connection is held and the ticket is closed by then.
     *
     * @param ticket one that waits no longer
     * @throws StoreUnavailableException if the database is away or overloaded
     * @throws SQLException if it answered with an error
     */
    public List<Article> latestArticles(Ticket ticket) throws StoreUnavailableException, SQLException {
        return database.read(ticket, PageQueries::latestArticles);
    }

    private static List<Article> latestArticles(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PageQuery.SQL);
                ResultSet row = statement.executeQuery()) {
            var articles = new ArrayList<Article>(ROWS);
            while (row.next()) {
                articles.add(new Article(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        text(row.getObject(6, LocalDateTime.class)),
                        row.getLong(7)));
            }
            return articles;
        }
    }

    /** As the database prints it, without fractions, which the column has not. Asked for a string, the driver would call String.format twice for each row. */
    static String text(LocalDateTime time) {
        var text = new StringBuilder(TIME_LENGTH);
        appendTwo(text, time.getYear() / 100);
        appendTwo(text, time.getYear() % 100);
        appendTwo(text.append('-'), time.getMonthValue());
        appendTwo(text.append('-'), time.getDayOfMonth());
        appendTwo(text.append(' '), time.getHour());
        appendTwo(text.append(':'), time.getMinute());
        appendTwo(text.append(':'), time.getSecond());
        return text.toString();
    }

    private static void appendTwo(StringBuilder text, int number) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}

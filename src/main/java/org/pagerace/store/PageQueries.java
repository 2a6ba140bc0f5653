package org.pagerace.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.config.PageQuery;

/** The SQL of the pages. */
public final class PageQueries {

    private static final int ROWS = 20;

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
                        row.getString(6),
                        row.getLong(7)));
            }
            return articles;
        }
    }
}

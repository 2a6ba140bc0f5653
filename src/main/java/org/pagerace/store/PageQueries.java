package org.pagerace.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The SQL of the pages. */
public final class PageQueries {

    /** The same text as in db.php. */
    static final String LATEST_ARTICLES = "SELECT id, title, author, section, summary, published, views"
            + " FROM article ORDER BY published DESC, id DESC LIMIT 20";

    private static final int ROWS = 20;

    private final Database database;

    public PageQueries(Database database) {
        this.database = database;
    }

    /**
     * Returns the newest articles, newest first; no connection is held any more.
     *
     * @throws StoreUnavailableException if the database is away or overloaded
     * @throws SQLException if it answered with an error
     */
    public List<Article> latestArticles() throws StoreUnavailableException, SQLException, InterruptedException {
        return database.read(PageQueries::latestArticles);
    }

    private static List<Article> latestArticles(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LATEST_ARTICLES);
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

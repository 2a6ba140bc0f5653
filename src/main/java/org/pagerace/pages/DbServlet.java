package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;
import org.pagerace.config.Keys;
import org.pagerace.store.Article;
import org.pagerace.store.PageQueries;
import org.pagerace.store.StoreUnavailableException;
import org.pagerace.store.Ticket;

/** {@code /db}: the newest articles. The parameter {@code persistent} is PHP's; here each request uses the pool. */
public final class DbServlet extends PageServlet {
    private static final long serialVersionUID = 1;

    private static final System.Logger LOG = System.getLogger(DbServlet.class.getName());

    private transient PageQueries queries;
    private transient WaitingRequests waiting;

    @Override
    public void init() {
        Application application = Application.of(getServletContext());
        waiting = application.waiting();
        queries = application.database().map(PageQueries::new).orElse(null);
        if (queries == null) {
            LOG.log(
                    Level.INFO,
                    "no database is configured ({0}, or a DataSource jdbc/pagerace), so /db answers 503",
                    Keys.URL);
        }
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        if (queries == null) { // no Retry-After: another try cannot succeed
            ErrorBody.send(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "no database", head);
            return;
        }
        Ticket ticket = WaitingRequest.ticketOf(request);
        if (ticket == null) {
            ticket = queries.enter();
            if (ticket.isWaiting()) {
                WaitingRequest.suspend(this, request, response, ticket, waiting);
                return;
            }
        }
        List<Article> articles;
        try {
            articles = queries.latestArticles(ticket);
        } catch (StoreUnavailableException e) { // counted and logged where it was noticed
            response.setHeader("Retry-After", "1");
            ErrorBody.send(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, head);
            return;
        } catch (SQLException e) {
            fail(response, e, head);
            return;
        }
        // connection and permit are back: a slow reader never holds one
        response.setContentType(HTML);
        send(response, DbPage.render(articles), head);
    }
}

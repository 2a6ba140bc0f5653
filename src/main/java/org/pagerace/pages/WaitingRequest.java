package org.pagerace.pages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.pagerace.store.Ticket;

/**
 * Lets a request wait for its ticket without a thread: it comes back to its servlet when admitted, and is answered at
 * once when refused.
 *
 * <p>As a listener it gives the ticket back at the end of the request, however the container came to it.
 */
record WaitingRequest(Ticket ticket) implements AsyncListener {
    private static final String ATTRIBUTE = WaitingRequest.class.getName();

    /** Suspends the request. The container's own time limit is off: the ticket has one, of the queue. */
    static void suspend(HttpServletRequest request, HttpServletResponse response, boolean head, Ticket ticket) {
        AsyncContext async;
        try {
            async = request.startAsync();
        } catch (IllegalStateException e) { // a filter of the container without async-supported
            ticket.close();
            throw e;
        }
        async.setTimeout(0);
        async.addListener(new WaitingRequest(ticket));
        request.setAttribute(ATTRIBUTE, ticket);
        ticket.whenDecided(admitted -> {
            if (admitted) {
                async.dispatch();
                return;
            }
            try { // not by dispatch: it may be refused because the application stops, and then has no servlet any more
                DbServlet.busy(response, head);
            } catch (IOException e) {
                // the client has gone
            }
            async.complete(); // sends the answer, on a thread of the container
        });
    }

    /** Returns the ticket the request has waited for, null if it has not waited. */
    static Ticket ticketOf(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Ticket ticket ? ticket : null;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        ticket.close();
    }

    @Override
    public void onError(AsyncEvent event) {
        ticket.close();
    }

    /**
     * Time is not limited here: Tomcat lets time be up for those who wait in an application that it stops, before it tells
     * the application, and answers for those who say nothing.
     */
    @Override
    public void onTimeout(AsyncEvent event) {
        ticket.refuse("the container ends the request");
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

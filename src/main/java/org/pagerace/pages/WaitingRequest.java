package org.pagerace.pages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.pagerace.store.Ticket;

/**
 * Lets a request wait for its ticket without a thread: it comes back to its servlet when that is decided, whatever was
 * decided.
 *
 * <p>As a listener it gives the ticket back at the end of the request, however the container came to it.
 */
final class WaitingRequest implements AsyncListener {

    /*
     * Whoever decides about a ticket (another request, the timer, the watch, the end of the application) must not write
     * the answer: a client that does not read would hold up that thread, and with it everybody else. So the container
     * lends a thread of its own: by start() and not by dispatch(), because that asks for the servlet by its address, and
     * an application that is being stopped has none: Jetty answers 404, Tomcat with a page of its own.
     *
     * Tomcat asks for the answer itself: it lets a request time out, whatever its time limit, when the application is
     * being stopped, seconds before that is told to the application.
     */

    private static final String ATTRIBUTE = WaitingRequest.class.getName();

    private final PageServlet servlet;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;
    private final Ticket ticket;
    private final WaitingRequests all;
    private final ReentrantLock answering = new ReentrantLock(); // no monitor: that would pin a virtual thread
    private boolean answered;

    private WaitingRequest(
            PageServlet servlet,
            HttpServletRequest request,
            HttpServletResponse response,
            Ticket ticket,
            WaitingRequests all) {
        this.servlet = servlet;
        this.request = request;
        this.response = response;
        this.async = request.startAsync();
        this.ticket = ticket;
        this.all = all;
    }

    /** Suspends the request. The container's own time limit is off: the ticket has one, of the queue. */
    static void suspend(
            PageServlet servlet,
            HttpServletRequest request,
            HttpServletResponse response,
            Ticket ticket,
            WaitingRequests all) {
        try {
            var waiting = new WaitingRequest(servlet, request, response, ticket, all);
            waiting.async.setTimeout(0);
            waiting.async.addListener(waiting);
            request.setAttribute(ATTRIBUTE, ticket);
            all.add(waiting);
            ticket.whenDecided(() -> waiting.async.start(waiting::answer));
        } catch (RuntimeException | Error e) { // such as a filter of the container without async-supported
            ticket.close();
            throw e;
        }
    }

    /** Returns the ticket the request has waited for, null if it has not waited. */
    static Ticket ticketOf(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Ticket ticket ? ticket : null;
    }

    /** Answers on this thread, which is the container's; a second caller waits until the first has done it. */
    private void answer() {
        answering.lock();
        try {
            if (answered) {
                return;
            }
            answered = true;
            try {
                servlet.service(request, response);
            } catch (IOException e) {
                // the client has gone
            } finally {
                async.complete();
            }
        } finally {
            answering.unlock();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        ticket.refuse();
        answer();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
        all.remove(this);
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    /** Nobody is to be answered any more; an answer under way meets the end itself. */
    private void end() {
        if (answering.tryLock()) {
            answered = true;
            answering.unlock();
        }
        ticket.close();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}

package org.pagerace.pages;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * What the pages have in common: a failure becomes a fixed body with an id.
 *
 * <p>{@link PlainRequestFilter} lets only GET and HEAD through. HEAD takes the way of GET up to the body, so both send the same headers in every container.
 */
abstract class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    static final String HTML = "text/html; charset=UTF-8";

    /** Answers a GET, or a HEAD: then it sets the same headers, the length among them, and writes nothing. */
    abstract void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean head = request.getMethod().equals("HEAD");
        try {
            answer(request, response, head);
        } catch (RuntimeException e) {
            if (response.isCommitted()) {
                throw e; // the container cuts the connection: never a short page with valid framing
            }
            response.reset();
            fail(response, e, head);
        }
    }

    static void fail(HttpServletResponse response, Exception failure, boolean head) throws IOException {
        ErrorBody.logged(response, failure);
        ErrorBody.send(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, head);
    }

    /** Sends a finished page; its length is that of the bytes. */
    static void send(HttpServletResponse response, Html page, boolean head) throws IOException {
        response.setContentLength(page.length());
        if (!head) {
            page.writeTo(response.getOutputStream());
        }
    }
}

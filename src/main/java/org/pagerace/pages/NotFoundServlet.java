package org.pagerace.pages;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The guard of {@code /org/*}: hides the launcher's classes, which must lie in the archive's root. */
public final class NotFoundServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ErrorBody.send(
                response, HttpServletResponse.SC_NOT_FOUND, request.getMethod().equals("HEAD"));
    }
}

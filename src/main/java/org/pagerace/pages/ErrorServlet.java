package org.pagerace.pages;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The error page of every status and every failure that the container, not a page, noticed. */
public final class ErrorServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean head = request.getMethod().equals("HEAD");
        if (request.getDispatcherType() != DispatcherType.ERROR) { // somebody asks for the address itself
            ErrorBody.send(response, HttpServletResponse.SC_NOT_FOUND, head);
            return;
        }
        int status = status(request, response);
        if (status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR // what a client does wrong must not fill the log
                && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure) {
            ErrorBody.logged(response, failure);
        }
        ErrorBody.send(response, status, head);
    }

    private static int status(HttpServletRequest request, HttpServletResponse response) {
        if (request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code) {
            return code;
        }
        int status = response.getStatus(); // Jetty's servlet of static files sets only this
        return status >= HttpServletResponse.SC_BAD_REQUEST ? status : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    }
}

package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.pagerace.config.InfoAccess;

/**
 * {@code /info}: what PHP's information page tells of PHP, told of this JVM, and only what is safe to tell anybody.
 *
 * <p>Rendered anew for each request; keeping it would cheat the benchmark.
 */
public final class InfoServlet extends PageServlet {
    private static final long serialVersionUID = 1;

    private transient Application application;

    @Override
    public void init() {
        application = Application.of(getServletContext());
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        // here, not in a filter: a filter's path pattern can be got round
        InfoAccess access = application.infoAccess();
        if (access == InfoAccess.OFF) {
            ErrorBody.send(response, HttpServletResponse.SC_NOT_FOUND, head);
            return;
        }
        if (access == InfoAccess.LOCAL && !ClientAddress.isLocal(request, application.localClient())) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setContentLength(0);
            return;
        }
        QueryString query = QueryString.parse(request.getQueryString());
        Optional<InfoSelection> selection =
                InfoSelection.parse(query.first("what").orElse("all"));
        Optional<String> format = query.first("format").filter(text -> !text.equals("html"));
        if (selection.isEmpty() || format.filter(text -> !text.equals("text")).isPresent()) {
            ErrorBody.send(response, HttpServletResponse.SC_BAD_REQUEST, head);
            return;
        }
        boolean text = query.first("format").map("text"::equals).orElseGet(() -> prefersText(request));
        Html page = render(
                text ? new TextInfoWriter() : new HtmlInfoWriter(),
                new InfoRequest(request, query, selection.get(), application));
        setHeaders(response, text);
        send(response, page, head);
    }

    private static Html render(InfoWriter out, InfoRequest in) {
        for (InfoSection section : in.selection().sections()) {
            section.write(out, in);
        }
        return out.finish();
    }

    private static boolean prefersText(HttpServletRequest request) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.contains("text/plain") && !accept.contains("text/html");
    }

    private static void setHeaders(HttpServletResponse response, boolean text) {
        response.setContentType(text ? "text/plain; charset=UTF-8" : HTML);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Robots-Tag", "noindex");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", InfoStyle.POLICY);
    }
}

package org.pagerace.pages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lets through what every container answers alike, to pages and static files: GET and HEAD, and of ranges a single one.
 * Where the settings say so, POST too, and as if it were GET.
 *
 * <p>A condition that cannot be read is a 400 before any container logs it.
 *
 * <p>A server may answer any range with the whole (RFC 9110 section 14.2). Here it does so where containers are wrong:
 * Jetty heeds no If-Range and so would hand out parts of different versions, it takes ranges of HEAD and of other units
 * than bytes; Tomcat refuses several ranges when one of them is out of reach; WildFly sends nonsense for the last 0 bytes.
 */
public final class PlainRequestFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    private static final String GET = "GET";
    private static final String RANGE = "Range";
    private static final List<String> CONDITIONS = List.of("If-None-Match", "If-Match");
    private static final Pattern SINGLE_RANGE = Pattern.compile("bytes=(\\d+-\\d*|-0*[1-9]\\d*)");

    private boolean postAsGet;

    @Override
    public void init() {
        postAsGet = Application.of(getServletContext()).postAsGet();
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean get = request.getMethod().equals(GET);
        if (hasOpenTag(request)) {
            ErrorBody.send(
                    response,
                    HttpServletResponse.SC_BAD_REQUEST,
                    request.getMethod().equals("HEAD"));
        } else if (get && hasPlainRange(request)) {
            chain.doFilter(request, response);
        } else if (get || request.getMethod().equals("HEAD")) {
            chain.doFilter(new WithoutRange(request), response);
        } else if (postAsGet && request.getMethod().equals("POST")) {
            chain.doFilter(new AsGet(request), response);
        } else {
            ErrorBody.sendNotAllowed(response, postAsGet ? "GET, HEAD, POST" : ErrorBody.ALLOWED);
        }
    }

    /** Whether an entity tag has no end (RFC 9110 section 8.8.3): Jetty would log a stack trace of each such request. */
    private static boolean hasOpenTag(HttpServletRequest request) {
        for (String name : CONDITIONS) {
            for (String tags : Collections.list(request.getHeaders(name))) {
                if (tags.chars().filter(c -> c == '"').count() % 2 != 0 || tags.contains("\\\"")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasPlainRange(HttpServletRequest request) {
        List<String> ranges = Collections.list(request.getHeaders(RANGE)); // several lines are one list
        return ranges.isEmpty()
                || (ranges.size() == 1
                        && SINGLE_RANGE.matcher(ranges.get(0)).matches()
                        && request.getHeader("If-Range") == null);
    }

    /** A range has a meaning for GET alone. */
    private static class WithoutRange extends HttpServletRequestWrapper {
        WithoutRange(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getHeader(String name) {
            return name.equalsIgnoreCase(RANGE) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return name.equalsIgnoreCase(RANGE) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            List<String> names = Collections.list(super.getHeaderNames());
            names.removeIf(RANGE::equalsIgnoreCase);
            return Collections.enumeration(names);
        }
    }

    private static final class AsGet extends WithoutRange {
        AsGet(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return GET;
        }
    }
}

package org.pagerace.pages;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the client sent. It must not choose the size of the page, and none of its secrets comes back to it. */
final class RequestSections {
    private static final int MOST_NAMES = 100;

    private RequestSections() {}

    static void request(InfoWriter out, InfoRequest in) {
        HttpServletRequest request = in.http();
        out.table();
        out.info("Method", Redaction.fromClient(request.getMethod()));
        out.info("Protocol", Redaction.fromClient(request.getProtocol()));
        out.info("Scheme", Redaction.fromClient(request.getScheme()));
        out.info("Secure", Redaction.flag(request.isSecure()));
        out.info("Client network", Redaction.fact(ClientAddress.network(request.getRemoteAddr())));
        out.info("Server network", Redaction.fact(ClientAddress.network(request.getLocalAddr())));
        out.info("Server port", request.getLocalPort());
        out.info("Dispatcher type", Redaction.fact(request.getDispatcherType().name()));
        out.info("Character encoding", Redaction.fromClient(request.getCharacterEncoding()));
        out.info("Locales", Redaction.fromClient(locales(request)));
        long length = request.getContentLengthLong();
        out.info("Content length", length < 0 ? Redaction.fact(null) : Redaction.number(length));
        Object cipher = request.getAttribute("jakarta.servlet.request.cipher_suite");
        out.info("TLS cipher", Redaction.fact(cipher instanceof String name ? name : null));
        out.endTable();
    }

    private static String locales(HttpServletRequest request) {
        return Collections.list(request.getLocales()).stream()
                .limit(MOST_NAMES)
                .map(Locale::toLanguageTag)
                .collect(Collectors.joining(", "));
    }

    static void headers(InfoWriter out, InfoRequest in) {
        List<String> names = Collections.list(in.http().getHeaderNames());
        out.table("Header", "Value");
        for (String name : names.subList(0, Math.min(MOST_NAMES, names.size()))) {
            String value = String.join(", ", Collections.list(in.http().getHeaders(name)));
            out.directive(Redaction.fromClient(name), Redaction.header(name, value));
        }
        more(out, names.size());
        out.endTable();
    }

    static void parameters(InfoWriter out, InfoRequest in) {
        List<QueryString.Parameter> parameters = in.query().parameters();
        out.table("Parameter", "Value");
        for (QueryString.Parameter parameter : parameters.subList(0, Math.min(MOST_NAMES, parameters.size()))) {
            out.directive(Redaction.fromClient(parameter.name()), Redaction.clientValue(parameter.value()));
        }
        more(out, parameters.size());
        out.endTable();

        Cookie[] cookies = in.http().getCookies();
        int count = cookies == null ? 0 : cookies.length;
        out.table("Cookie", "Value");
        for (int i = 0; i < Math.min(MOST_NAMES, count); i++) {
            out.directive(Redaction.fromClient(cookies[i].getName()), Redaction.clientValue(cookies[i].getValue()));
        }
        more(out, count);
        out.endTable();
    }

    private static void more(InfoWriter out, int count) {
        if (count == 0) {
            out.none(2);
        }
        if (count > MOST_NAMES) {
            out.directive(Redaction.fact("… and " + (count - MOST_NAMES) + " more"), Redaction.fact(""));
        }
    }
}

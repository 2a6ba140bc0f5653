package org.pagerace.stacks;

import java.util.Map;

/**
 * Where a sampler may ask a running server how it is.
 *
 * @param where the path of a unix socket, host:port, or a URL, as the kind says
 */
public record StatusSource(Kind kind, String where) {

    /** What answers, and how to ask it. */
    public enum Kind {
        /** FastCGI over the unix socket {@code where}: the script is {@code /status}. */
        FPM_SOCKET,
        /** FastCGI over TCP to {@code where}, which is host:port: the script is {@code /status}. */
        FPM_TCP,
        /** The URL of nginx's stub_status: text. */
        NGINX_STUB,
        /** The URL of Apache's mod_status, {@code ?auto} included: text. */
        APACHE_STATUS,
        /** The URL of lighttpd's mod_status, {@code ?auto} included: text. */
        LIGHTTPD_STATUS,
        /** The URL of our own page /status: JSON. */
        PAGERACE_STATUS
    }

    private static final Map<String, Kind> KEYS = Map.of(
            "nginx", Kind.NGINX_STUB,
            "apache", Kind.APACHE_STATUS,
            "lighttpd", Kind.LIGHTTPD_STATUS,
            "pagerace", Kind.PAGERACE_STATUS);
    private static final String FPM = "php-fpm";

    /** Refuses a key of a descriptor that no sampler would know. */
    static void requireKey(String key) {
        if (!key.equals(FPM) && !KEYS.containsKey(key)) {
            throw new IllegalArgumentException(
                    "there is no status of '" + key + "'; known are apache, lighttpd, nginx, pagerace and " + FPM);
        }
    }

    /** Returns the source for an entry of a descriptor, its placeholders filled in. */
    static StatusSource of(String key, String where) {
        if (key.equals(FPM)) {
            return new StatusSource(where.startsWith("/") ? Kind.FPM_SOCKET : Kind.FPM_TCP, where);
        }
        return new StatusSource(KEYS.get(key), where);
    }
}

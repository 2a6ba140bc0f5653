package org.pagerace.load;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.pagerace.load.http.RequestTemplate;

/**
 * One URL of a run.
 *
 * @param uri {@code http} or {@code https}; user information and fragment are refused
 * @param weight its share among the targets, 1 to 1,000,000
 * @param request what goes onto the wire instead of what the spec would make of method, headers and payload; then the
 *     URL says only where to connect, so that a request for a proxy can be sent
 */
public record Target(URI uri, int weight, Optional<RequestTemplate> request) {
    private static final int LARGEST_PORT = 65_535;
    private static final int LARGEST_WEIGHT = 1_000_000;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    public Target {
        check(uri);
        if (weight < 1 || weight > LARGEST_WEIGHT) {
            throw new IllegalArgumentException(
                    "a weight is 1 to " + LARGEST_WEIGHT + ", but is " + weight + " for " + uri);
        }
        Objects.requireNonNull(request, "request");
    }

    public static Target of(URI uri) {
        return new Target(uri, 1, Optional.empty());
    }

    public Target withWeight(int weight) {
        return new Target(uri, weight, request);
    }

    /** Sends exactly these bytes: one whole request, see {@link RequestTemplate#ofBytes}. */
    public Target withRequestBytes(byte[] request) {
        return new Target(uri, weight, Optional.of(RequestTemplate.ofBytes(request)));
    }

    private static void check(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
            throw new IllegalArgumentException("the target is an http or https URL with a host, but is '" + uri
                    + "'; write http://HOST[:PORT]/PATH");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("the target has neither user:password@ nor #fragment, but is '" + uri
                    + "'; leave them out (use -H 'Authorization: ...')");
        }
        if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
            throw new IllegalArgumentException("a port is 1 to 65535, but is " + uri.getPort() + "; check the URL");
        }
        RequestTemplate.path(uri);
    }

    boolean isTls() {
        return uri.getScheme().equalsIgnoreCase("https");
    }

    /** Returns the host without the brackets of an IPv6 address. */
    String host() {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return uri.getPort() != -1 ? uri.getPort() : isTls() ? HTTPS_PORT : HTTP_PORT;
    }

    /** Returns what connections are told apart by. */
    String endpoint() {
        return (isTls() ? "https://" : "http://") + host().toLowerCase(Locale.ROOT) + ":" + port();
    }
}

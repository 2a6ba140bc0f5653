package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/** Works on the text of an address, so nothing is ever looked up. */
final class ClientAddress {
    private static final Pattern V4 = Pattern.compile("(?:::ffff:)?(\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})\\.\\d{1,3}");
    private static final Pattern V6_LOOPBACK = Pattern.compile("(?:0{1,4}:){7}0{0,3}1|::1");

    private ClientAddress() {}

    /**
     * Whether a client on this machine has sent the request, and no proxy for somebody else.
     *
     * @param other an address that counts as local too
     */
    static boolean isLocal(HttpServletRequest request, Optional<String> other) {
        String address = request.getRemoteAddr();
        return (isLoopback(address)
                        || other.filter(local -> local.equals(plain(address))).isPresent())
                && request.getHeader("Forwarded") == null
                && request.getHeader("X-Forwarded-For") == null;
    }

    static boolean isLoopback(String address) {
        String plain = plain(address);
        var v4 = V4.matcher(plain);
        return v4.matches()
                ? v4.group(1).startsWith("127.")
                : V6_LOOPBACK.matcher(plain).matches();
    }

    /** Returns the network the client is in: /24 of version 4, /48 of version 6. */
    static String network(String address) {
        String plain = plain(address);
        var v4 = V4.matcher(plain);
        if (v4.matches()) {
            return v4.group(1) + ".0/24";
        }
        if (!plain.contains(":")) {
            return ""; // a socket path or a name
        }
        String[] start = plain.split("::", 2)[0].split(":", -1);
        var network = new StringBuilder();
        for (int group = 0; group < 3; group++) {
            String digits = group < start.length && !start[group].isEmpty() ? start[group] : "0";
            network.append(digits).append(':');
        }
        return network.append(":/48").toString();
    }

    private static String plain(String address) {
        String text = address == null ? "" : address.replace("[", "").replace("]", "");
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}

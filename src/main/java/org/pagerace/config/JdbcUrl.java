package org.pagerace.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A database address that is safe to give to Connector/J: one host, and only properties we know.
 *
 * @param host name or address, an IPv6 address without its brackets
 * @param properties what the URL said, then ours where it was silent; they go to the driver beside the URL
 */
public record JdbcUrl(String host, int port, String schema, Map<String, String> properties) {

    /*
     * The driver can be told by properties to load classes, read local files and send them to the server, so the URL is
     * taken apart, held against an allow-list, and put together anew: what the driver gets is what was checked.
     * Property names are compared as the driver does, after decoding and without regard to case. Several hosts, the
     * (key=value) host form and the other schemes of the driver are refused: none of them is needed here.
     *
     * The values were measured: TLS off on loopback only (the first connection
     * takes 55 ms instead of 1.6 s, and PHP uses none), a socket timeout because a pool cannot rescue a connection that
     * hangs in a read, UTC because a server may name a zone the driver does not know.
     */
    private static final Pattern URL = Pattern.compile(
            "jdbc:mysql://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::(\\d{1,5}))?/([A-Za-z0-9_$-]+)(?:\\?(.*))?");

    private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1\\]?|\\[?(0:){7}1\\]?");

    private static final Map<String, String> ALLOWED = allowed(
            "sslMode",
            "useSSL",
            "trustCertificateKeyStoreUrl",
            "trustCertificateKeyStoreType",
            "trustCertificateKeyStorePassword",
            "fallbackToSystemTrustStore",
            "connectionTimeZone",
            "serverTimezone",
            "characterEncoding",
            "connectTimeout",
            "socketTimeout",
            "tcpKeepAlive",
            "allowPublicKeyRetrieval");

    private static final int MYSQL_PORT = 3306;

    public JdbcUrl {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }

    /**
     * Checks a URL and adds our properties.
     *
     * @param keyRetrieval whether the driver may ask the server for its public key; on loopback only
     * @throws IllegalArgumentException with a message that names the remedy, but never repeats a value of the URL
     */
    public static JdbcUrl parse(String text, boolean keyRetrieval) {
        if (USER_INFO.matcher(text).find()) {
            throw new IllegalArgumentException(
                    "a URL must not hold user and password; use " + Keys.USER + " and " + Keys.PASSWORD_FILE);
        }
        Matcher matcher = URL.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("must look like jdbc:mysql://HOST:PORT/SCHEMA, with one host;"
                    + " MariaDB is reached by jdbc:mysql: as well");
        }
        String host = matcher.group(1).replaceAll("[\\[\\]]", "");
        int port = matcher.group(2) == null ? MYSQL_PORT : Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("the port must be from 1 to 65535");
        }
        boolean loopback = LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
        Map<String, String> properties = checked(matcher.group(4), loopback);
        if (keyRetrieval) {
            requireLoopbackForKeyRetrieval(loopback);
            properties.put("allowPublicKeyRetrieval", "true");
        }
        addOurs(properties, loopback);
        return new JdbcUrl(host, port, matcher.group(3), properties);
    }

    private static Map<String, String> checked(String query, boolean loopback) {
        var properties = new TreeMap<String, String>();
        if (query == null || query.isEmpty()) {
            return properties;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            String property = ALLOWED.get(name.toLowerCase(Locale.ROOT));
            if (property == null) {
                throw new IllegalArgumentException("the property '" + name + "' is not allowed; allowed are "
                        + String.join(", ", ALLOWED.values()));
            }
            if (property.equals("allowPublicKeyRetrieval")) {
                requireLoopbackForKeyRetrieval(loopback);
            }
            if (property.equals("trustCertificateKeyStoreUrl") && !value.startsWith("file:")) {
                throw new IllegalArgumentException("trustCertificateKeyStoreUrl must begin with file:");
            }
            properties.put(property, value);
        }
        return properties;
    }

    private static void requireLoopbackForKeyRetrieval(boolean loopback) {
        if (!loopback) {
            throw new IllegalArgumentException(
                    "allowPublicKeyRetrieval lets anybody on the way read the password and is"
                            + " accepted on loopback only; use sslMode=VERIFY_IDENTITY instead");
        }
    }

    private static void addOurs(Map<String, String> properties, boolean loopback) {
        if (!properties.containsKey("useSSL")) {
            properties.putIfAbsent("sslMode", loopback ? "DISABLED" : "VERIFY_IDENTITY");
        }
        if (!properties.containsKey("serverTimezone")) {
            properties.putIfAbsent("connectionTimeZone", "UTC");
        }
        properties.putIfAbsent("connectTimeout", "2000"); // ms
        properties.putIfAbsent("socketTimeout", "3500"); // ms
        properties.putIfAbsent("tcpKeepAlive", "true");
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static Map<String, String> allowed(String... names) {
        var map = new TreeMap<String, String>();
        for (String name : names) {
            map.put(name.toLowerCase(Locale.ROOT), name);
        }
        return Collections.unmodifiableMap(map);
    }

    /** Returns the address without any property, for the driver. */
    public String address() {
        return "jdbc:mysql://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + schema;
    }

    /** Returns the text without what may be a secret in a URL: user information and properties. */
    static String masked(String text) {
        return USER_INFO.matcher(text).replaceAll("//***@").replaceAll("\\?.*", "?***");
    }

    @Override
    public String toString() {
        return address(); // a trust store's password is among the properties
    }
}

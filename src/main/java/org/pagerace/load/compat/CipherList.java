package org.pagerace.load.compat;

import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * A list of cipher suites as OpenSSL reads it (ciphers(1)), in the suites of this Java.
 *
 * @param suites as Java names them, the first preferred; none if nothing in the list is known here
 * @param unknown the elements that choose none of Java's suites
 */
record CipherList(List<String> suites, List<String> unknown) {
    /** Nothing was asked for: Java's own choice. */
    static final CipherList JAVAS = new CipherList(List.of(), List.of());

    private static final Set<String> ALL = Set.of("ALL", "DEFAULT", "HIGH", "COMPLEMENTOFDEFAULT");

    CipherList {
        suites = List.copyOf(suites);
        unknown = List.copyOf(unknown);
    }

    /** Reads suites and keywords, joined by colons, commas or blanks; {@code !} and {@code -} leave out what follows. */
    static CipherList parse(String text) {
        Map<String, String> offered = offered();
        Set<String> chosen = new LinkedHashSet<>();
        Set<String> banned = new LinkedHashSet<>();
        List<String> unknown = new ArrayList<>();
        for (String element : text.split("[:, ;]+", -1)) {
            boolean out = element.startsWith("!") || element.startsWith("-");
            String word = out || element.startsWith("+") ? element.substring(1) : element;
            List<String> matching = offered.keySet().stream()
                    .filter(name -> matches(name, word))
                    .toList();
            if (out) {
                matching.forEach(chosen::remove);
                if (element.startsWith("!")) {
                    banned.addAll(matching);
                }
            } else if (matching.isEmpty()) {
                unknown.add(element);
            } else {
                chosen.addAll(matching);
            }
        }
        chosen.removeAll(banned);
        return new CipherList(chosen.stream().map(offered::get).toList(), unknown);
    }

    /** Returns Java's suites by the names that OpenSSL has for them. */
    private static Map<String, String> offered() {
        var names = new LinkedHashMap<String, String>();
        try {
            String[] suites = SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites();
            Arrays.stream(suites).forEach(suite -> names.put(openSslName(suite), suite));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("this Java cannot speak TLS: " + e.getMessage(), e);
        }
        return names;
    }

    private static boolean matches(String name, String word) {
        if (ALL.contains(word)) {
            return !name.startsWith("TLS_");
        }
        return switch (word) {
            case "AESGCM" -> name.contains("AES") && name.contains("-GCM");
            case "AES" -> name.contains("AES");
            case "SHA1" -> name.endsWith("-SHA");
            case "kRSA", "RSA" -> word.equals("RSA") ? name.contains("RSA") : name.startsWith("AES");
            case "ECDH", "kECDHE", "EECDH" -> name.startsWith("ECDHE-");
            case "DH", "kDHE", "EDH" -> name.startsWith("DHE-");
            default -> name.equals(word) || Arrays.asList(name.split("-", -1)).contains(word);
        };
    }

    /** Returns OpenSSL's name for a suite that Java names as the RFCs do. */
    static String openSslName(String suite) {
        int with = suite.indexOf("_WITH_");
        if (with < 0) {
            return suite; // of TLS 1.3: the names are the same
        }
        String exchange = suite.substring("TLS_".length(), with).replace('_', '-');
        String cipher = suite.substring(with + "_WITH_".length())
                .replaceAll("(AES|ARIA|CAMELLIA)_(\\d+)_", "$1$2_")
                .replace("_CBC", "")
                .replace("3DES_EDE", "DES-CBC3")
                .replace("CHACHA20_POLY1305_SHA256", "CHACHA20_POLY1305")
                .replace("RC4_128", "RC4")
                .replace('_', '-');
        return exchange.equals("RSA") ? cipher : exchange + "-" + cipher;
    }

    /** Returns how many secret bits the cipher of a suite has, 0 if its name does not say. */
    static int secretBits(String suite) {
        String name = suite.toUpperCase(Locale.ROOT);
        if (name.contains("256_GCM")
                || name.contains("256_CBC")
                || name.contains("256_CCM")
                || name.contains("CHACHA20")) {
            return 256;
        }
        return name.contains("128") ? 128 : name.contains("3DES") ? 112 : 0;
    }
}

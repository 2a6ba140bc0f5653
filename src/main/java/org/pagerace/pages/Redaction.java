package org.pagerace.pages;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides what {@code /info} may print. Names are shown; a value is hidden unless its key is on the list for its kind,
 * and hidden all the same if {@link SecretDetector} objects. The writers take nothing that did not come through here.
 */
final class Redaction {
    static final int LONGEST = 256;
    private static final int BYTES_PER_MB = 1_000_000; // as everywhere in the reports

    private static final Set<String> PROPERTIES = Set.of(
            "java.version",
            "java.version.date",
            "java.vendor",
            "java.vendor.url",
            "java.vendor.url.bug",
            "java.vendor.version",
            "java.vm.name",
            "java.vm.vendor",
            "java.vm.version",
            "java.vm.info",
            "java.vm.compressedOopsMode",
            "java.vm.specification.name",
            "java.vm.specification.vendor",
            "java.vm.specification.version",
            "java.specification.name",
            "java.specification.vendor",
            "java.specification.version",
            "java.specification.maintenance.version",
            "java.class.version",
            "os.name",
            "os.arch",
            "os.version",
            "file.separator",
            "line.separator",
            "path.separator",
            "file.encoding",
            "native.encoding",
            "sun.jnu.encoding",
            "user.language",
            "user.country",
            "user.timezone");

    private static final Set<String> HEADERS = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "connection",
            "host",
            "user-agent",
            "range",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "if-unmodified-since",
            "if-range",
            "content-type",
            "content-length");

    private static final Set<String> CONTEXT = Set.of(
            "pagerace.info.access",
            "pagerace.database.pool-size",
            "pagerace.database.queue-length",
            "pagerace.database.queue-timeout",
            "pagerace.database.connection-timeout");

    /** Flags, sizes and module names; any other text may be a path or a command. */
    private static final Pattern ARGUMENT = Pattern.compile("-XX:[+-]\\w+"
            + "|-XX:\\w+=\\d+(?:\\.\\d+)?[kKmMgGtT%]?"
            + "|-X(?:m[snx]|ss)\\d+[kKmMgGtT]?"
            + "|-X(?:mixed|share:(?:auto|on|off))"
            + "|--add-(?:opens|exports|reads|modules)[= ][\\w.,/=-]+");

    private Redaction() {}

    /** Text of this source code, so nothing to judge. */
    static Shown label(String constant) {
        return new Shown(constant);
    }

    /** A number, or what else cannot hold text. */
    static Shown number(long value) {
        return new Shown(Long.toString(value));
    }

    /** A size, readable as well as exact. */
    static Shown bytes(long value) {
        return new Shown(value / BYTES_PER_MB + " MB (" + value + " bytes)");
    }

    static Shown flag(boolean value) {
        return new Shown(value ? "yes" : "no");
    }

    /** A name or value the runtime, the container or this application made; null is "no value". */
    static Shown fact(String value) {
        return value == null ? new Shown("") : SecretDetector.findsMarked(value) ? hidden(value) : shown(value);
    }

    /** A name or value the client chose, of a kind that is shown. */
    static Shown fromClient(String value) {
        return value == null ? new Shown("") : SecretDetector.finds(value) ? hidden(value) : shown(value);
    }

    static Shown property(String key, String value) {
        return allowed(PROPERTIES.contains(key), value);
    }

    static Shown environment(String key, String value) {
        return allowed(key.equals("LANG") || key.equals("TZ") || key.startsWith("LC_"), value);
    }

    static Shown header(String name, String value) {
        return allowed(HEADERS.contains(name.toLowerCase(Locale.ROOT)), value);
    }

    static Shown context(String key, Object value) {
        // only text: what another object prints of itself is not ours to judge
        return value instanceof String text ? allowed(CONTEXT.contains(key), text) : new Shown("(hidden)");
    }

    /** A parameter's or cookie's value: never shown. */
    static Shown clientValue(String value) {
        return hidden(value);
    }

    /** A JVM argument, shown whole or not at all. */
    static Shown argument(String argument) {
        return allowed(ARGUMENT.matcher(argument).matches(), argument);
    }

    /** A version of a part, which tells an attacker what to try. */
    static Shown versionIf(boolean mayKnow, String version) {
        return mayKnow ? fact(version) : new Shown("(hidden)");
    }

    private static Shown allowed(boolean listed, String value) {
        return !listed || SecretDetector.finds(value) ? hidden(value) : shown(value);
    }

    private static Shown hidden(String value) {
        return new Shown("(hidden, " + value.length() + " chars)");
    }

    private static Shown shown(String value) {
        return new Shown(withoutControls(cut(value)));
    }

    private static String cut(String value) {
        if (value.length() <= LONGEST) {
            return value;
        }
        int end = Character.isHighSurrogate(value.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return value.substring(0, end) + "…";
    }

    private static String withoutControls(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                return writtenOut(value);
            }
        }
        return value;
    }

    private static String writtenOut(String value) {
        var clean = new StringBuilder(value.length() + 16);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                clean.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
            } else {
                clean.append(c);
            }
        }
        return clean.toString();
    }
}

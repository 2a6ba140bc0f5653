package org.pagerace.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks a setting up in layers; the last layer that knows it wins. Typed look-ups check the range and say in one
 * message which key has which value, where it came from, and what would be right.
 */
public final class SettingsSource {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

    private final List<Layer> layers;

    /**
     * One place settings come from.
     *
     * @param name for messages, such as "environment"
     * @param lookup from the key to the value, or null where it has none
     */
    public record Layer(String name, Function<String, String> lookup) {}

    /** A value that was found. */
    public record Setting(String key, String text, String source, int rank) {

        /** Returns the exception that says what is wrong with this value. */
        public ConfigException wrong(String remedy) {
            return wrong(remedy, null);
        }

        ConfigException wrong(String remedy, Throwable cause) {
            String shown = Keys.SECRET.contains(key) ? "***" : JdbcUrl.masked(text);
            return new ConfigException(key + "=" + shown + " (from " + source + "): " + remedy, cause);
        }

        /** Converts the text; what the converter throws becomes {@link #wrong}. */
        <T> T parse(Function<String, T> converter) {
            try {
                return converter.apply(text);
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return key + " from " + source; // a dump of settings must not become a leak
        }
    }

    private SettingsSource(List<Layer> layers) {
        this.layers = List.copyOf(layers);
    }

    /** Returns a source of these layers, weakest first. */
    public static SettingsSource of(Layer... layers) {
        return new SettingsSource(List.of(layers));
    }

    /**
     * Returns the layers of every start: file, environment and system properties, then the given ones.
     *
     * @param stronger what the caller adds, weakest first
     * @throws ConfigException if the settings file is wrong, or the password is a system property
     */
    public static SettingsSource standard(
            Map<String, String> environment, Properties properties, List<Layer> stronger) {
        refusePassword(properties);
        var layers = new ArrayList<Layer>();
        layers.add(new Layer("environment", key -> environment.get(environmentName(key))));
        layers.add(new Layer("system property", properties::getProperty));
        layers.addAll(stronger);
        new SettingsSource(layers)
                .find(Keys.FILE)
                .ifPresent(setting ->
                        layers.add(0, SettingsFile.read(Path.of(setting.text())).layer()));
        return new SettingsSource(layers);
    }

    private static void refusePassword(Properties properties) {
        if (properties.getProperty(Keys.PASSWORD) != null) {
            throw new ConfigException(
                    Keys.PASSWORD + " is a system property, which the process list shows to everybody;"
                            + " use the environment (" + environmentName(Keys.PASSWORD) + ") or " + Keys.PASSWORD_FILE);
        }
    }

    static String environmentName(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Returns the value of the strongest layer that has one; an empty value counts as none. */
    public Optional<Setting> find(String key) {
        for (int rank = layers.size() - 1; rank >= 0; rank--) {
            String text = layers.get(rank).lookup().apply(key);
            if (text != null && !text.isBlank()) {
                return Optional.of(
                        new Setting(key, text.strip(), layers.get(rank).name(), rank));
            }
        }
        return Optional.empty();
    }

    public String text(String key, String unset) {
        return find(key).map(Setting::text).orElse(unset);
    }

    public boolean flag(String key, boolean unset) {
        return find(key)
                .map(setting -> switch (setting.text()) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw setting.wrong("must be true or false");
                })
                .orElse(unset);
    }

    public int integer(String key, int unset, int least, int most) {
        Optional<Setting> found = find(key);
        if (found.isEmpty()) {
            return unset;
        }
        String range = "must be a whole number from " + least + " to " + most;
        try {
            int value = Integer.parseInt(found.get().text());
            if (value < least || value > most) {
                throw found.get().wrong(range);
            }
            return value;
        } catch (NumberFormatException e) {
            throw found.get().wrong(range, e);
        }
    }

    /** Reads a number with its unit: {@code 500ms}, {@code 5s}, {@code 2m}. */
    public Duration duration(String key, Duration unset, Duration least, Duration most) {
        Optional<Setting> found = find(key);
        if (found.isEmpty()) {
            return unset;
        }
        Matcher matcher = DURATION.matcher(found.get().text());
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            Duration value = switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
            if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) {
                return value;
            }
        }
        throw found.get()
                .wrong("must be a duration such as 500ms or 5s, from " + least.toMillis() + "ms to " + most.toMillis()
                        + "ms");
    }

    /** Reads the lower-case name of a constant. */
    public <E extends Enum<E>> E choice(String key, Class<E> type, E unset) {
        Optional<Setting> found = find(key);
        if (found.isEmpty()) {
            return unset;
        }
        for (E constant : type.getEnumConstants()) {
            if (nameOf(constant).equals(found.get().text())) {
                return constant;
            }
        }
        String names = String.join(
                ", ",
                Arrays.stream(type.getEnumConstants())
                        .map(SettingsSource::nameOf)
                        .toList());
        throw found.get().wrong("must be one of " + names);
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}

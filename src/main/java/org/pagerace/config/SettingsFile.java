package org.pagerace.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A UTF-8 file of {@code key = value} lines; lines that begin with # are comments. An unknown key is an error. */
record SettingsFile(Path path, Map<String, String> values) {

    static SettingsFile read(Path path) {
        try {
            return parse(path, Files.readAllLines(path, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ConfigException(
                    "cannot read the settings file " + path + " (" + Reason.of(e, path) + "); check " + Keys.FILE
                            + " and the file",
                    e);
        }
    }

    static SettingsFile parse(Path path, List<String> lines) {
        var values = new HashMap<String, String>();
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String place = path + " line " + (index + 1) + ": ";
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new ConfigException(place + "no '=' in this line; write key = value");
            }
            String key = line.substring(0, equals).strip();
            if (!Keys.ALL.contains(key)) {
                throw new ConfigException(place + "unknown setting " + key + "; known are "
                        + String.join(", ", Keys.ALL.stream().sorted().toList()));
            }
            if (values.put(key, line.substring(equals + 1).strip()) != null) {
                throw new ConfigException(place + key + " stands here for the second time; keep one");
            }
        }
        return new SettingsFile(path, Map.copyOf(values));
    }

    SettingsSource.Layer layer() {
        return new SettingsSource.Layer("file " + path, values::get);
    }

    @Override
    public String toString() {
        return "SettingsFile[" + path + "]"; // the values may hold a password
    }
}

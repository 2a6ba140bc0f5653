package org.pagerace.containers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How to deploy the archive.
 *
 * @param folder does not exist yet; all that the container writes lies below it
 * @param contextPath empty for the root, else with a slash at its start
 * @param environment variables of the container's process
 * @param properties system properties of its virtual machine
 */
public record Deployment(
        Path folder, String contextPath, Map<String, String> environment, Map<String, String> properties) {

    public static Deployment atRoot(Path folder) {
        return new Deployment(folder, "", Map.of(), Map.of());
    }

    public Deployment at(String path) {
        return new Deployment(folder, path, environment, properties);
    }

    public Deployment withEnvironment(Map<String, String> added) {
        var all = new HashMap<>(environment);
        all.putAll(added);
        return new Deployment(folder, contextPath, all, properties);
    }

    Deployment withProperties(Map<String, String> added) {
        var all = new HashMap<>(properties);
        all.putAll(added);
        return new Deployment(folder, contextPath, environment, all);
    }

    /** Returns the system properties as options of the java command. */
    String[] options() {
        return properties.entrySet().stream()
                .map(property -> "-D" + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new);
    }
}

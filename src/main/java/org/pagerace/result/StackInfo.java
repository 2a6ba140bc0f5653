package org.pagerace.result;

import java.util.Map;
import java.util.TreeMap;

/**
 * A stack that took part.
 *
 * @param versions of its programs
 * @param facts its line of the fairness sheet: keep-alive, workers, access log, ...
 */
public record StackInfo(String name, String description, Map<String, String> versions, Map<String, String> facts) {
    public StackInfo {
        versions = new TreeMap<>(versions);
        facts = new TreeMap<>(facts);
    }
}

package org.pagerace.result;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A stack that took part.
 *
 * @param versions of its programs
 * @param facts its column of the fairness sheet: keep-alive, workers, access log, ...
 */
public record StackInfo(String name, String description, Map<String, String> versions, Map<String, String> facts) {
    public StackInfo {
        versions = new LinkedHashMap<>(versions);
        facts = new LinkedHashMap<>(facts);
    }
}

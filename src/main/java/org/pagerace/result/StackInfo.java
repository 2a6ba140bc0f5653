package org.pagerace.result;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A stack that took part.
 *
 * @param versions of its programs
 * @param external the address of a server that was neither started nor stopped; absent: it was
 * @param facts its column of the fairness sheet: keep-alive, workers, access log, ...
 */
public record StackInfo(
        String name,
        String description,
        Optional<String> external,
        Map<String, String> versions,
        Map<String, String> facts) {
    public StackInfo {
        versions = new LinkedHashMap<>(versions);
        facts = new LinkedHashMap<>(facts);
    }

    /** Returns the same with one more line of the fairness sheet. */
    public StackInfo withFact(String fact, String value) {
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(fact, value);
        return new StackInfo(name, description, external, versions, more);
    }
}

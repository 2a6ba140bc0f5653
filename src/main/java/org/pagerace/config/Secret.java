package org.pagerace.config;

import java.util.Objects;

/** A value that no log line, message or dump may show: {@link #toString()} is masked. */
public record Secret(String value) {

    public Secret {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return "***";
    }
}

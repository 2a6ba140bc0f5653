package org.pagerace.config;

/** A setting is missing or wrong; the message names the key, the value, where it came from and the remedy. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}

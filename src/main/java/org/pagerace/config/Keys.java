package org.pagerace.config;

import java.util.Set;

/** The names of all settings. In the environment PAGERACE_DATABASE_PASSWORD_FILE is pagerace.database.password-file. */
public final class Keys {
    public static final String URL = "pagerace.database.url";

    /** Instead of a URL: no database, whatever weaker layers name. */
    public static final String NO_URL = "none";

    public static final String USER = "pagerace.database.user";
    public static final String PASSWORD = "pagerace.database.password";
    public static final String PASSWORD_FILE = "pagerace.database.password-file";
    public static final String POOL_SIZE = "pagerace.database.pool-size";
    public static final String QUEUE_LENGTH = "pagerace.database.queue-length";
    public static final String QUEUE_TIMEOUT = "pagerace.database.queue-timeout";
    public static final String CONNECTION_TIMEOUT = "pagerace.database.connection-timeout";
    public static final String ALLOW_PUBLIC_KEY_RETRIEVAL = "pagerace.database.allow-public-key-retrieval";
    public static final String INFO_ACCESS = "pagerace.info.access";
    public static final String LOCAL_CLIENT = "pagerace.local-client";
    public static final String POST_AS_GET = "pagerace.post-as-get";

    /** Names the settings file; not a setting that may stand in it. */
    public static final String FILE = "pagerace.config";

    static final Set<String> ALL = Set.of(
            URL,
            USER,
            PASSWORD,
            PASSWORD_FILE,
            POOL_SIZE,
            QUEUE_LENGTH,
            QUEUE_TIMEOUT,
            CONNECTION_TIMEOUT,
            ALLOW_PUBLIC_KEY_RETRIEVAL,
            INFO_ACCESS,
            LOCAL_CLIENT,
            POST_AS_GET);

    /** Settings whose value no message may repeat. */
    static final Set<String> SECRET = Set.of(PASSWORD);

    private Keys() {}
}

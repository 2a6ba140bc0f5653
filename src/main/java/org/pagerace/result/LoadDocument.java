package org.pagerace.result;

/**
 * The JSON document of the load command.
 *
 * @param version of the format: raised when a reader of the older one would misread it
 */
public record LoadDocument(int version, LoadResult result) {
    /** The format written today. */
    public static final int VERSION = 2;

    public LoadDocument(LoadResult result) {
        this(VERSION, result);
    }
}

package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * The JSON document of the load command.
 *
 * @param version of the format: raised when a reader of the older one would misread it; version 1 had one only
 * @param results of the steps of a sweep in order, otherwise one
 */
public record LoadDocument(
        int version,

        @JsonAlias("result") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<LoadResult> results) {
    /** The format written today. */
    public static final int VERSION = 2;

    public LoadDocument {
        results = List.copyOf(results);
    }

    public LoadDocument(List<LoadResult> results) {
        this(VERSION, results);
    }

    /** Returns the first result. */
    @JsonIgnore
    public LoadResult result() {
        return results.get(0);
    }
}

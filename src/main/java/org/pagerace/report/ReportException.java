package org.pagerace.report;

import java.io.IOException;

/** A report cannot be written or read; the message names the file, the cause and the remedy. */
public final class ReportException extends IOException {
    private static final long serialVersionUID = 1;

    public ReportException(String message) {
        super(message);
    }

    public ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}

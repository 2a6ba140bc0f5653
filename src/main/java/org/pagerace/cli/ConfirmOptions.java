package org.pagerace.cli;

import picocli.CommandLine.Option;

/** Whether limits are tested after the rounds. */
final class ConfirmOptions {
    @Option(
            names = "--confirm",
            description = "After the rounds, test what seemed to be the limits: short runs with twice the connections,"
                    + " twice the driver threads, and HEAD, the most telling first. Takes as long again, at most.")
    private boolean confirm;

    boolean confirm() {
        return confirm;
    }
}

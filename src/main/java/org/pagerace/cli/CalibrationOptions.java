package org.pagerace.cli;

import picocli.CommandLine.Option;

/** Whether a race first measures what its rig can do at most. */
final class CalibrationOptions {
    @Option(
            names = "--no-calibration",
            description = "Do not measure first how fast the driver is against a server that only sends fixed bytes"
                    + " (up to 2.5 s per page, beside --time; with the protocol of an article up to 9.5 s): no result can"
                    + " then be called close to the rig's ceiling.")
    private boolean none;

    boolean wanted() {
        return !none;
    }
}

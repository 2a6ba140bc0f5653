package org.pagerace.cli;

import picocli.CommandLine.Option;

/** The option of a race between stacks that do not do the same work. */
final class FairnessOptions {
    @Option(
            names = "--allow-unfair",
            description = "Race stacks that do not do the same work, too; the differences are printed on the report.")
    private boolean allowUnfair;

    boolean allowUnfair() {
        return allowUnfair;
    }
}

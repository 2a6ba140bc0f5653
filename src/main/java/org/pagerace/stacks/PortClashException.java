package org.pagerace.stacks;

/** A server found its port taken by another program; another port may do. */
final class PortClashException extends Exception {
    private static final long serialVersionUID = 1;

    PortClashException(String message) {
        super(message);
    }
}

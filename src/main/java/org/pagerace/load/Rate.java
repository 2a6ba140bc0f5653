package org.pagerace.load;

/** When the next request of a connection is due. */
public sealed interface Rate {

    /** As soon as the one before has ended: what the classic tools do. A slow server then slows the load down too. */
    record Closed() implements Rate {}
}

package org.pagerace.sample;

/** Whose a process is. */
enum Party {
    /** Of the stack under load. */
    SERVER,
    DATABASE,
    /** Makes the load. */
    DRIVER,
    /** This program beside the driver, with what it starts in order to look. */
    OURS,
    /** The kernel's own threads: what they do is work for somebody, and cannot be told apart. */
    KERNEL,
    /** Everybody else, stacks that are not under load just now included. */
    FOREIGN
}

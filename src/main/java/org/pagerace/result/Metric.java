package org.pagerace.result;

import java.util.Locale;

/**
 * What is sampled while a round runs. Counters are given as what they rose by since the sample before, so a sum over the
 * samples is the rise of the round.
 */
public enum Metric {
    /** Processors in use by anybody. */
    MACHINE_CPU("cores"),
    /** Processors in use by neither the driver, the stack under load, nor the database. */
    FOREIGN_CPU("cores"),
    /** Processors that the hypervisor gave to others. */
    STOLEN_CPU("cores"),
    /** Share of the time in which somebody waited for a processor (pressure stall information, "some"). */
    CPU_PRESSURE("share"),
    /** Processors in use by all processes of the stack. */
    SERVER_CPU("cores"),
    /** Processors the stack may use. */
    SERVER_CPU_LIMIT("cores"),
    /** Processors in use by the stack's busiest thread, at most 1. */
    SERVER_BUSIEST_THREAD("cores"),
    /** Time that runnable threads of the stack waited for a processor, per second. */
    SERVER_CPU_WAIT("cores"),
    /** Resident memory of all processes of the stack; pages they share count once for each (PSS where it can be read). */
    SERVER_MEMORY("bytes"),
    /** Bytes the stack's processes wrote to files. */
    SERVER_WRITTEN("bytes"),
    /** Bytes the stack's processes read from disks. */
    SERVER_DISK_READ("bytes"),
    /** Processors in use by the driver's process. */
    DRIVER_CPU("cores"),
    /** Processors in use by the driver's busiest thread, at most 1. */
    DRIVER_BUSIEST_THREAD("cores"),
    /** Time that runnable threads of the driver's process waited for a processor, per second. */
    DRIVER_CPU_WAIT("cores"),
    /**
     * Time that the stack's connections could not send because the client's receive window was full, of all the time that
     * they had something to send.
     */
    CLIENT_WINDOW_FULL("share"),
    /** Connections at whose client's end bytes lay that it had not read. */
    CLIENT_UNREAD("share"),
    /** Processors in use by the database server. */
    DATABASE_CPU("cores"),
    /** Processors the database server may use. */
    DATABASE_CPU_LIMIT("cores"),
    /** Statements that run in the database just then (Threads_running). */
    DATABASE_RUNNING("threads"),
    /** Workers that serve a request: php-fpm children, Apache workers, container threads. */
    WORKERS_BUSY("workers"),
    /** The most workers there may be. */
    WORKERS_LIMIT("workers"),
    /** Requests or connections that wait for a worker. */
    WORKERS_QUEUE("requests"),
    /** Connections of the database pool that are lent. */
    POOL_ACTIVE("connections"),
    /** The most connections the pool may have. */
    POOL_LIMIT("connections"),
    /** Requests that wait for a connection of the pool or for a place before it. */
    POOL_WAITING("requests"),
    /** Connections the kernel dropped because a listen queue was full (TcpExt ListenOverflows and ListenDrops). */
    LISTEN_DROPS("connections"),
    /** Connections the server has open, as it says itself. */
    SERVER_CONNECTIONS("connections"),
    /** Connections the server accepted and closed at once, because it had no room for more. */
    CONNECTIONS_REFUSED("connections"),
    /** The fullest listen queue of the stack's sockets, as a share of its length. */
    LISTEN_QUEUE("share"),
    /** TCP segments sent. */
    SEGMENTS_SENT("segments"),
    /** TCP segments sent again. */
    SEGMENTS_RESENT("segments"),
    /** Sockets in TIME_WAIT. */
    TIME_WAIT("sockets"),
    /** Bytes that the server's interface sent, frames with Ethernet headers. */
    LINK_BYTES("bytes"),
    /** Frames that the server's interface sent. */
    LINK_FRAMES("frames"),
    /** Frames that the server's queue dropped. */
    LINK_DROPS("frames"),
    /** The rate of the line in the direction from the server to the client. */
    LINK_LIMIT("bit/s"),
    /** Open descriptors of the stack's process that has most of them, as a share of its limit. */
    SERVER_DESCRIPTORS("share"),
    /** Time the stack's JVM spent compiling, per second. */
    JVM_COMPILING("share"),
    /** Time the stack's JVM spent collecting garbage, per second. */
    JVM_COLLECTING("share");

    private final String unit;

    Metric(String unit) {
        this.unit = unit;
    }

    /** Returns the name used in reports and JSON, in lower case with hyphens. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String unit() {
        return unit;
    }
}

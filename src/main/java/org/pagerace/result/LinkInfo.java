package org.pagerace.result;

/**
 * The line between client and servers.
 *
 * @param bitsPerSecond of the wire that is imitated, preamble, gap and checksum included
 * @param shapedBitsPerSecond what full frames make of it by the counters of the interface, which count without these
 * @param description how it is made, in words
 */
public record LinkInfo(long bitsPerSecond, long shapedBitsPerSecond, String description) {}

package org.pagerace.result;

/**
 * The line between client and servers.
 *
 * @param bitsPerSecond of the wire that is imitated, preamble, gap and checksum included
 * @param shapedBitsPerSecond what the queue was set to, since it counts frames without these
 * @param description how it is made, in words
 */
public record LinkInfo(long bitsPerSecond, long shapedBitsPerSecond, String description) {}

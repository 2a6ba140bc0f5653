package org.pagerace.load.stats;

import javax.net.ssl.SSLSession;

/**
 * What a TLS handshake has agreed upon.
 *
 * @param group the IANA number of the group of the key exchange, 0 if there was none or it is not known
 * @param primeBits the size of the prime of a Diffie-Hellman exchange without a name, 0 for all others
 */
public record TlsFacts(SSLSession session, int group, int primeBits) {}

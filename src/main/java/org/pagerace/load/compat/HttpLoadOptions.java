package org.pagerace.load.compat;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * What http_load was asked for.
 *
 * @param parallel connections at once, or 0 if a rate was given
 * @param rate new connections per second, or 0
 * @param fetches after how many to stop, or 0 if a time was given
 * @param seconds after which to stop, or 0
 * @param sources local addresses
 * @param throttle how many bytes of a body are read per second, 0 for as many as come
 * @param ciphers of TLS
 */
record HttpLoadOptions(
        boolean checksum,
        boolean verbose,
        int timeoutSeconds,
        int parallel,
        int rate,
        boolean jitter,
        int fetches,
        int seconds,
        Optional<HttpLoadUrl> proxy,
        List<InetAddress> sources,
        long throttle,
        CipherList ciphers,
        List<HttpLoadUrl> urls) {

    /** The timer counts whole milliseconds: a rate of 600 is one of 1000. */
    double trueRate() {
        int intervalMillis = 1000 / rate;
        return 1000.0 / intervalMillis;
    }
}

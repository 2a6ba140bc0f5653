package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * lighttpd's {@code server-status?auto}.
 *
 * @param connections that are open ("BusyServers"), this page's included; of one worker where there are several
 */
record LighttpdStatus(long connections) {

    static LighttpdStatus parse(String text) throws IOException {
        OptionalLong busy = Table.ofLines(text).find("BusyServers");
        if (busy.isEmpty()) {
            throw new IOException(
                    "the answer is no status page of lighttpd for programs; its address must end in ?auto");
        }
        return new LighttpdStatus(busy.getAsLong());
    }
}

package org.pagerace.sample;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * nginx's {@code stub_status}.
 *
 * @param active connections, this page's included
 * @param accepted connections so far
 * @param handled those of them for which there was room: the others were closed at once
 */
record NginxStatus(long active, long accepted, long handled) {
    private static final Pattern PAGE = Pattern.compile(
            "Active connections: (\\d{1,18}) ?\\R *server accepts handled requests ?\\R *(\\d{1,18}) (\\d{1,18}) \\d{1,18} ?\\R");

    static NginxStatus parse(String text) throws IOException {
        Matcher page = PAGE.matcher(text);
        if (!page.find()) {
            throw new IOException("the answer is no stub_status of nginx");
        }
        return new NginxStatus(
                Long.parseLong(page.group(1)), Long.parseLong(page.group(2)), Long.parseLong(page.group(3)));
    }
}

package org.pagerace.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;

/** What a command, run in this process, printed and ended with. */
record Output(int status, String out, String err) {

    static Output of(String command, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        String[] all = Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new);
        int status = Main.commandLine(all)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
        return new Output(status, out.toString(), err.toString());
    }
}

package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.pagerace.process.ChildProcess;

/** What the tools of the JDK tell of another virtual machine. */
record JavaProcess(long pid) {

    /** Returns the one that a test has started, by way of a guardian or a script. */
    static JavaProcess of(ChildProcess process) {
        return new JavaProcess(
                process.pids().stream().filter(JavaProcess::isJava).findFirst().orElseThrow());
    }

    private static boolean isJava(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    /** Returns names and stacks. */
    String threads() throws IOException, InterruptedException {
        return jcmd("Thread.print");
    }

    /** Returns what is held of each class; a histogram collects first. The last line is the sum. */
    String heap() throws IOException, InterruptedException {
        return jcmd("GC.class_histogram");
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), output);
        return output;
    }
}

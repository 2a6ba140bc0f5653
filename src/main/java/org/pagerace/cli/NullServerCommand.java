package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pagerace.calibrate.NullServer;
import org.pagerace.config.Reason;
import org.pagerace.serve.PortFile;
import org.pagerace.serve.ServeException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Answers every request with the same bytes until a signal ends it. */
@Command(
        name = "null-server",
        description = {
            "Answers every HTTP request with the same bytes and does nothing else, until Ctrl-C.",
            "What a load driver reaches against it is the most it can reach against any server of this rig:"
                    + " results near to that tell about the driver or the machine, not about a server."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by SIGTERM",
            "1:could not start: port in use, not an address of this machine, unwritable port file",
            "2:wrong option",
            "130:stopped by Ctrl-C"
        })
final class NullServerCommand implements Callable<Integer> {
    private static final int MOST_PORT = 65_535;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port to listen on; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "Write the port to FILE once it answers; removed at the end.")
    private Path portFile;

    @Option(
            names = "--body-bytes",
            paramLabel = "N",
            defaultValue = "8",
            description = "Length of the body (default: ${DEFAULT-VALUE}).")
    private long bodyBytes;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that answer (default: one for each processor).")
    private Integer threads;

    @Override
    public Integer call() {
        if (port < 0 || port > MOST_PORT) {
            throw new CommandException(ExitCode.USAGE, "--port must be 0 to " + MOST_PORT + ", but is " + port);
        }
        var end = new ServeEnd(Thread.currentThread());
        Signals.on(
                name -> {
                    if (!end.onSignal(name)) {
                        Runtime.getRuntime().halt(ServeEnd.codeOf(name).status());
                    }
                },
                "INT",
                "TERM",
                "HUP");
        int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        try (NullServer server = NullServer.start(address(), port, bodyBytes, count)) {
            if (portFile != null) {
                var file = new PortFile(portFile);
                file.clear();
                file.write(server.port());
            }
            announce(server, count);
            end.onStarted();
            end.await();
            if (portFile != null) {
                new PortFile(portFile).remove(server.port());
            }
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        } catch (ServeException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "cannot listen on " + host + " port " + port + " (" + Reason.of(e, "")
                            + "); choose another with --host and --port",
                    e);
        }
        return end.await().status();
    }

    private InetAddress address() throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("there is no address of that name", e);
        }
    }

    private void announce(NullServer server, int count) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("null-server: " + bodyBytes + " bytes from " + count + (count == 1 ? " thread" : " threads")
                + "; Ctrl-C stops");
        err.flush();
        PrintWriter out = spec.commandLine().getOut();
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        out.println("http://" + shown + ":" + server.port() + "/");
        out.flush();
    }
}

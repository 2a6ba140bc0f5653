package org.pagerace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.result.FailureKind;
import org.pagerace.result.Json;
import org.pagerace.result.LoadDocument;
import org.pagerace.result.LoadResult;

/** Runs that the system has too little for, each in a process that has less than others. */
@Timeout(60)
class StarvedIT {
    private static final int REQUESTS = 60;

    /** What is run there: with a URL by a driver that has hardly a descriptor, otherwise against a server of its own. */
    static final class Run {
        private Run() {}

        public static void main(String[] args) throws Exception {
            LoadResult result;
            if (args.length > 0) {
                LoadSpec spec = spec(URI.create(args[0]));
                new LoadRunner(spec, Progress.NONE).run(); // after it all classes are there, which needs descriptors
                result = withoutDescriptors(spec);
            } else {
                try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
                    result = new LoadRunner(spec(server.uri()), Progress.NONE).run();
                }
            }
            System.out.print(Json.write(new LoadDocument(List.of(result))));
        }

        private static LoadSpec spec(URI target) {
            return LoadSpec.of(target)
                    .withKeepAlive(false)
                    .withConnections(2, 1)
                    .withConnects(Connects.WHOEVER_IS_THERE)
                    .withStop(new Stop.AfterRequests(REQUESTS));
        }

        /** Leaves two for a selector and one for a connection. */
        private static LoadResult withoutDescriptors(LoadSpec spec) throws Exception {
            var taken = new ArrayDeque<SocketChannel>();
            try {
                while (true) {
                    taken.push(SocketChannel.open());
                }
            } catch (IOException e) {
                for (int i = 0; i < 3; i++) {
                    taken.pop().close();
                }
                return new LoadRunner(spec, Progress.NONE).run();
            } finally {
                for (SocketChannel channel : taken) {
                    channel.close();
                }
            }
        }
    }

    @TempDir
    private Path folder;

    @Test
    void run_fourLocalPorts_countsNoPort() throws Exception {
        List<String> namespace = List.of("unshare", "-n", "sh", "-c");
        Peers.require(
                succeeds(List.of("unshare", "-n", "ip", "link", "set", "lo", "up")),
                "no network namespaces here: they need root, util-linux and iproute2");
        String narrow = "ip link set lo up && echo '40000 40003' > /proc/sys/net/ipv4/ip_local_port_range"
                + " && echo 0 > /proc/sys/net/ipv4/tcp_tw_reuse && exec \"$@\"";
        LoadResult result = run(namespace, narrow);
        assertTrue(result.count(FailureKind.NO_PORT) > 0, result.outcomes().toString());
        assertEquals(REQUESTS, result.ok() + result.count(FailureKind.NO_PORT));
    }

    @Test
    void run_fewDescriptors_countsNoDescriptor() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String limited = "ulimit -n 400 && exec \"$@\"";
            LoadResult result = run(List.of("sh", "-c"), limited, server.uri().toString());
            assertTrue(result.count(FailureKind.NO_FD) > 0, result.outcomes().toString());
            assertEquals(REQUESTS, result.ok() + result.count(FailureKind.NO_FD));
        }
    }

    private LoadResult run(List<String> around, String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(around);
        command.addAll(List.of(
                script,
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Run.class.getName()));
        command.addAll(List.of(arguments));
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        Process process = new ProcessBuilder(command)
                .redirectOutput(out)
                .redirectError(err)
                .start();
        try {
            assertTrue(process.waitFor(50, TimeUnit.SECONDS), "did not end");
            assertEquals(0, process.exitValue(), () -> read(err));
            return Json.read(read(out), LoadDocument.class).result();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(File file) {
        try {
            return Files.readString(file.toPath());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}

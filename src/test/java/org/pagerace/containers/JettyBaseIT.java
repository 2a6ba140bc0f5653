package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.process.ChildProcess;

/** What is particular to the project's jetty-base. */
class JettyBaseIT {
    @TempDir
    private Path folder;

    /** Jetty alone would listen and have no pages, or those of an older archive. */
    @Test
    void start_noArchive_endsAndNamesIt() throws Exception {
        var deployment = Deployment.atRoot(folder);
        Path base = JettyBase.copy(deployment, "ee10");
        try (ChildProcess unbuilt = JettyBase.launch(deployment, base)) {
            assertTrue(unbuilt.awaitExit(Duration.ofSeconds(20)), "it must not run on");
            assertTrue(unbuilt.exitStatus().orElseThrow() != 0);
            assertTrue(Files.readString(unbuilt.log())
                    .contains("NoSuchFileException: " + base + "/../target/pagerace.war"));
        }
    }
}

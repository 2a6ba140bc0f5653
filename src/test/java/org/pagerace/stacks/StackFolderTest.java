package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackFolderTest {
    @Test
    void phpIni_values_areFactsWithoutPathsOfTheRun() {
        assertEquals(
                Map.of("php.ini output_buffering", "4096", "php.ini default_charset", "UTF-8"),
                StackFolder.phpIni(
                        List.of(
                                "; a comment = 1",
                                "output_buffering = 4096",
                                "",
                                "default_charset = \"UTF-8\"",
                                "sys_temp_dir = \"/run/7/tmp\""),
                        Path.of("/run/7")));
    }

    /** As PHP's manual has it: in single quotes only the quote and the backslash are special. */
    @Test
    void php_passwordWithQuotesAndBackslashes_isOneLiteral() {
        assertEquals("<?php return 'a\\'b\\\\c\\\\\\'$d\"';\n", DatabaseHandover.php("a'b\\c\\'$d\""));
    }

    @Test
    void unprivileged_debian_isWwwData() throws Exception {
        assertEquals(
                new ServerUser("www-data", "www-data", true),
                ServerUser.unprivileged(
                        "nobody:x:65534:65534::/:/bin/sh\nwww-data:x:33:33::/var/www:/bin/sh\n",
                        "www-data:x:33:\nnogroup:x:65534:\n"));
    }

    @Test
    void unprivileged_elsewhere_isNobodyWithTheNameOfItsGroup() throws Exception {
        assertEquals(
                new ServerUser("nobody", "nogroup", true),
                ServerUser.unprivileged("nobody:x:65534:65534::/:/bin/sh\n", "nogroup:x:65534:\n"));
    }

    @Test
    void unprivileged_neither_isRefused() {
        assertThrows(StackException.class, () -> ServerUser.unprivileged("root:x:0:0::/:/bin/sh\n", ""));
    }
}

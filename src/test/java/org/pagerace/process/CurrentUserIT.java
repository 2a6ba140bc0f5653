package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CurrentUserIT {
    @Test
    void isRoot_anyName_isWhatTheUserIdSays() throws Exception {
        Process id = new ProcessBuilder("id", "-u").start();
        String uid = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(uid.equals("0"), CurrentUser.isRoot());
    }
}

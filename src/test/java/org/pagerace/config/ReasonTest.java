package org.pagerace.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void of_exception_isInPlainWords() {
        assertEquals("no such file", Reason.of(new NoSuchFileException("/x"), "/x"));
        assertEquals("already exists", Reason.of(new FileAlreadyExistsException("/x"), "/x"));
        assertEquals("permission denied", Reason.of(new AccessDeniedException("/x"), "/x"));
        assertEquals(
                "Read-only file system", Reason.of(new FileSystemException("/x", null, "Read-only file system"), "/x"));
        assertEquals("No space left on device", Reason.of(new IOException("No space left on device"), "/x"));
        assertEquals("eof", Reason.of(new EOFException(), "/x"));
    }

    @Test
    void of_anotherFile_namesIt() {
        assertEquals("/y: permission denied", Reason.of(new AccessDeniedException("/y"), "/x"));
    }
}

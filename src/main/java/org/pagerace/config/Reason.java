package org.pagerace.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** What went wrong with a file, in words for people who know no Java. */
public final class Reason {
    private Reason() {}

    /** Returns why, without the file's name unless it is another than {@code known}, which the message names already. */
    public static String of(IOException e, Object known) {
        String words = of(e);
        boolean other = e instanceof FileSystemException failure
                && failure.getFile() != null
                && !failure.getFile().equals(known.toString());
        return other ? ((FileSystemException) e).getFile() + ": " + words : words;
    }

    private static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        } else if (e instanceof FileAlreadyExistsException) {
            return "already exists";
        } else if (e instanceof AccessDeniedException) {
            return "permission denied";
        } else if (e instanceof NotDirectoryException) {
            return "no folder";
        } else if (e instanceof DirectoryNotEmptyException) {
            return "folder not empty";
        }
        String message = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        // only classes without a message of their own are left here, such as MalformedInputException's relatives
        return message == null ? words(e.getClass()) : message;
    }

    /** MalformedInputException becomes "malformed input". */
    private static String words(Class<?> type) {
        return type.getSimpleName()
                .replaceFirst("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}

package org.pagerace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a command will write.
 *
 * @param path where; null if it was not asked for
 * @param option that names it
 * @param beginning of all files of its kind: only such a one may be replaced
 */
record OutputFile(Path path, String option, String beginning) {

    /** Before the run, since afterwards it would be a pity: is there a folder, and no file of somebody else's? */
    void check() {
        if (path == null) {
            return;
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new CommandException(
                    ExitCode.USAGE, "cannot write " + path + ": no folder one can write to; check " + option);
        }
        if (Files.isDirectory(path) || (Files.isRegularFile(path) && !isOurs())) { // a pipe would wait for its writer
            throw new CommandException(
                    ExitCode.USAGE, path + " exists and is not a load result; name another file with " + option);
        }
    }

    private boolean isOurs() {
        try (var in = Files.newBufferedReader(path)) {
            char[] start = new char[beginning.length()];
            int length = in.read(start);
            return length <= 0 || new String(start, 0, length).equals(beginning);
        } catch (IOException e) {
            return false;
        }
    }

    void write(String text) {
        if (path == null) {
            return;
        }
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED, "cannot write " + path + ": " + e.getMessage() + "; check " + option, e);
        }
    }
}

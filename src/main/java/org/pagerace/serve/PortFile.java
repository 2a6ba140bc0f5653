package org.pagerace.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file that tells whoever started us which port was taken: absent until the pages are ready, then whole at once.
 *
 * @param path replaced if there
 */
public record PortFile(Path path) {
    public PortFile {
        path = path.toAbsolutePath();
    }

    /** Removes what an earlier run left, so that nobody reads its port; fails if the file cannot be written later. */
    public void clear() throws ServeException {
        Path folder = path.getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(path)) {
            throw unwritable("it needs a writable folder", null);
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw unwritable(e.toString(), e);
        }
    }

    /** Writes the port as digits and a line end. */
    public void write(int port) throws ServeException {
        try {
            Path beside = Files.createTempFile(path.getParent(), path.getFileName() + ".", ".tmp");
            try {
                Files.writeString(beside, port + "\n");
                Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw unwritable(e.toString(), e);
        }
    }

    private ServeException unwritable(String reason, IOException cause) {
        return new ServeException(
                "cannot write the port file " + path + " (" + reason + "); name another with --port-file", cause);
    }
}

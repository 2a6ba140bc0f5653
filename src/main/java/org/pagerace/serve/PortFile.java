package org.pagerace.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.pagerace.config.Reason;

/**
 * The file that tells whoever started us which port was taken: absent until the pages are ready, then whole at once.
 *
 * @param path replaced if it is such a file or empty, as mktemp leaves it; anything else is the user's and stays
 */
public record PortFile(Path path) {
    private static final Pattern PORT = Pattern.compile("\\d{1,5}\\R");
    private static final int LONGEST_BYTES = "65535\r\n".length();

    public PortFile {
        path = path.toAbsolutePath();
    }

    /**
     * Removes what an earlier run left, so that nobody reads its port.
     *
     * @throws ServeException if the file cannot be written later, or is not one of ours
     */
    public void clear() throws ServeException {
        Path folder = path.getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(path)) {
            throw unwritable("it needs a writable folder", null);
        }
        try {
            refuseForeign();
            Files.deleteIfExists(path);
        } catch (ServeException e) {
            throw e;
        } catch (IOException e) {
            throw unwritable(Reason.of(e, path), e);
        }
    }

    /** Writes the port as digits and a line end. */
    public void write(int port) throws ServeException {
        try {
            refuseForeign();
            Path beside = Files.createTempFile(path.getParent(), path.getFileName() + ".", ".tmp");
            try {
                Files.writeString(beside, port + "\n");
                Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (ServeException e) {
            throw e;
        } catch (IOException e) {
            throw unwritable(Reason.of(e, path), e);
        }
    }

    /** Removes the file at the end, if it still holds this port: another run may have written its own meanwhile. */
    public void remove(int port) {
        try {
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(path) <= LONGEST_BYTES
                    && latin().equals(port + "\n")) {
                Files.delete(path);
            }
        } catch (IOException e) {
            // The next run replaces it.
        }
    }

    private void refuseForeign() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean ours = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && Files.size(path) <= LONGEST_BYTES
                && (Files.size(path) == 0 || PORT.matcher(latin()).matches());
        if (!ours) {
            throw unwritable("it is there and holds something else than a port", null);
        }
    }

    private String latin() throws IOException {
        return Files.readString(path, StandardCharsets.ISO_8859_1); // takes any bytes
    }

    private ServeException unwritable(String reason, IOException cause) {
        return new ServeException(
                "cannot write the port file " + path + " (" + reason + "); name another with --port-file", cause);
    }
}

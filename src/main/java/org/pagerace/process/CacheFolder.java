package org.pagerace.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that is made once and then used by every run; whole, or not there.
 *
 * @param marker name of the file in it that lists all others
 */
public record CacheFolder(Path path, String marker) {

    /*
     * Made beside its final place and then moved atomically. A file lock lets one start at a time do that: the others
     * find the work done, and what a killed one left half done is known to be nobody's. The marker is written last and
     * lists all files with their sizes; a folder that does not match it is made anew.
     */

    /** Makes the content. */
    @FunctionalInterface
    public interface Content {
        /** Writes all files into the folder, which may not exist yet. */
        void writeTo(Path folder) throws IOException, InterruptedException;
    }

    /** Returns whether all files of the last making are there, with their sizes. */
    public boolean isWhole() throws IOException {
        Path list = path.resolve(marker);
        return Files.isRegularFile(list) && Files.readAllLines(list).equals(list(path));
    }

    /** Makes the folder unless it is whole; its parent must exist. */
    public void make(Content content) throws IOException, InterruptedException {
        Path lockFile = path.resolveSibling(path.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !isWhole()) {
                Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
                FileTree.delete(temporary);
                try {
                    content.writeTo(temporary);
                    Files.write(temporary.resolve(marker), list(temporary), StandardCharsets.UTF_8);
                    FileTree.delete(path);
                    Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    FileTree.delete(temporary);
                }
            }
        }
    }

    /** One line per file, size and name, sorted by name; without the marker. */
    private List<String> list(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(file).toString();
                if (!name.equals(marker)) {
                    lines.add(Files.size(file) + " " + name);
                }
            }
        }
        return lines;
    }
}

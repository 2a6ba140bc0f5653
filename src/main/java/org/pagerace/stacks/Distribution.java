package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.pagerace.config.MavenArtifact;
import org.pagerace.config.Reason;
import org.pagerace.config.UserFolder;
import org.pagerace.process.CacheFolder;

/** A server that comes as a zip file from Maven's repository, with one folder in it that holds all; run as it is. */
record Distribution(MavenArtifact artifact) {
    private static final Pattern COORDINATES = Pattern.compile("([\\w.-]+):([\\w.-]+):([\\w.-]+)");
    private static final String MARKER = ".pagerace-distribution";

    /** Reads {@code group:artifact:version}. */
    static Distribution parse(String coordinates) {
        Matcher matcher = COORDINATES.matcher(coordinates);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the distribution '" + coordinates
                    + "' must be group:artifact:version, for example org.apache.tomcat:tomcat:11.0.24");
        }
        return new Distribution(new MavenArtifact(matcher.group(1), matcher.group(2), matcher.group(3), "zip"));
    }

    String version() {
        return artifact.version();
    }

    String fileName() {
        return artifact.fileName();
    }

    Optional<Path> archive(Path beside) {
        return artifact.find(beside);
    }

    /** Returns how to get what is not there; one line. */
    String hint(Path beside) {
        return "build with ./pagerace or mvn package, or put " + fileName() + " into " + beside + " or "
                + artifact.localFolder();
    }

    /** Returns the folder in the zip file, unpacked now if it is not in the cache or no longer whole. */
    Path unpack(Path beside, UserFolder cache, Consumer<String> progress) throws StackException, InterruptedException {
        Path archive = archive(beside)
                .orElseThrow(() -> new StackException("there is no " + fileName() + "; " + hint(beside)));
        try (var zip = new ZipFile(archive.toFile())) {
            Path folder = cache.root()
                    .resolve(artifact.artifact() + "-" + version() + "-" + Long.toHexString(Files.size(archive)));
            var whole = new CacheFolder(folder, MARKER);
            if (!whole.isWhole()) {
                progress.accept("unpacking " + fileName() + " to " + folder + ", once");
                cache.create();
                whole.make(temporary -> unpack(zip, archive, temporary));
            }
            return folder.resolve(top(zip, archive));
        } catch (ZipException e) {
            throw damaged(archive, String.valueOf(e.getMessage()), e);
        } catch (StackException e) {
            throw e;
        } catch (IOException e) {
            throw new StackException(
                    "cannot unpack " + archive + " to " + cache.root() + ": " + Reason.of(e, cache.root())
                            + "; free 100 MB there or name another folder with PAGERACE_CACHE",
                    e);
        }
    }

    private static void unpack(ZipFile zip, Path archive, Path folder) throws IOException {
        for (ZipEntry entry : zip.stream().toList()) {
            Path file = folder.resolve(entry.getName()).normalize();
            if (!file.startsWith(folder)) {
                throw damaged(archive, "its entry " + entry.getName() + " leaves the folder", null);
            }
            if (entry.isDirectory()) {
                Files.createDirectories(file);
                continue;
            }
            Files.createDirectories(file.getParent());
            try (var in = zip.getInputStream(entry)) {
                Files.copy(in, file);
            }
        }
    }

    private static String top(ZipFile zip, Path archive) throws StackException {
        List<String> tops = zip.stream()
                .map(entry -> entry.getName().split("/", 2)[0])
                .distinct()
                .toList();
        if (tops.size() != 1) {
            throw damaged(archive, "not one folder in it but " + tops.size() + " entries", null);
        }
        return tops.get(0);
    }

    private static StackException damaged(Path archive, String reason, IOException cause) {
        return new StackException(
                "the distribution " + archive + " is damaged (" + reason + "); delete it and build again", cause);
    }
}

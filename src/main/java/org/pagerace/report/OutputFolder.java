package org.pagerace.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.pagerace.result.Json;
import org.pagerace.result.RaceResult;

/**
 * The folder of one race: result.json and report.html. Other files in it are never touched, and a file of one of these
 * two names is replaced only if it bears our mark.
 */
public final class OutputFolder {
    private static final String RESULT = "result.json";
    private static final String REPORT = "report.html";
    private static final String SUFFIX = ".tmp";
    private static final int HEAD_BYTES = 4096; // the mark lies near the start of both files

    private final Path folder;
    private final boolean made;

    private OutputFolder(Path folder, boolean made) {
        this.folder = folder;
        this.made = made;
    }

    /**
     * Makes the folder if need be and proves that both files can be written, so that nobody races in vain.
     *
     * @throws ReportException it cannot be made or written, or holds a foreign file of our names
     */
    public static OutputFolder prepare(Path folder) throws ReportException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new ReportException(folder + " is not a folder; name another one");
        }
        boolean made = !Files.exists(folder);
        try {
            Files.createDirectories(folder);
            removeAbandoned(folder);
            Files.delete(Files.createTempFile(folder, ".pagerace", SUFFIX));
        } catch (IOException e) {
            throw new ReportException(
                    "cannot write to the folder " + folder + " (" + reason(e) + "); name another one", e);
        }
        refuseForeign(folder.resolve(RESULT), '"' + RaceResult.FORMAT + '"');
        refuseForeign(folder.resolve(REPORT), HtmlReport.MARK);
        return new OutputFolder(folder, made);
    }

    /** A run that was killed while it wrote has left a file of ours, half done. */
    private static void removeAbandoned(Path folder) throws IOException {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(folder, ".{" + RESULT + "," + REPORT + "}.*" + SUFFIX)) {
            for (Path file : files) {
                String[] words = file.getFileName().toString().split("\\.", -1);
                String pid = words[words.length - 2];
                if (pid.matches("\\d{1,18}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Reads the result in that folder. */
    public static RaceResult read(Path folder) throws ReportException {
        Path file = folder.resolve(RESULT);
        if (!Files.isRegularFile(file)) {
            throw new ReportException("there is no " + RESULT + " in " + folder + "; name the --out folder of a race");
        }
        return readFile(file);
    }

    /** Reads the result that is that file, or lies in that folder. */
    public static RaceResult readFileOrFolder(Path path) throws ReportException {
        if (!Files.exists(path)) {
            throw new ReportException("there is no " + path + "; name a " + RESULT + " or the --out folder of a race");
        }
        return Files.isDirectory(path) ? read(path) : readFile(path);
    }

    private static RaceResult readFile(Path file) throws ReportException {
        try {
            Json.read(file, RaceResult.Head.class); // first, since another layout may have other members
            return Json.read(file, RaceResult.class);
        } catch (FileSystemException e) {
            throw new ReportException("cannot read " + file + ": " + reason(e), e);
        } catch (CharacterCodingException e) {
            throw new ReportException(file + " is no text, so no result of a race", e);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    /** Writes result.json and then report.html, each whole or not at all. */
    public void write(RaceResult result) throws ReportException {
        writeResult(result);
        writeReport(result);
    }

    /** Writes result.json alone. */
    public void writeResult(RaceResult result) throws ReportException {
        write(resultFile(), Json.write(result));
    }

    /** Writes report.html alone. */
    public void writeReport(RaceResult result) throws ReportException {
        write(reportFile(), new HtmlReport(new RaceSummary(result)).render());
    }

    /** Returns whether an earlier race left its result here, which {@link #write} replaces. */
    public boolean holdsResult() {
        return Files.exists(resultFile());
    }

    /** Takes the folder away again if it was made here and nothing was written to it. */
    public void discardIfEmpty() {
        if (!made) {
            return;
        }
        try {
            Files.delete(folder);
        } catch (IOException e) {
            // not empty, or no longer ours to delete: it stays
        }
    }

    public Path resultFile() {
        return folder.resolve(RESULT);
    }

    public Path reportFile() {
        return folder.resolve(REPORT);
    }

    private static void refuseForeign(Path file, String mark) throws ReportException {
        if (!Files.exists(file)) {
            return;
        }
        String head;
        try (var in = Files.newInputStream(file)) {
            head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ReportException("cannot read " + file + " (" + reason(e) + "); name another folder", e);
        }
        if (!head.contains(mark)) {
            throw new ReportException(
                    file + " was not written by a race and will not be replaced; move it, or name another folder");
        }
    }

    private void write(Path file, String text) throws ReportException {
        try {
            // not createTempFile: that would be readable by its owner only, and stay so
            Path temporary = folder.resolve(
                    "." + file.getFileName() + "." + ProcessHandle.current().pid() + SUFFIX);
            try {
                Files.writeString(temporary, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                replace(temporary, file);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new ReportException("cannot write " + file + ": " + reason(e), e);
        }
    }

    private static void replace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        } else if (e instanceof NoSuchFileException) {
            return "no such file";
        } else if (e instanceof FileAlreadyExistsException failure) {
            return failure.getFile() + " exists and is no folder";
        }
        String why = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return why == null ? "for an unknown reason" : why;
    }
}

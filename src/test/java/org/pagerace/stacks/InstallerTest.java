package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallerTest {
    private static final String FORBIDDEN = "exit 101";

    @TempDir
    private Path folder;

    @Test
    void command_twoStacksAsRoot_namesEachPackageOnce() throws Exception {
        program("apt-get");
        assertEquals(
                List.of(
                        "env",
                        "DEBIAN_FRONTEND=noninteractive",
                        "apt-get",
                        "-o",
                        "DPkg::Lock::Timeout=60",
                        "-o",
                        "Dpkg::Use-Pty=0",
                        "install",
                        "-y",
                        "--no-install-recommends",
                        "lighttpd",
                        "nginx-light",
                        "php-fpm",
                        "php-mysql"),
                installer(true).command(List.of(stack("nginx-fpm"), stack("lighttpd-fpm"))));
    }

    @Test
    void command_otherUserWithSudo_usesIt() throws Exception {
        program("apt-get");
        program("sudo");
        assertEquals(
                "sudo", installer(false).command(List.of(stack("nginx-fpm"))).get(0));
    }

    @Test
    void command_noRights_saysWhatRootWouldRun() throws Exception {
        program("apt-get");
        assertEquals(
                "cannot install: neither root nor sudo; as root run: apt-get install --no-install-recommends"
                        + " nginx-light php-fpm php-mysql",
                refusal(false, "nginx-fpm"));
    }

    @Test
    void command_noApt_saysSo() {
        assertTrue(refusal(true, "nginx-fpm").startsWith("cannot install nginx-fpm: this system has no apt-get"));
    }

    @Test
    void command_stackWithoutPackages_isRefused() throws Exception {
        program("apt-get");
        assertTrue(refusal(true, "jetty").startsWith("jetty: "), refusal(true, "jetty"));
    }

    @Test
    void of_nothingInstalled_namesWhatIsMissingAndTheCommandOfThisSystem() throws Exception {
        program("dnf");
        Availability availability = Availability.of(stack("nginx-fpm"), new ProgramFinder(List.of(folder)), Map.of());
        assertFalse(availability.installed());
        assertTrue(availability.missing().containsAll(List.of("nginx", "php-fpm")), availability.toString());
        assertEquals("dnf install nginx php-fpm php-mysqlnd php-opcache", availability.hint());
    }

    @Test
    void forbidStarting_noPolicyBefore_leavesNoneBehind() throws Exception {
        Path file = folder.resolve("policy-rc.d");
        ServicePolicy policy =
                ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns);
        assertTrue(Files.readString(file).contains(FORBIDDEN));
        policy.close();
        assertEquals(List.of(), files());
    }

    @Test
    void forbidStarting_otherPolicy_isPutBack() throws Exception {
        Path file = Files.writeString(folder.resolve("policy-rc.d"), "exit 0\n");
        ServicePolicy policy =
                ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns);
        assertTrue(Files.readString(file).contains(FORBIDDEN));
        policy.close();
        assertEquals("exit 0\n", Files.readString(file));
        assertEquals(List.of(file), files());
    }

    /** An earlier installation was killed: ours is still in place, and the original beside it. */
    @Test
    void forbidStarting_leftOver_restoresTheOriginal() throws Exception {
        Path file = Files.writeString(folder.resolve("policy-rc.d"), "exit 0\n");
        ServicePolicy killed =
                ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns);
        ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns)
                .close();
        assertEquals("exit 0\n", Files.readString(file));
        Files.delete(file);
        killed.close(); // only takes its hook back
        assertEquals(Optional.empty(), files().stream().findFirst());
    }

    @Test
    void leftOver_killedInstallation_isToldWithTheCommandThatPutsItRight() throws Exception {
        Path file = folder.resolve("policy-rc.d");
        assertEquals(Optional.empty(), ServicePolicy.leftOver(file));
        ServicePolicy killed =
                ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns);
        String text = ServicePolicy.leftOver(file).orElseThrow();
        assertTrue(text.endsWith("as root: rm " + file), text);
        killed.close();
        Files.writeString(file, "exit 0\n");
        assertEquals(Optional.empty(), ServicePolicy.leftOver(file), "the owner's");
        killed = ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, InstallerTest::nothingRuns);
        text = ServicePolicy.leftOver(file).orElseThrow();
        assertTrue(text.endsWith("as root: mv " + file + ".pagerace-aside " + file), text);
        killed.close();
        assertEquals(Optional.empty(), ServicePolicy.leftOver(file));
    }

    @Test
    void since_newLinks_areTheServicesThatAPackageEnabled() throws Exception {
        assertEquals(
                List.of(),
                List.copyOf(EnabledServices.read(folder.resolve("none")).names()));
        Path wants = Files.createDirectories(folder.resolve("multi-user.target.wants"));
        Files.createFile(wants.resolve("cron.service"));
        EnabledServices before = EnabledServices.read(folder);
        Files.createFile(wants.resolve("nginx.service"));
        Files.createFile(wants.resolve("x.timer"));
        assertEquals(List.of("nginx.service"), EnabledServices.read(folder).since(before));
    }

    @Test
    void forbidStarting_noRightToWrite_leavesTheOtherPolicyAlone() throws Exception {
        Path file = Files.writeString(folder.resolve("policy-rc.d"), "exit 0\n");
        assertThrows(
                IOException.class,
                () -> ServicePolicy.forbidStarting(
                        file,
                        command -> {
                            throw new IOException("no rights");
                        },
                        InstallerTest::nothingRuns));
        assertEquals("exit 0\n", Files.readString(file));
    }

    @Test
    void forbidStarting_halfDone_putsTheOtherPolicyBack() throws Exception {
        Path file = Files.writeString(folder.resolve("policy-rc.d"), "exit 0\n");
        assertThrows(
                IOException.class,
                () -> ServicePolicy.forbidStarting(
                        file,
                        command -> {
                            if (command.get(0).equals("install")) {
                                throw new IOException("disk full");
                            }
                            moveOrCopy(command);
                        },
                        InstallerTest::nothingRuns));
        assertEquals("exit 0\n", Files.readString(file));
    }

    @Test
    void restoreAtExit_installationUnderWay_endsItWhileStartingIsForbidden() throws Exception {
        Path file = folder.resolve("policy-rc.d");
        List<String> seen = new ArrayList<>();
        try (var policy = ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, () -> {
            seen.add(read(file));
            return true;
        })) {
            policy.restoreAtExit();
            assertEquals(1, seen.size());
            assertTrue(seen.get(0).contains(FORBIDDEN), seen.get(0));
            assertEquals(List.of(), files());
        }
    }

    @Test
    void restoreAtExit_installationGoesOn_keepsForbidding() throws Exception {
        Path file = folder.resolve("policy-rc.d");
        try (var policy = ServicePolicy.forbidStarting(file, InstallerTest::moveOrCopy, () -> false)) {
            policy.restoreAtExit();
            assertTrue(Files.readString(file).contains(FORBIDDEN));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean nothingRuns() {
        return true;
    }

    /** What the three commands do, without starting them. */
    private static void moveOrCopy(List<String> command) throws IOException {
        Path last = Path.of(command.get(command.size() - 1));
        Path other = Path.of(command.get(command.size() - 2));
        switch (command.get(0)) {
            case "mv" -> Files.move(other, last, StandardCopyOption.REPLACE_EXISTING);
            case "install" -> Files.copy(other, last, StandardCopyOption.REPLACE_EXISTING);
            case "rm" -> Files.deleteIfExists(last);
            default -> throw new IOException("unexpected command " + command);
        }
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private String refusal(boolean root, String stack) {
        return assertThrows(StackException.class, () -> installer(root).command(List.of(stack(stack))))
                .getMessage();
    }

    private Installer installer(boolean root) {
        return new Installer(line -> {}, new ProgramFinder(List.of(folder)), root);
    }

    private static StackDescriptor stack(String name) throws StackException {
        return StackCatalog.load(Path.of("src/main/php/stacks"), Optional.empty())
                .find(name);
    }

    private void program(String name) throws IOException {
        Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}

package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashMap;
import java.util.Map;

/** How the processes of one stack learn of the database: by files and variables in and for its run folder. */
record DatabaseHandover(StackEnvironment.Database database, Path run) {

    /*
     * phpinfo() prints the environment, so the password must not be in it: PHP gets the name of a file that returns the
     * password when it is included. As a PHP file it is compiled once and kept by opcache, so that db.php reads no file
     * per request, which would be work that the Java page does not do. It lies outside the document root, and who runs
     * PHP is the only one who can read it.
     */

    /** The password as it is, for {@code --db-password-file}. */
    static final String PLAIN_FILE = "database-password";

    private static final String PHP_FILE = "database-password.php";

    void writeFiles(ServerUser user) throws IOException {
        String password = database.password().value();
        writePrivately(run.resolve(PLAIN_FILE), password);
        Path php = run.resolve(PHP_FILE);
        writePrivately(php, php(password));
        if (user.root()) {
            UserPrincipal owner =
                    php.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.name());
            Files.setOwner(php, owner);
        }
    }

    private static void writePrivately(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    /** Between single quotes PHP knows two escapes only; all other bytes stand for themselves. */
    static String php(String password) {
        return "<?php return '" + password.replace("\\", "\\\\").replace("'", "\\'") + "';\n";
    }

    /** Returns the variables by which db.php finds the database. */
    Map<String, String> variables() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("PAGERACE_DB_HOST", database.host());
        variables.put("PAGERACE_DB_PORT", Integer.toString(database.port()));
        variables.put("PAGERACE_DB_NAME", database.schema());
        variables.put("PAGERACE_DB_USER", database.user());
        variables.put("PAGERACE_DB_PASSWORD_FILE", run.resolve(PHP_FILE).toString());
        return variables;
    }

    String route() {
        return "TCP " + database.host() + ":" + database.port();
    }
}

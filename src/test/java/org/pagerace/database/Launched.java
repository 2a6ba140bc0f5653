package org.pagerace.database;

import java.nio.file.Path;

/** A JVM with a database, to be killed: prints the server's pid and the password. */
final class Launched {
    private Launched() {}

    public static void main(String[] args) throws Exception {
        DatabaseServer server = Databases.start(new DatabaseChoice.Embedded(), Path.of(args[0]), Databases.progress());
        System.out.println(server.pids().get(0));
        System.out.println(server.access().orElseThrow().password());
        Thread.currentThread().join();
    }
}

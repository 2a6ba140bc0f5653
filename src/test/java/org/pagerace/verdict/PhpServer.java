package org.pagerace.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.pagerace.Peers;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.FreePorts;
import org.pagerace.process.Programs;
import org.pagerace.sample.Sources;

/** nginx, and behind it php-fpm if it has children, with the pages and the scarcity that a test wants. */
final class PhpServer {
    private final String host;
    private final int port;
    private final Path folder;
    private final List<ChildProcess> processes = new ArrayList<>();
    private final int children;

    /**
     * What is wanted.
     *
     * @param prefix words before the command of each server: taskset, prlimit, nsenter
     * @param host where nginx listens
     * @param nginxWorkers its worker processes
     * @param children of php-fpm; 0 for none
     * @param http more lines for nginx
     */
    record Wish(List<String> prefix, String host, int nginxWorkers, int children, String http) {
        static Wish pages(int children) {
            return new Wish(List.of(), "127.0.0.1", 2, children, "");
        }

        Wish after(String... words) {
            return new Wish(List.of(words), host, nginxWorkers, children, http);
        }

        Wish after(List<String> words) {
            return new Wish(words, host, nginxWorkers, children, http);
        }

        Wish at(String host) {
            return new Wish(prefix, host, nginxWorkers, children, http);
        }

        Wish workers(int workers, String http) {
            return new Wish(prefix, host, workers, children, http);
        }
    }

    /** Starts it, with these files as its pages. */
    PhpServer(Planter planter, Wish wish, Map<String, String> files) throws IOException {
        Peers.require(Programs.find("nginx").isPresent(), "nginx is not installed");
        this.host = wish.host();
        this.port = FreePorts.next();
        this.children = wish.children();
        this.folder = Files.createTempDirectory(planter.folder(), "php");
        Path pages = Files.createDirectories(folder.resolve("pages"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(pages.resolve(file.getKey()), file.getValue());
        }
        if (children > 0) {
            startFpm(planter, wish);
        }
        Path conf = Files.writeString(folder.resolve("nginx.conf"), nginxConf(wish));
        ChildProcess nginx = planter.start(
                "nginx",
                words(wish, "nginx", "-p", folder.toString(), "-e", "stderr", "-c", conf.toString()),
                Map.of());
        processes.add(nginx);
        Planter.await("nginx", nginx, () -> hasText(folder.resolve("nginx.pid")));
    }

    private void startFpm(Planter planter, Wish wish) throws IOException {
        String fpm = fpm();
        Peers.require(Programs.find(fpm).isPresent(), "php-fpm is not installed");
        Path conf = Files.writeString(folder.resolve("fpm.conf"), fpmConf());
        ChildProcess child = planter.start(
                "fpm",
                words(wish, fpm, "--nodaemonize", "--allow-to-run-as-root", "--fpm-config", conf.toString()),
                Map.of());
        processes.add(child);
        Planter.await("php-fpm", child, () -> Files.exists(folder.resolve("fpm.sock")));
    }

    private static boolean hasText(Path file) {
        try {
            return Files.size(file) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Debian's has its version in its name. */
    private static String fpm() throws IOException {
        try (Stream<Path> programs = Files.list(Path.of("/usr/sbin"))) {
            return programs.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("php-fpm[0-9.]*"))
                    .findFirst()
                    .orElse("php-fpm");
        }
    }

    private static List<String> words(Wish wish, String... command) {
        return Stream.concat(wish.prefix().stream(), Stream.of(command)).toList();
    }

    private String nginxConf(Wish wish) {
        return String.format(Locale.ROOT, """
            user root root;
            daemon off;
            worker_processes %d;
            pid "%2$s/nginx.pid";
            error_log stderr error;
            events { worker_connections 1024; }
            http {
                access_log off;
                sendfile on;
                tcp_nopush on;
                keepalive_requests 1000000;
                client_body_temp_path "%2$s/body";
                proxy_temp_path "%2$s/proxy";
                fastcgi_temp_path "%2$s/fastcgi";
                uwsgi_temp_path "%2$s/uwsgi";
                scgi_temp_path "%2$s/scgi";
                %3$s
                server {
                    listen %4$s:%5$d;
                    root "%2$s/pages";
                    location ~ \\.php$ {
                        fastcgi_pass "unix:%2$s/fpm.sock";
                        fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
                        fastcgi_param REQUEST_METHOD $request_method;
                        fastcgi_param QUERY_STRING $query_string;
                    }
                }
            }
            """, wish.nginxWorkers(), folder, wish.http(), host, port);
    }

    /** The status has a listener of its own: a pool whose children are all busy could not answer. */
    private String fpmConf() {
        return String.format(Locale.ROOT, """
            [global]
            error_log = /proc/self/fd/2
            log_level = error
            [www]
            user = root
            group = root
            listen = %1$s/fpm.sock
            listen.backlog = 511
            pm = static
            pm.max_children = %2$d
            pm.status_path = /status
            pm.status_listen = %1$s/status.sock
            """, folder, children);
    }

    /** Lets it come before others. */
    PhpServer first() throws IOException {
        Planter.prefer(pids().stream().mapToLong(Long::longValue).toArray());
        return this;
    }

    String url(String file) {
        return "http://" + host + ":" + port + "/" + file;
    }

    List<Long> pids() {
        return processes.stream().map(ChildProcess::pid).toList();
    }

    List<String> listens() {
        String tcp = host + ":" + port;
        return children > 0 ? List.of(tcp, folder.resolve("fpm.sock").toString()) : List.of(tcp);
    }

    List<Sources.StatusPage> status() {
        return children == 0
                ? List.of()
                : List.of(new Sources.StatusPage(
                        Sources.Kind.FPM_SOCKET, folder.resolve("status.sock").toString()));
    }

    /** Returns a scene on one of its pages, watched. */
    Scene scene(String file, int connections) {
        return Scene.of(file, url(file), connections).watching(pids(), listens(), status());
    }
}

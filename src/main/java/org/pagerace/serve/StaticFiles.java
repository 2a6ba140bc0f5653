package org.pagerace.serve;

import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.pagerace.serve.PromptConnector.PromptEndPoint;

/**
 * Answers plain requests for static files at once, on the selector's thread; the application behind answers all others, on
 * a thread of the pool. For a {@link PromptConnector}. Safe for any thread.
 */
final class StaticFiles extends Handler.Wrapper {

    /*
     * What is answered here, and with which header fields, is learnt from the application: when it has answered a plain
     * GET with 200, an entity tag and the length and date of the file of that name, that is a static file. So protected
     * folders, mappings, types and tags are decided in one place, and the answers here cannot differ.
     *
     * Each request asks the file system for the file's time and length, as nginx does, but for those that the selector
     * has found at the same time: they share one look, which comes after all of them. Where time or length are not what
     * was learnt, the file is the application's again. One that changed in the last seconds is not learnt yet: its time
     * need not change with its content then.
     *
     * A request that may get another representation or another status than the plain one is not plain: neither ranges
     * and conditions nor Accept-Encoding. Variants are chosen by the application.
     *
     * Contents lie outside the heap, where the kernel can copy them from: from the heap the JDK would copy each into
     * such a buffer first. sendfile was slower (docs/performance.md). What they occupy counts until the collector has
     * freed it: a file that changes all the time is the application's rather than many old contents that wait for that.
     */

    private static final Cleaner CLEANER = Cleaner.create();
    private static final int MOST_FILES = 256;
    private static final long MOST_BYTES = 16 << 20;
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(2);

    /** Names as they are on disk: nothing to decode or to normalise, nothing hidden. */
    private static final Pattern PLAIN_PATH = Pattern.compile("(/[\\w-][\\w.-]*)+");

    private static final Set<HttpHeader> OF_EVERY_ANSWER =
            Collections.unmodifiableSet(EnumSet.of(HttpHeader.CONNECTION, HttpHeader.DATE, HttpHeader.SERVER));

    private final Path root;
    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong(); // of contents that are not freed yet
    private final ReentrantLock learning = new ReentrantLock();
    private Executor executor;

    /** @param root the folder whose files the application serves under their names */
    StaticFiles(Path root, Handler application) {
        super(application);
        this.root = root;
    }

    private static final class StaticFile {
        private final Path path;
        private final FileTime modified;
        private final int length;
        private final List<HttpField> fields;
        private final ByteBuffer content;
        private volatile Object checked;

        StaticFile(Path path, FileTime modified, int length, List<HttpField> fields, ByteBuffer content) {
            this.path = path;
            this.modified = modified;
            this.length = length;
            this.fields = fields;
            this.content = content;
        }

        /** @param since of {@link PromptEndPoint#onRequest}: whoever has the same asks at no later time */
        boolean isCurrent(Object since) {
            if (checked == since) {
                return true;
            }
            try {
                var now = Files.readAttributes(path, BasicFileAttributes.class);
                if (now.size() == length && now.lastModifiedTime().equals(modified)) {
                    checked = since;
                    return true;
                }
            } catch (IOException e) {
                // It is gone, which is a change too.
            }
            return false;
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    protected void doStart() throws Exception {
        Executor pool = getServer().getThreadPool();
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(pool);
        executor = virtual == null ? pool : virtual;
        super.doStart();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpFields asked = request.getHeaders();
        boolean hasContent = asked.contains(HttpHeader.CONTENT_LENGTH) || asked.contains(HttpHeader.TRANSFER_ENCODING);
        var endPoint =
                (PromptEndPoint) request.getConnectionMetaData().getConnection().getEndPoint();
        Object since =
                endPoint.onRequest(hasContent, !request.getConnectionMetaData().isPersistent());
        if (hasContent || !isPlain(request)) {
            dispatch(request, response, callback);
            return true;
        }
        String path = request.getHttpURI().getPath();
        StaticFile file = files.get(path);
        if (file != null && file.isCurrent(since)) {
            response.setStatus(HttpStatus.OK_200);
            HttpFields.Mutable fields = response.getHeaders();
            for (HttpField field : file.fields) {
                fields.add(field);
            }
            response.write(true, file.content.duplicate(), callback);
            return true;
        }
        if (file != null) {
            files.remove(path, file);
        }
        dispatch(request, response, new Callback.Nested(callback) {
            @Override
            public void succeeded() {
                try {
                    learn(path, response);
                } finally {
                    super.succeeded();
                }
            }
        });
        return true;
    }

    private static boolean isPlain(Request request) {
        if (!HttpMethod.GET.is(request.getMethod()) || request.getHttpURI().getQuery() != null) {
            return false;
        }
        for (HttpField field : request.getHeaders()) {
            HttpHeader header = field.getHeader();
            if (header != null) {
                switch (header) {
                    case ACCEPT_ENCODING,
                            EXPECT,
                            IF_MATCH,
                            IF_MODIFIED_SINCE,
                            IF_NONE_MATCH,
                            IF_RANGE,
                            IF_UNMODIFIED_SINCE,
                            RANGE -> {
                        return false;
                    }
                    default -> {}
                }
            }
        }
        return true;
    }

    private void dispatch(Request request, Response response, Callback callback) {
        executor.execute(() -> {
            try {
                if (!super.handle(request, response, callback)) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Throwable e) { // as Jetty does for the handlers that it calls itself
                Response.writeError(request, response, callback, e);
            }
        });
    }

    /** Called when the application has answered a plain request. */
    private void learn(String path, Response answer) {
        HttpFields fields = answer.getHeaders();
        if (answer.getStatus() == HttpStatus.OK_200
                && fields.contains(HttpHeader.ETAG)
                && !fields.contains(HttpHeader.CONTENT_ENCODING)
                && PLAIN_PATH.matcher(path).matches()
                && files.size() < MOST_FILES
                && learning.tryLock()) { // else another answer may be the one that it is learnt from
            try {
                if (!files.containsKey(path)) {
                    learn(path, root.resolve(path.substring(1)), fields);
                }
            } catch (IOException e) {
                // Then it stays with the application, which says what is wrong.
            } finally {
                learning.unlock();
            }
        }
    }

    private void learn(String path, Path file, HttpFields fields) throws IOException {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        long modifiedMillis = now.lastModifiedTime().toMillis();
        if (!now.isRegularFile()
                || now.size() != fields.getLongField(HttpHeader.CONTENT_LENGTH)
                || !DateGenerator.formatDate(modifiedMillis).equals(fields.get(HttpHeader.LAST_MODIFIED))
                || System.currentTimeMillis() - modifiedMillis < SETTLED_AFTER.toMillis()) {
            return;
        }
        if (now.size() <= MOST_BYTES - bytes.get()) {
            int length = (int) now.size();
            var learnt = new StaticFile(file, now.lastModifiedTime(), length, encoded(fields), content(file, length));
            if (learnt.isCurrent(new Object())) {
                files.put(path, learnt);
            }
        }
    }

    private static List<HttpField> encoded(HttpFields fields) {
        return fields.stream()
                .filter(field -> !OF_EVERY_ANSWER.contains(field.getHeader()))
                .<HttpField>map(field -> field.getHeader() == HttpHeader.CONTENT_LENGTH
                        ? new PreEncodedHttpField(HttpHeader.CONTENT_LENGTH, field.getLongValue())
                        : new PreEncodedHttpField(field.getHeader(), field.getName(), field.getValue()))
                .toList();
    }

    private ByteBuffer content(Path file, int length) throws IOException {
        ByteBuffer content = ByteBuffer.allocateDirect(length);
        bytes.addAndGet(length);
        CLEANER.register(content, () -> bytes.addAndGet(-length)); // not before the last answer from it is sent
        try (FileChannel channel = FileChannel.open(file)) {
            while (content.hasRemaining()) {
                if (channel.read(content) < 0) {
                    throw new EOFException("shorter than it was");
                }
            }
        }
        return content.flip();
    }
}

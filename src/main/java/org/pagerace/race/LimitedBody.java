package org.pagerace.race;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The bytes of a body that may not have more than so many. Called by one thread after the other, as the client does. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final int mostBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.Subscription subscription; // null before onSubscribe

    LimitedBody(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > mostBytes - bytes.size()) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("the body has more than " + mostBytes + " bytes"));
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
    }

    @Override
    public void onError(Throwable error) {
        whole.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}

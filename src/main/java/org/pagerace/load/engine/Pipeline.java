package org.pagerace.load.engine;

/** The requests under way on one connection, oldest first: answers come in this order (RFC 9112 section 9.3.2). */
final class Pipeline {
    private final Exchange[] ring;
    private int first;
    private int size;
    private int sent; // how many of the oldest are sent whole

    Pipeline(int depth) {
        ring = new Exchange[depth];
        for (int i = 0; i < depth; i++) {
            ring[i] = new Exchange();
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    Exchange at(int index) {
        int place = first + index;
        return ring[place < ring.length ? place : place - ring.length];
    }

    Exchange oldest() {
        return ring[first];
    }

    /** Returns the place of a further request, which is to be filled in. */
    Exchange add() {
        return at(size++);
    }

    void removeOldest() {
        first = first + 1 == ring.length ? 0 : first + 1;
        size--;
        sent = Math.max(0, sent - 1);
    }

    /** Makes the oldest the youngest; done to all, their order is the same again. */
    void rotate() {
        Exchange oldest = ring[first];
        ring[first] = at(size); // the same place if the ring is full
        removeOldest();
        int place = first + size;
        ring[place < ring.length ? place : place - ring.length] = oldest;
        size++;
    }

    /** Nothing of it has been sent, since it is about to go over another connection. */
    void rewind() {
        sent = 0;
        for (int i = 0; i < size; i++) {
            at(i).sentBytes = 0;
        }
    }

    boolean isSent() {
        return sent == size;
    }

    /** Returns how many are not sent whole. */
    int unsent() {
        return size - sent;
    }

    /** Returns one of those that are not sent whole; 0 is the oldest. */
    Exchange unsent(int index) {
        return at(sent + index);
    }

    /** So many bytes more have been sent. */
    void onSent(int bytes) {
        int left = bytes;
        while (left > 0) {
            Exchange next = at(sent);
            int part = Math.min(left, next.aim.request().length() - next.sentBytes);
            next.sentBytes += part;
            left -= part;
            if (next.isSent()) {
                sent++;
            }
        }
    }
}

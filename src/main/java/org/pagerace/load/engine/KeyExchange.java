package org.pagerace.load.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads from a server's part of a TLS handshake how the keys are agreed upon, which the JDK does not tell: it travels in
 * the clear in TLS 1.3 (ServerHello, RFC 8446 section 4.2.8) and 1.2 (ServerKeyExchange, RFC 5246 section 7.4.3 and RFC
 * 8422 section 5.4). What it does not understand it leaves out: the handshake itself is the JDK's business.
 */
final class KeyExchange {
    private static final int MOST_BYTES = 64 << 10;
    private static final int RECORD_HEADER = 5;
    private static final int MESSAGE_HEADER = 4;
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int HANDSHAKE = 22;
    private static final int SERVER_HELLO = 2;
    private static final int SERVER_KEY_EXCHANGE = 12;
    private static final int SERVER_HELLO_DONE = 14;
    private static final int KEY_SHARE = 51;
    private static final int NAMED_CURVE = 3;
    private static final int RANDOM_BYTES = 32;

    private byte[] wire = new byte[4096];
    private int length;
    private boolean parsed;
    private int group;
    private int primeBits;

    /** Takes bytes as they came. */
    void feed(ByteBuffer bytes) {
        int more = Math.min(bytes.remaining(), MOST_BYTES - length);
        if (length + more > wire.length) {
            wire = Arrays.copyOf(wire, 2 * (length + more));
        }
        bytes.get(wire, length, more);
        length += more;
    }

    /** Returns the IANA number of the group, 0 if there is none or it is not known. */
    int group() {
        parse();
        return group;
    }

    /** Returns the size of the prime of a Diffie-Hellman exchange without a name, 0 for all others. */
    int primeBits() {
        parse();
        return primeBits;
    }

    private void parse() {
        if (parsed) {
            return;
        }
        parsed = true;
        ByteBuffer messages = messages();
        while (messages.remaining() >= MESSAGE_HEADER) {
            int head = messages.getInt();
            int type = head >>> 24;
            int size = head & 0xff_ffff;
            if (type == SERVER_HELLO_DONE || size > messages.remaining()) {
                return; // or cut, and what follows is not in the clear
            }
            ByteBuffer body = messages.slice(messages.position(), size);
            messages.position(messages.position() + size);
            if (type == SERVER_HELLO) {
                onServerHello(body);
            } else if (type == SERVER_KEY_EXCHANGE && size > 3) {
                onServerKeyExchange(body);
            }
        }
    }

    /** Returns the bodies of the handshake records in the clear, one after another. */
    private ByteBuffer messages() {
        ByteBuffer records = ByteBuffer.wrap(wire, 0, length);
        ByteBuffer messages = ByteBuffer.allocate(length);
        while (records.remaining() >= RECORD_HEADER) {
            int type = records.get();
            records.getShort(); // the version
            int size = records.getShort() & 0xffff;
            if ((type != HANDSHAKE && type != CHANGE_CIPHER_SPEC) || size > records.remaining()) {
                break;
            }
            if (type == HANDSHAKE) {
                messages.put(records.slice(records.position(), size));
            }
            records.position(records.position() + size);
        }
        return messages.flip();
    }

    private void onServerHello(ByteBuffer body) {
        if (body.remaining() < Short.BYTES + RANDOM_BYTES + 1) {
            return;
        }
        body.position(Short.BYTES + RANDOM_BYTES);
        int session = body.get() & 0xff;
        int extensions = body.position() + session + Short.BYTES + 1 + Short.BYTES; // behind suite and compression
        if (extensions > body.limit()) {
            return;
        }
        body.position(extensions);
        while (body.remaining() >= MESSAGE_HEADER) {
            int type = body.getShort() & 0xffff;
            int size = body.getShort() & 0xffff;
            if (size > body.remaining()) {
                return;
            }
            if (type == KEY_SHARE && size >= Short.BYTES) {
                group = body.getShort(body.position()) & 0xffff;
            }
            body.position(body.position() + size);
        }
    }

    private void onServerKeyExchange(ByteBuffer body) {
        if (body.get(0) == NAMED_CURVE) {
            group = body.getShort(1) & 0xffff;
        } else {
            primeBits = 8 * (body.getShort(0) & 0xffff);
        }
    }
}

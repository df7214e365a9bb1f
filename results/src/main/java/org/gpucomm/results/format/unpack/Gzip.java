package org.gpucomm.results.format.unpack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reader of gzip (RFC 1952) with one or several members. Unlike the JDK's reader, it does not rely on {@link InputStream#available()} to
 * find the next member, and it returns every byte before a damaged one.
 */
final class Gzip extends InputStream {

    private static final int DEFLATE = 8; // the only method
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;

    private final PushbackInputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] input = new byte[1 << 13];
    private int filled;
    private boolean inMember;
    private boolean ended;

    Gzip(InputStream in) {
        this.in = new PushbackInputStream(in, input.length);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember && !beginMember()) {
                break;
            }
            int n = inflate(bytes, from, length);
            if (n > 0) {
                checksum.update(bytes, from, n);
                return n;
            }
            if (inflater.finished()) {
                endMember();
            }
        }
        if (!ended) {
            ended = true;
            inflater.end();
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        if (!ended) {
            ended = true;
            inflater.end();
        }
        in.close();
    }

    private int inflate(byte[] bytes, int from, int length) throws IOException {
        try {
            if (inflater.needsInput()) {
                filled = in.read(input);
                if (filled < 0) {
                    throw new EOFException("the end is missing");
                }
                inflater.setInput(input, 0, filled);
            }
            int n = inflater.inflate(bytes, from, length);
            if (n == 0 && inflater.needsDictionary()) {
                throw new IOException("a dictionary is asked for");
            }
            return n;
        } catch (DataFormatException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads the header of the next member; returns false if there is none. */
    private boolean beginMember() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        if (first != 0x1F || in.read() != 0x8B || in.read() != DEFLATE) {
            throw new IOException("something that is no gzip follows");
        }
        int flags = need();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(need() | need() << 8);
        }
        for (int text = Integer.bitCount(flags & (NAME | COMMENT)); text > 0; text--) {
            while (need() != 0) {
                // skip a name or a comment, each ended by a zero
            }
        }
        skip((flags & HEADER_CHECKSUM) != 0 ? 2 : 0);
        inflater.reset();
        checksum.reset();
        inMember = true;
        return true;
    }

    private void endMember() throws IOException {
        int left = inflater.getRemaining();
        in.unread(input, filled - left, left);
        inMember = false;
        long expected = 0;
        for (int i = 0; i < 4; i++) {
            expected |= (long) need() << 8 * i;
        }
        skip(4);
        if (expected != checksum.getValue()) {
            throw new IOException("the checksum is wrong");
        }
    }

    private int need() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("the end is missing");
        }
        return b;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            need();
        }
    }
}

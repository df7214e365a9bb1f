package org.gpucomm.results.format.container.zstd;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The content of a stream of zstd frames, one after the other; frames that are to be skipped are. Dictionaries are not
 * known. Memory: a quarter more than the window that a frame asks for, and only as the
 * content grows to it.
 */
public final class ZstdInputStream extends InputStream {

    /** What {@code zstd -20} asks for; levels to 19, which are the usual ones, ask for 8 MiB. */
    static final int MAX_WINDOW = 1 << 25;

    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A50;
    private static final int RAW = 0;
    private static final int RUN = 1;
    private static final int COMPRESSED = 2;

    private final InputStream in;
    private final Window window = new Window();
    private final Block block = new Block(window);
    private final byte[] input = new byte[Block.FRONT + Window.MAX_BLOCK + Long.BYTES];
    private final XxHash64 hash = new XxHash64();
    private boolean inFrame;
    private boolean lastBlock;
    private boolean hashed;
    private boolean begun;
    private boolean ended;
    private int maxBlock;

    public ZstdInputStream(InputStream in) {
        this.in = in;
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
        while (window.available() == 0) {
            if (ended || !advance()) {
                ended = true;
                return -1;
            }
        }
        return window.take(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** @return false if there is no more */
    private boolean advance() throws IOException {
        if (!inFrame) {
            return beginFrame();
        }
        if (!lastBlock) {
            readBlock();
            return true;
        }
        inFrame = false;
        if (hashed && (int) hash.value() != (int) number(4)) {
            throw new IOException("the checksum is wrong");
        }
        return true;
    }

    private boolean beginFrame() throws IOException {
        int first = in.read();
        if (first < 0) {
            if (!begun) {
                throw new EOFException("it is empty");
            }
            return false;
        }
        begun = true;
        int magic = first | (int) number(3) << 8;
        if ((magic & 0xFFFFFFF0) == SKIPPABLE) {
            in.skipNBytes(number(4));
            return true;
        }
        if (magic != MAGIC) {
            throw new IOException("something that is no zstd follows");
        }
        readFrameHeader();
        return true;
    }

    private void readFrameHeader() throws IOException {
        int descriptor = need();
        boolean oneSegment = (descriptor & 0x20) != 0;
        if ((descriptor & 0x08) != 0) {
            throw new IOException("a bit of the header is set that must not be");
        }
        long size = 0;
        if (!oneSegment) {
            int code = need();
            long base = 1L << 10 + (code >> 3);
            size = base + base / 8 * (code & 7);
        }
        int dictionaryBytes = (1 << (descriptor & 3)) >> 1;
        if (dictionaryBytes > 0 && number(dictionaryBytes) != 0) {
            throw new IOException("a dictionary is needed that is not there");
        }
        int sizeCode = descriptor >> 6;
        int sizeBytes = sizeCode == 0 ? (oneSegment ? 1 : 0) : 1 << sizeCode;
        if (oneSegment) {
            size = number(sizeBytes) + (sizeBytes == 2 ? 256 : 0);
        } else {
            number(sizeBytes);
        }
        if (size < 0 || size > MAX_WINDOW) {
            throw new IOException("a window of more than " + (MAX_WINDOW >> 20)
                    + " MiB is asked for; pack it without --long and --ultra");
        }
        hashed = (descriptor & 0x04) != 0;
        maxBlock = (int) Math.min(size, Window.MAX_BLOCK);
        window.begin((int) size);
        block.begin();
        hash.begin();
        inFrame = true;
        lastBlock = false;
    }

    private void readBlock() throws IOException {
        int header = (int) number(3);
        lastBlock = (header & 1) != 0;
        int size = header >> 3;
        if (size > maxBlock) {
            throw new IOException("a block is larger than " + maxBlock + " bytes");
        }
        window.beginBlock(maxBlock);
        switch (header >> 1 & 3) {
            case RAW -> {
                readFully(size);
                window.append(input, Block.FRONT, size);
            }
            case RUN -> window.fill((byte) need(), size);
            case COMPRESSED -> {
                readFully(size);
                block.decode(input, size);
            }
            default -> throw new IOException("a block is of no known kind");
        }
        if (hashed) {
            window.hash(hash);
        }
    }

    private void readFully(int size) throws IOException {
        if (in.readNBytes(input, Block.FRONT, size) < size) {
            throw new EOFException("the end is missing");
        }
    }

    /** Little-endian; 8 bytes may come out negative. */
    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) need() << 8 * i;
        }
        return value;
    }

    private int need() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("the end is missing");
        }
        return b;
    }
}

package org.gpucomm.server.lines;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A log in blocks, with a table at the end of the file of where each block begins and how many lines of each kind are in
 * it. Any line is found by the table, whether counted among all lines or among those of one kind.
 */
final class BlockFile {

    /** Of the table: where, its length, and how many of each kind. */
    static final int BYTES_OF_AN_ENTRY = Long.BYTES + Integer.BYTES * (1 + Became.values().length);
    /** After the table: where it begins, and how many blocks. */
    static final int BYTES_OF_THE_END = Long.BYTES + Integer.BYTES;

    private final Path path;
    private final long[] offsets;
    private final int[] lengths;
    private final int[][] counts;

    private BlockFile(Path path, long[] offsets, int[] lengths, int[][] counts) {
        this.path = path;
        this.offsets = offsets;
        this.lengths = lengths;
        this.counts = counts;
    }

    static BlockFile open(Path path) throws IOException {
        try (var file = FileChannel.open(path)) {
            var end = read(file, file.size() - BYTES_OF_THE_END, BYTES_OF_THE_END);
            long begin = end.getLong();
            int blocks = end.getInt();
            var table = read(file, begin, Math.multiplyExact(blocks, BYTES_OF_AN_ENTRY));
            var offsets = new long[blocks];
            var lengths = new int[blocks];
            var counts = new int[blocks][Became.values().length];
            for (int i = 0; i < blocks; i++) {
                offsets[i] = table.getLong();
                lengths[i] = table.getInt();
                for (int kind = 0; kind < counts[i].length; kind++) {
                    counts[i][kind] = table.getInt();
                }
            }
            return new BlockFile(path, offsets, lengths, counts);
        }
    }

    /** @param only lines of this kind; null = all */
    long total(@Nullable Became only) {
        long total = 0;
        for (int i = 0; i < offsets.length; i++) {
            total += count(i, only);
        }
        return total;
    }

    /** How many lines of that kind there are up to and with that position. */
    long upTo(long position, @Nullable Became only) throws IOException {
        long before = 0;
        long lines = 0;
        for (int i = 0; i < offsets.length; i++) {
            if (lines + count(i, null) > position) {
                return before + lines(i).stream().filter(line -> line.position() <= position && isOf(line, only))
                        .count();
            }
            lines += count(i, null);
            before += count(i, only);
        }
        return before;
    }

    /**
     * @param only  lines of this kind; null = all
     * @param first 1-based, among these
     * @param size  at most that many
     */
    List<LogLine> page(@Nullable Became only, long first, int size) throws IOException {
        var page = new ArrayList<LogLine>();
        long before = 0;
        for (int i = 0; i < offsets.length && page.size() < size; i++) {
            if (before + count(i, only) >= first && count(i, only) > 0) {
                long skipped = Math.max(0, first - 1 - before);
                lines(i).stream().filter(line -> isOf(line, only)).skip(skipped).limit(size - page.size())
                        .forEach(page::add);
            }
            before += count(i, only);
        }
        return page;
    }

    private static boolean isOf(LogLine line, @Nullable Became only) {
        return only == null || line.became() == only;
    }

    private int count(int block, @Nullable Became only) {
        if (only != null) {
            return counts[block][only.ordinal()];
        }
        int all = 0;
        for (int count : counts[block]) {
            all += count;
        }
        return all;
    }

    private List<LogLine> lines(int block) throws IOException {
        try (var file = FileChannel.open(path)) {
            return Block.unpacked(read(file, offsets[block], lengths[block]).array());
        }
    }

    private static ByteBuffer read(FileChannel file, long from, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, from + buffer.position()) < 0) {
                throw new EOFException("ends before its table says");
            }
        }
        return buffer.flip();
    }
}

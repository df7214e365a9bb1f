package org.gpucomm.server.logviewer;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

import org.gpucomm.results.Secrets;
import org.jspecify.annotations.Nullable;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A log in blocks, with a table at the end of the file of where each block begins and how many lines of each kind are in
 * it. Any line is found by the table, whether counted among all lines or among those of one kind.
 */
final class BlockFile {

    private static final TypeReference<List<LogLine>> LINES = new TypeReference<>() {
    };
    private static final TypeReference<List<Block>> TABLE = new TypeReference<>() {
    };

    private final Path path;
    private final List<Block> blocks;

    private BlockFile(Path path, List<Block> blocks) {
        this.path = path;
        this.blocks = blocks;
    }

    /**
     * Compressed group of lines; one page of a log reads few of them.
     *
     * @param offset in the file
     * @param length in bytes
     * @param counts number of lines by the ordinal of {@link LineOutcome}
     */
    record Block(long offset, int length, int[] counts) {

        /** @param only lines of this kind; null = all */
        int count(@Nullable LineOutcome only) {
            return only == null ? Arrays.stream(counts).sum() : counts[only.ordinal()];
        }
    }

    static BlockFile open(Path path) throws IOException {
        try (var file = FileChannel.open(path)) {
            long end = file.size() - Integer.BYTES;
            int length = ByteBuffer.wrap(read(file, end, Integer.BYTES)).getInt();
            return new BlockFile(path, JsonMapper.shared().readValue(read(file, end - length, length), TABLE));
        }
    }

    /** @param only lines of this kind; null = all */
    long total(@Nullable LineOutcome only) {
        return blocks.stream().mapToLong(block -> block.count(only)).sum();
    }

    /** Returns how many lines of that kind there are up to and with that position. */
    long upTo(long position, @Nullable LineOutcome only) throws IOException {
        long before = 0;
        long lines = 0;
        for (var block : blocks) {
            if (lines + block.count(null) > position) {
                return before + lines(block).stream().filter(line -> line.position() <= position && isOf(line, only))
                        .count();
            }
            lines += block.count(null);
            before += block.count(only);
        }
        return before;
    }

    /**
     * @param only  lines of this kind; null = all
     * @param first 1-based, among these
     * @param size  at most that many
     */
    List<LogLine> page(@Nullable LineOutcome only, long first, int size) throws IOException {
        var page = new ArrayList<LogLine>();
        long before = 0;
        for (var block : blocks) {
            if (page.size() < size && before + block.count(only) >= first && block.count(only) > 0) {
                long skipped = Math.max(0, first - 1 - before);
                lines(block).stream().filter(line -> isOf(line, only)).skip(skipped).limit(size - page.size())
                        .forEach(page::add);
            }
            before += block.count(only);
        }
        return page;
    }

    /**
     * Goes through the whole log. What looks like a secret is not found: by asking for more and more of it one would learn it.
     *
     * @param text in any case; not empty
     * @param most the most positions that are returned; further matches are only counted
     */
    Found find(String text, int most) throws IOException {
        var wanted = Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        var positions = new ArrayList<Long>();
        long total = 0;
        for (var block : blocks) {
            for (var line : lines(block)) {
                if (wanted.matcher(line.text()).find() && wanted.matcher(Secrets.hide(line.text())).find()
                        && total++ < most) {
                    positions.add(line.position());
                }
            }
        }
        return new Found(total, positions);
    }

    /**
     * @param total     lines in which a text was found
     * @param positions of the first of them, among all lines of the upload
     */
    record Found(long total, List<Long> positions) {}

    private static boolean isOf(LogLine line, @Nullable LineOutcome only) {
        return only == null || line.became() == only;
    }

    private List<LogLine> lines(Block block) throws IOException {
        try (var file = FileChannel.open(path);
                var lines = new InflaterInputStream(
                        new ByteArrayInputStream(read(file, block.offset(), block.length())))) {
            return JsonMapper.shared().readValue(lines, LINES);
        }
    }

    private static byte[] read(FileChannel file, long from, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, from + buffer.position()) < 0) {
                throw new EOFException("ends before its table says");
            }
        }
        return buffer.array();
    }
}

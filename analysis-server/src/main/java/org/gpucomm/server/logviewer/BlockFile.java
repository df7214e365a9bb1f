package org.gpucomm.server.logviewer;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.UnreadableFile;
import org.jspecify.annotations.Nullable;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Log in a ZIP file of blocks, with a table of the number of lines of each kind in each block, by which lines are found.
 *
 * @param blocks number of lines in each block, by the ordinal of {@link LineOutcome}
 */
record BlockFile(Path path, List<int[]> blocks) {

    private static final String TABLE = "table";
    private static final TypeReference<List<int[]>> COUNTS = new TypeReference<>() {
    };
    private static final TypeReference<List<LogLine>> LINES = new TypeReference<>() {
    };
    /** Lines per block; a page of a log reads only a few blocks. */
    private static final int LINES_OF_A_BLOCK = 512;
    private static final int CHARACTERS_OF_A_BLOCK = 1 << 18;

    interface Lines {
        /** Returns the next line; null after the last. */
        @Nullable
        LogLine next() throws IOException, UnreadableFile;
    }

    /** Writes a log. Needs some 50 bytes of memory per block. */
    static void write(Path path, Lines lines) throws IOException, UnreadableFile {
        var table = new ArrayList<int[]>();
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16))) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (var block = block(lines); !block.isEmpty(); block = block(lines)) {
                put(zip, String.valueOf(table.size()), block);
                var counts = new int[LineOutcome.values().length];
                block.forEach(line -> counts[line.became().ordinal()]++);
                table.add(counts);
            }
            put(zip, TABLE, table);
        }
    }

    private static List<LogLine> block(Lines from) throws IOException, UnreadableFile {
        var lines = new ArrayList<LogLine>();
        for (int characters = 0; lines.size() < LINES_OF_A_BLOCK && characters < CHARACTERS_OF_A_BLOCK;) {
            var line = from.next();
            if (line == null) {
                break;
            }
            lines.add(line);
            characters += line.text().length();
        }
        return lines;
    }

    private static void put(ZipOutputStream zip, String name, List<?> values) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(JsonMapper.shared().writeValueAsBytes(values));
        zip.closeEntry();
    }

    static BlockFile open(Path path) throws IOException {
        try (var zip = new ZipFile(path.toFile())) {
            return new BlockFile(path, read(zip, TABLE, COUNTS));
        }
    }

    private static <T> T read(ZipFile zip, String name, TypeReference<T> type) throws IOException {
        try (var entry = zip.getInputStream(zip.getEntry(name))) {
            return JsonMapper.shared().readValue(entry, type);
        }
    }

    private static List<LogLine> lines(ZipFile zip, int block) throws IOException {
        return read(zip, String.valueOf(block), LINES);
    }

    /** @param only lines of this kind; null = all */
    private int count(int block, @Nullable LineOutcome only) {
        var counts = blocks.get(block);
        return only == null ? Arrays.stream(counts).sum() : counts[only.ordinal()];
    }

    /** @param only lines of this kind; null = all */
    long total(@Nullable LineOutcome only) {
        return IntStream.range(0, blocks.size()).mapToLong(block -> count(block, only)).sum();
    }

    /** Counts the lines of a kind up to and including a position. @param only kind of the lines; null = all */
    long upTo(long position, @Nullable LineOutcome only) throws IOException {
        long before = 0;
        long lines = 0;
        for (int block = 0; block < blocks.size(); block++) {
            if (lines + count(block, null) > position) {
                try (var zip = new ZipFile(path.toFile())) {
                    return before + lines(zip, block).stream()
                            .filter(line -> line.position() <= position && isOf(line, only)).count();
                }
            }
            lines += count(block, null);
            before += count(block, only);
        }
        return before;
    }

    /** @param only kind of the lines; null = all @param first number of the first among these, from 1 */
    List<LogLine> page(@Nullable LineOutcome only, long first, int size) throws IOException {
        var page = new ArrayList<LogLine>();
        long before = 0;
        try (var zip = new ZipFile(path.toFile())) {
            for (int block = 0; block < blocks.size() && page.size() < size; block++) {
                int count = count(block, only);
                if (before + count >= first && count > 0) {
                    lines(zip, block).stream().filter(line -> isOf(line, only)).skip(Math.max(0, first - 1 - before))
                            .limit(size - page.size()).forEach(page::add);
                }
                before += count;
            }
        }
        return page;
    }

    /**
     * Searches the whole log. Anything that looks like a secret is not found; otherwise repeated searches could reveal it.
     *
     * @param text text to find, ignoring case; not empty
     * @param most maximum number of positions to return; further matches are only counted
     */
    Found find(String text, int most) throws IOException {
        var wanted = Pattern.compile(Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        var positions = new ArrayList<Long>();
        long total = 0;
        try (var zip = new ZipFile(path.toFile())) {
            for (int block = 0; block < blocks.size(); block++) {
                for (var line : lines(zip, block)) {
                    if (wanted.matcher(line.text()).find() && wanted.matcher(Secrets.hide(line.text())).find()
                            && total++ < most) {
                        positions.add(line.position());
                    }
                }
            }
        }
        return new Found(total, positions);
    }

    /** @param total number of lines that contain the text @param positions positions of the first of these in the upload */
    record Found(long total, List<Long> positions) {}

    private static boolean isOf(LogLine line, @Nullable LineOutcome only) {
        return only == null || line.became() == only;
    }
}

package org.gpucomm.runner.live;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.jspecify.annotations.Nullable;

/** Reader of the measurements in a growing result file, each as a line of JSON including the line end. */
final class ResultTail {

    /** Maximum number of measurements in the live view of a run. */
    static final int MOST_ROWS = 5_000;

    private final Path file;
    private final boolean csv;
    private final List<String> rows = new ArrayList<>();
    private long read;
    private @Nullable Object key;
    private String head = "";

    ResultTail(Path file) {
        this.file = file;
        this.csv = file.toString().endsWith(".csv");
    }

    /** Returns all measurements read so far. The list only grows, unless {@link #read} returns false. */
    List<String> rows() {
        return rows;
    }

    /**
     * Reads the complete lines added since the last call.
     *
     * @return whether earlier measurements are still valid; false if the file was replaced, as when a plan repeats a step
     */
    boolean read() throws IOException, UnreadableFile {
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException notYetOrNoMore) {
            return true;
        }
        boolean goesOn = read == 0 || now.size() >= read && Objects.equals(now.fileKey(), key);
        if (!goesOn) {
            read = 0;
            head = "";
            rows.clear();
        }
        key = now.fileKey();
        if (now.size() > read && rows.size() < MOST_ROWS) {
            take(text(now.size()));
        }
        return goesOn;
    }

    private String text(long size) throws IOException {
        try (var channel = FileChannel.open(file)) {
            var bytes = ByteBuffer.allocate(Math.toIntExact(Math.min(size - read, 16 << 20)));
            while (bytes.hasRemaining() && channel.read(bytes, read + bytes.position()) >= 0) {
                // Repeat until the buffer is full.
            }
            int end = bytes.position();
            while (end > 0 && bytes.get(end - 1) != '\n') {
                end--;
            }
            read += end;
            return new String(bytes.array(), 0, end, StandardCharsets.UTF_8);
        }
    }

    private void take(String lines) throws IOException, UnreadableFile {
        var text = lines;
        if (csv) {
            if (head.isEmpty()) {
                head = lines.substring(0, lines.indexOf('\n') + 1);
            } else {
                text = head + lines;
            }
        }
        if (text.isEmpty() || text.equals(head)) {
            return;
        }
        try (var reader = LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                String.valueOf(file.getFileName()))) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    for (var measurement : row.measurements()) {
                        var line = new StringBuilder();
                        new JsonLinesWriter(line).write(measurement);
                        rows.add(line.toString());
                    }
                }
            }
        }
        if (rows.size() > MOST_ROWS) {
            rows.subList(MOST_ROWS, rows.size()).clear();
        }
    }
}

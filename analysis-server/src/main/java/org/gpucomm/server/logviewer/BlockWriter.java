package org.gpucomm.server.logviewer;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

import tools.jackson.databind.json.JsonMapper;

/** Writer of a log in blocks. Memory grows by some 50 bytes a block. */
final class BlockWriter implements Closeable {

    private static final int LINES = 512;
    private static final int CHARACTERS = 1 << 18;

    private final DataOutputStream out;
    private final List<BlockFile.Block> table = new ArrayList<>();
    private final List<LogLine> lines = new ArrayList<>();
    private int characters;

    BlockWriter(Path path) throws IOException {
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
    }

    void write(LogLine line) throws IOException {
        lines.add(line);
        characters += line.text().length();
        if (lines.size() == LINES || characters >= CHARACTERS) {
            endBlock();
        }
    }

    /** Must be called after the last line. */
    void finish() throws IOException {
        endBlock();
        var bytes = JsonMapper.shared().writeValueAsBytes(table);
        out.write(bytes);
        out.writeInt(bytes.length);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void endBlock() throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        var counts = new int[LineOutcome.values().length];
        lines.forEach(line -> counts[line.became().ordinal()]++);
        long offset = table.isEmpty() ? 0 : table.getLast().offset() + table.getLast().length();
        var bytes = packed(lines);
        out.write(bytes);
        table.add(new BlockFile.Block(offset, bytes.length, counts));
        lines.clear();
        characters = 0;
    }

    private static byte[] packed(List<LogLine> lines) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try (var packing = new DeflaterOutputStream(bytes, deflater, 1 << 13)) {
            JsonMapper.shared().writeValue(packing, lines);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }
}

package org.gpucomm.server.lines;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a log in blocks. Memory grows by {@value BlockFile#BYTES_OF_AN_ENTRY} bytes a block. */
final class BlockWriter implements Closeable {

    private static final int LINES = 512;
    private static final int CHARACTERS = 1 << 18;

    private final DataOutputStream out;
    private final ByteArrayOutputStream tableBytes = new ByteArrayOutputStream();
    private final DataOutputStream table = new DataOutputStream(tableBytes);
    private final List<LogLine> block = new ArrayList<>();
    private int characters;
    private long offset;
    private int blocks;

    BlockWriter(Path path) throws IOException {
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
    }

    void write(LogLine line) throws IOException {
        block.add(line);
        characters += line.text().length();
        if (block.size() == LINES || characters >= CHARACTERS) {
            flush();
        }
    }

    /** After the last line. */
    void finish() throws IOException {
        flush();
        table.flush();
        tableBytes.writeTo(out);
        out.writeLong(offset);
        out.writeInt(blocks);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void flush() throws IOException {
        if (block.isEmpty()) {
            return;
        }
        var bytes = Block.packed(block);
        table.writeLong(offset);
        table.writeInt(bytes.length);
        for (var kind : Became.values()) {
            table.writeInt((int) block.stream().filter(line -> line.became() == kind).count());
        }
        out.write(bytes);
        offset += bytes.length;
        blocks++;
        block.clear();
        characters = 0;
    }
}

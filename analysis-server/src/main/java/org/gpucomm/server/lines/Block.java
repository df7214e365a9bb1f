package org.gpucomm.server.lines;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

import org.jspecify.annotations.Nullable;

/** Lines that are kept together, compressed: what one page of a log has to read. */
final class Block {

    private static final Became[] BECAME = Became.values();

    private Block() {}

    static byte[] packed(List<LogLine> lines) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try (var out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater, 1 << 13))) {
            out.writeInt(lines.size());
            for (var line : lines) {
                write(line, out);
            }
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    static List<LogLine> unpacked(byte[] bytes) throws IOException {
        try (var in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
            int count = in.readInt();
            var lines = new ArrayList<LogLine>(count);
            for (int i = 0; i < count; i++) {
                lines.add(read(in));
            }
            return lines;
        }
    }

    private static void write(LogLine line, DataOutputStream out) throws IOException {
        out.writeLong(line.position());
        out.writeLong(line.line());
        write(line.source(), out);
        out.writeByte(line.became().ordinal());
        write(line.reason(), out);
        out.writeInt(line.run());
        out.writeInt(line.measurements());
        out.writeByte(line.facts().size());
        for (var fact : line.facts()) {
            write(fact, out);
        }
        write(line.text(), out);
        out.writeBoolean(line.cut());
    }

    private static LogLine read(DataInputStream in) throws IOException {
        long position = in.readLong();
        long number = in.readLong();
        var source = text(in);
        var became = BECAME[in.readByte()];
        var reason = text(in);
        int run = in.readInt();
        int measurements = in.readInt();
        var facts = new ArrayList<String>();
        for (int i = in.readByte(); i > 0; i--) {
            facts.add(String.valueOf(text(in)));
        }
        return new LogLine(position, number, source, became, reason, run, measurements, facts,
                String.valueOf(text(in)), in.readBoolean());
    }

    private static void write(@Nullable String text, DataOutputStream out) throws IOException {
        var bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}

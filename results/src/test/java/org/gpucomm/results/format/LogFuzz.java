package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.gpucomm.results.format.container.Limits;

/**
 * What Jazzer throws at the reader: any bytes, as a log, packed or not. Nothing but the two checked exceptions may come out
 * of it, every line has one entry, their order is that of the lines, and copied rows are those that were read. Run by the Maven profile {@code fuzz}.
 */
public final class LogFuzz {

    private static final Limits SMALL = new Limits(100, 1 << 22, 250, 1 << 20, 6);

    private LogFuzz() {}

    /** Called by Jazzer for each input. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        try (var reader = LogReader.open(new ByteArrayInputStream(bytes), "all_reduce.log", SMALL)) {
            Map<String, Long> lines = new HashMap<>();
            var member = "";
            long entries = 0;
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (!reader.source().equals(member)) {
                    member = reader.source();
                    lines.clear();
                }
                if (entry.line() > 0 && entry.line() != lines.merge(member, 1L, Long::sum)) {
                    throw new IllegalStateException("line " + lines.get(member) + " has " + entry);
                }
                if (++entries > 20_000_000) {
                    throw new IllegalStateException("entries without end");
                }
            }
            reader.requireResults();
        } catch (IOException | UnreadableFile expected) {
            // what a caller is told
        }
        if (!isPacked(bytes)) {
            copiesAreRows(bytes);
        }
    }

    /** Rows that are copied, with what was read ending anywhere, are those that reading and writing them gives. */
    private static void copiesAreRows(byte[] bytes) {
        try {
            var expected = Converted.of(bytes, "all_reduce.log", false, 1 << 16);
            Converted.assertSame(Converted.of(bytes, "all_reduce.log", true, 1 + bytes.length % 200), expected, 0);
        } catch (IOException expected) {
            // as above
        }
    }

    private static boolean isPacked(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.startsWith("PK") || text.startsWith("\u001f\u008b") || text.startsWith("(\u00b5/\u00fd")
                || text.contains("ustar");
    }
}

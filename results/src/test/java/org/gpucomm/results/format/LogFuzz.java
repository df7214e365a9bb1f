package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import org.gpucomm.results.format.unpack.UnpackLimits;

/**
 * What Jazzer throws at the reader: any bytes, as a log, packed or not. Nothing but the two checked exceptions may come out
 * of it, every line has one entry, and their order is that of the lines. The Maven profile
 * {@code fuzz} runs it.
 */
public final class LogFuzz {

    private static final UnpackLimits SMALL = new UnpackLimits(100, 1 << 22, 250, 1 << 20, 6);

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
            // what a caller gets
        }
    }
}

package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.canonical.CanonicalWriter;

/**
 * A log as canonical CSV, and what else was said of it.
 *
 * @param others entries that are no rows
 * @param lines  number of lines with rows
 * @param copied how many of these were copied
 * @param notes  number of lines that were passed over
 * @param passed numbers of the lines that were copied or passed over
 */
record Converted(String csv, List<Entry> others, long lines, long rows, Set<String> wrappings, long copied, long notes,
        BitSet passed) {

    /** More than is looked at to find the format, after which bytes come as the stream gives them. */
    static final int LARGE = 1 << 17;

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** @param chunk bytes that the stream gives at once at most, so that lines end anywhere in what was read so far */
    static Converted of(byte[] bytes, String name, boolean copying, int chunk) throws IOException {
        var out = new ByteArrayOutputStream();
        var others = new ArrayList<Entry>();
        long lines = 0;
        long rows = 0;
        long copied = 0;
        long notes = 0;
        long last = 0;
        var passed = new BitSet();
        try (var reader = LogReader.open(inChunks(bytes, chunk), name)) {
            var writer = CanonicalWriter.into(out);
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                last = Math.max(last, entry.line());
                if (!(entry instanceof Entry.Row row)) {
                    others.add(entry);
                    continue;
                }
                lines += row.line() > 0 ? 1 : 0;
                rows += row.measurements().size();
                for (var measurement : row.measurements()) {
                    writer.write(measurement);
                }
                if (copying) {
                    var more = reader.copyRows(row, writer);
                    copied += more.lines();
                    notes += more.notes();
                    passed.set((int) last + 1, (int) (last + 1 + more.allLines()));
                    last += more.allLines();
                    lines += more.lines();
                    rows += more.rows();
                }
            }
            writer.flush();
            return new Converted(out.toString(StandardCharsets.UTF_8), others, lines, rows, reader.wrappings(), copied,
                    notes, passed);
        } catch (UnreadableFile e) {
            return new Converted(String.valueOf(e.getMessage()), List.of(), 0, 0, Set.of(), 0, 0, new BitSet());
        }
    }

    private static InputStream inChunks(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(length, most));
            }
        };
    }

    /** Wherever what was read so far ends. */
    static void assertSame(String text, String name, int seed) throws Exception {
        var expected = of(bytes(text), name, false, 1 << 16);
        assertThat(expected.lines).as("rows").isPositive();
        for (int chunk : new int[]{1 << 16, 3000, 97}) {
            assertSame(of(bytes(text), name, true, chunk), expected, seed);
        }
    }

    /** Notes may be passed over if they say nothing but the average, and what is no news. */
    static void assertSame(Converted copied, Converted expected, int seed) {
        assertThat(copied.csv).as("CSV, seed %d", seed).isEqualTo(expected.csv);
        assertThat(copied.lines).as("lines with rows, seed %d", seed).isEqualTo(expected.lines);
        assertThat(copied.rows).as("rows, seed %d", seed).isEqualTo(expected.rows);
        assertThat(copied.wrappings).as("wrappings, seed %d", seed).isEqualTo(expected.wrappings);
        var passed = expected.others.stream().filter(entry -> copied.passed.get((int) entry.line())).toList();
        assertThat(passed).as("passed over, seed %d", seed).hasSize(Math.toIntExact(copied.notes))
                .allSatisfy(entry -> assertThat(entry).isInstanceOfSatisfying(Entry.Note.class,
                        note -> assertThat(note.facts()).noneMatch(
                                fact -> fact.isFlag() || fact.name().equals("avg_busbw_differs"))));
        assertThat(copied.others).as("others, seed %d", seed)
                .isEqualTo(expected.others.stream().filter(entry -> !passed.contains(entry)).toList());
    }
}

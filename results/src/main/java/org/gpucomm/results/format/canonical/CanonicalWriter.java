package org.gpucomm.results.format.canonical;

import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.RowCopies;
import org.gpucomm.results.format.RowWords;
import org.jspecify.annotations.Nullable;

/**
 * Writes measurements as canonical CSV: header first, LF line ends. The cells are those of {@link Column}, written by hand:
 * a log of a gigabyte gives four of CSV. What a run's measurements have in common is put together once.
 */
public final class CanonicalWriter implements Flushable, RowCopies {

    /** Four empty cells. */
    private static final byte[] NO_DISTRIBUTION = {',', ',', ',', ','};
    /** A power of two. */
    private static final int SIZES = 256;
    /** Bytes that are gathered for a stream before they are written. */
    private static final int FULL = 1 << 15;

    private final Sink out;
    private final int full;
    private final CsvCells cells = new CsvCells();
    private String source = "";
    private int section = -1;
    private @Nullable Stack stack;
    private @Nullable Platform platform;
    private @Nullable Operation operation;
    private @Nullable String variant;
    private byte[] sourceCell = {};
    private byte[] behindSection = {};
    private byte[] common = {};
    private @Nullable String datatype;
    private @Nullable String redop;
    private @Nullable Integer root;
    private byte[] kind = {};
    private final long[] sizes = new long[SIZES];
    private final String[] sizeTexts = new String[SIZES];
    private @Nullable Long iterations;
    private String iterationsText = "";

    /** Writes the header at once, and each row. */
    public CanonicalWriter(Appendable out) throws IOException {
        this(gathered -> out.append(gathered.toString()), 0);
    }

    private CanonicalWriter(Sink out, int full) throws IOException {
        this.out = out;
        this.full = full;
        Arrays.fill(sizeTexts, "");
        var headers = Column.headers();
        headers.subList(0, headers.size() - 1).forEach(cells::text);
        cells.lastText(headers.getLast());
        writeIfFull();
    }

    /** Writes UTF-8 into a stream, many rows at once: {@link #flush} after the last. */
    public static CanonicalWriter into(OutputStream out) throws IOException {
        return new CanonicalWriter(gathered -> gathered.writeTo(out), FULL);
    }

    public void write(Measurement measurement) throws IOException {
        var outcome = measurement.outcome();
        beforeSize(measurement);
        size(measurement.workload().messageSize());
        beforeTime(measurement.workload());
        micros(outcome.time());
        distribution(outcome);
        bandwidth(outcome.algbw());
        bandwidth(outcome.busbw());
        decimal(outcome.wrong());
        behindWrong(measurement);
        writeIfFull();
    }

    @Override
    public void copy(byte[] bytes, int from, int to) throws IOException {
        cells.raw(bytes, from, to);
        writeIfFull();
    }

    @Override
    public Similar similarTo(Measurement row) {
        return new SimilarRow(row);
    }

    @Override
    public void flush() throws IOException {
        out.take(cells);
        cells.clear();
    }

    private void writeIfFull() throws IOException {
        if (cells.length() > full) {
            flush();
        }
    }

    /** Parsers use one object for what repeats. */
    private boolean isOfTheSameRun(Measurement m) {
        return m.stack() == stack && m.platform() == platform && m.section() == section
                && m.workload().operation() == operation && m.source().equals(source)
                && Objects.equals(m.workload().variant(), variant);
    }

    /** Most often it is the number of the section that is another. */
    private void common(Measurement m) {
        int begin = cells.length();
        if (sourceCell.length == 0 || !m.source().equals(source)) {
            source = m.source();
            cells.firstText(source);
            sourceCell = cells.cut(begin);
        }
        var workload = m.workload();
        if (!m.stack().equals(stack) || !m.platform().equals(platform) || workload.operation() != operation
                || !Objects.equals(workload.variant(), variant)) {
            operation = workload.operation();
            variant = workload.variant();
            behindSection(m);
            behindSection = cells.cut(begin);
        }
        section = m.section();
        stack = m.stack();
        platform = m.platform();
        cells.raw(sourceCell);
        cells.whole(section);
        cells.raw(behindSection);
        common = cells.cut(begin);
    }

    private void behindSection(Measurement m) {
        cells.text(m.stack().tool());
        cells.text(m.stack().toolVersion());
        cells.text(m.stack().library());
        cells.text(m.stack().libraryVersion());
        cells.text(m.workload().operation().id());
        cells.text(m.workload().variant());
        cells.text(m.platform().instanceType());
        cells.text(m.platform().gpu());
        cells.whole(m.platform().nodes());
        cells.whole(m.platform().ranks());
    }

    private void beforeSize(Measurement measurement) {
        if (!isOfTheSameRun(measurement)) {
            common(measurement);
        }
        cells.raw(common);
        cells.text(measurement.workload().problem());
    }

    private void size(@Nullable Bytes size) {
        if (size == null) {
            cells.empty();
        } else {
            cells.plain(sizeText(size.count()));
        }
    }

    private void beforeTime(Workload workload) {
        var placement = workload.placement();
        kind(workload);
        if (placement == null) {
            cells.empty();
        } else {
            cells.plain(placement.id());
        }
        iterations(workload.iterations());
    }

    /** Sizes come again and again: in both placements of a row, in every run. */
    private String sizeText(long count) {
        int slot = (int) (count ^ count >>> 13 ^ count >>> 25) & SIZES - 1;
        if (sizes[slot] != count || sizeTexts[slot].isEmpty()) {
            sizes[slot] = count;
            sizeTexts[slot] = Long.toString(count);
        }
        return sizeTexts[slot];
    }

    /** Data type, operator and root, which are the same from row to row. */
    private void kind(Workload workload) {
        if (!Objects.equals(workload.datatype(), datatype) || !Objects.equals(workload.redop(), redop)
                || !Objects.equals(workload.root(), root) || kind.length == 0) {
            datatype = workload.datatype();
            redop = workload.redop();
            root = workload.root();
            var joined = new CsvCells();
            joined.text(datatype);
            joined.text(redop);
            joined.whole(root);
            kind = joined.toByteArray();
        }
        cells.raw(kind);
    }

    private void iterations(@Nullable Long count) {
        if (count == null) {
            cells.empty();
        } else {
            if (!count.equals(iterations)) {
                iterations = count;
                iterationsText = count.toString();
            }
            cells.plain(iterationsText);
        }
    }

    private void distribution(Outcome outcome) {
        if (outcome.timeMin() == null && outcome.timeP50() == null && outcome.timeP99() == null
                && outcome.timeMax() == null) {
            cells.raw(NO_DISTRIBUTION);
        } else {
            micros(outcome.timeMin());
            micros(outcome.timeP50());
            micros(outcome.timeP99());
            micros(outcome.timeMax());
        }
    }

    private void behindWrong(Measurement measurement) {
        var outcome = measurement.outcome();
        micros(outcome.baseline());
        cells.text(measurement.startedAt());
        decimal(outcome.speedup());
        decimal(outcome.efficiency());
        cells.text(measurement.settings().text());
        cells.lastText(outcome.metrics().text());
    }

    private void micros(@Nullable Micros time) {
        decimal(time == null ? null : time.value());
    }

    private void bandwidth(@Nullable Bandwidth bandwidth) {
        decimal(bandwidth == null ? null : bandwidth.gigabytesPerSecond());
    }

    private void decimal(@Nullable Decimal value) {
        if (value == null) {
            cells.empty();
        } else {
            cells.plain(value.text());
        }
    }

    /** What does not change is put together once. */
    private final class SimilarRow implements Similar {

        private final byte[] beforeSize;
        private final byte[] beforeTime;
        private final byte[] distribution;
        private final byte[] behindWrong;

        SimilarRow(Measurement like) {
            int begin = cells.length();
            beforeSize(like);
            beforeSize = cells.cut(begin);
            beforeTime(like.workload());
            beforeTime = cells.cut(begin);
            distribution(like.outcome());
            distribution = cells.cut(begin);
            behindWrong(like);
            behindWrong = cells.cut(begin);
        }

        @Override
        public void write(RowWords words, int size, int time) throws IOException {
            cells.raw(beforeSize);
            cells.word(words, size);
            cells.raw(beforeTime);
            cells.word(words, time);
            cells.raw(distribution);
            cells.word(words, time + 1);
            cells.word(words, time + 2);
            cells.word(words, time + 3);
            cells.raw(behindWrong);
            writeIfFull();
        }
    }

    /** Where rows go that were gathered. */
    private interface Sink {

        void take(CsvCells gathered) throws IOException;
    }
}

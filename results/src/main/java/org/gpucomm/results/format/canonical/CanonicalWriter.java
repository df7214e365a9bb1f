package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Objects;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/**
 * Writes measurements as canonical CSV: header first, LF line ends. The cells are those of {@link Column}, written by hand:
 * a log of a gigabyte gives four of CSV. What a run's measurements have in common is put together once.
 */
public final class CanonicalWriter {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    /** Four empty cells. */
    private static final String NO_DISTRIBUTION = ",,,,";
    /** A power of two. */
    private static final int SIZES = 256;

    private final Appendable out;
    private final CsvCells cells = new CsvCells();
    private String source = "";
    private int section = -1;
    private @Nullable Stack stack;
    private @Nullable Platform platform;
    private @Nullable Operation operation;
    private @Nullable String variant;
    private int common;
    private @Nullable String datatype;
    private @Nullable String redop;
    private @Nullable Integer root;
    private String kind = "";
    private final long[] sizes = new long[SIZES];
    private final String[] sizeTexts = new String[SIZES];
    private @Nullable Long iterations;
    private String iterationsText = "";

    /** Writes the header at once. */
    public CanonicalWriter(Appendable out) throws IOException {
        this.out = out;
        Arrays.fill(sizeTexts, "");
        FORMAT.printRecord(out, Column.headers().toArray());
    }

    public void write(Measurement measurement) throws IOException {
        if (!isOfTheSameRun(measurement)) {
            common(measurement);
        }
        cells.cutTo(common);
        workload(measurement.workload());
        outcome(measurement.outcome(), measurement.startedAt());
        cells.lastText(measurement.settings());
        if (out instanceof Writer writer) {
            cells.writeTo(writer);
        } else {
            out.append(cells.toString());
        }
    }

    /** Parsers use one object for what repeats. */
    private boolean isOfTheSameRun(Measurement m) {
        return m.stack() == stack && m.platform() == platform && m.section() == section
                && m.workload().operation() == operation && m.source().equals(source)
                && Objects.equals(m.workload().variant(), variant);
    }

    private void common(Measurement m) {
        source = m.source();
        section = m.section();
        stack = m.stack();
        platform = m.platform();
        operation = m.workload().operation();
        variant = m.workload().variant();
        cells.cutTo(0);
        cells.firstText(source);
        cells.whole(section);
        cells.text(m.stack().tool());
        cells.text(m.stack().toolVersion());
        cells.text(m.stack().library());
        cells.text(m.stack().libraryVersion());
        cells.text(m.workload().operation().id());
        cells.text(variant);
        cells.text(m.platform().instanceType());
        cells.text(m.platform().gpu());
        cells.whole(m.platform().nodes());
        cells.whole(m.platform().ranks());
        common = cells.length();
    }

    private void workload(Workload workload) {
        var messageSize = workload.messageSize();
        var placement = workload.placement();
        cells.text(workload.problem());
        if (messageSize == null) {
            cells.empty();
        } else {
            cells.plain(sizeText(messageSize.count()));
        }
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
                || !Objects.equals(workload.root(), root) || kind.isEmpty()) {
            datatype = workload.datatype();
            redop = workload.redop();
            root = workload.root();
            var joined = new CsvCells();
            joined.text(datatype);
            joined.text(redop);
            joined.whole(root);
            kind = joined.toString();
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

    private void outcome(Outcome outcome, @Nullable String startedAt) {
        micros(outcome.time());
        if (outcome.timeMin() == null && outcome.timeP50() == null && outcome.timeP99() == null
                && outcome.timeMax() == null) {
            cells.raw(NO_DISTRIBUTION);
        } else {
            micros(outcome.timeMin());
            micros(outcome.timeP50());
            micros(outcome.timeP99());
            micros(outcome.timeMax());
        }
        bandwidth(outcome.algbw());
        bandwidth(outcome.busbw());
        decimal(outcome.wrong());
        micros(outcome.baseline());
        cells.text(startedAt);
        decimal(outcome.speedup());
        decimal(outcome.efficiency());
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
}

package org.gpucomm.analysis.statistics;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.statistics.distribution.TDistribution;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Noise of single processes by message size, library and placement, from the rounds of the bundled H200 set. It is assumed if nothing
 * else is known. A test recomputes the table from the rows of {@code data/h200}.
 */
final class NoiseTable {

    /** Degrees of freedom. A few rounds differ by much more than the rest, so that the distribution has long tails. */
    static final double DEGREES = 4;
    private static final double TWO_SIDED_95 = TDistribution.of(DEGREES).inverseSurvivalProbability(0.025);
    private static final String ANY = "*";
    private static final NoiseTable BUNDLED = read();

    private final List<NoiseRow> lines;

    private NoiseTable(List<NoiseRow> lines) {
        this.lines = lines;
    }

    static NoiseTable bundled() {
        return BUNDLED;
    }

    /**
     * @param library   library; * for all
     * @param placement placement; * for both and for rows without one
     * @param fromBytes smallest message size in bytes
     * @param apart     difference that 95 % of the pairs of rounds stay below: 0.04 = 4 %
     */
    record NoiseRow(String library, String placement, long fromBytes, double apart) {

        Noise noise() {
            return new Noise(Math.log1p(apart) / (TWO_SIDED_95 * Math.sqrt(2)), DEGREES, Noise.Source.BUNDLED);
        }
    }

    List<NoiseRow> lines() {
        return lines;
    }

    /** @param bytes size; -1 if the operation has no message size */
    Noise of(SeriesKey subject, long bytes) {
        long size = bytes < 0 ? Long.MAX_VALUE : Math.max(1, bytes);
        for (var placement : List.of(id(subject.placement()), ANY)) {
            for (var library : List.of(subject.library(), ANY)) {
                var line = line(library, placement, size);
                if (line != null) {
                    return line.noise();
                }
            }
        }
        throw new IllegalStateException("the table of noise has no line for any library at " + size + " bytes");
    }

    private static String id(@Nullable Placement placement) {
        return placement == null ? ANY : placement.id();
    }

    private @Nullable NoiseRow line(String library, String placement, long bytes) {
        return lines.stream()
                .filter(line -> line.library().equals(library) && line.placement().equals(placement)
                        && line.fromBytes() <= bytes)
                .reduce((one, later) -> later).orElse(null);
    }

    private static NoiseTable read() {
        return new NoiseTable(rows("noise.csv").stream().map(row -> new NoiseRow(row.get("library"),
                row.get("placement"), Long.parseLong(row.get("from_bytes")),
                Double.parseDouble(row.get("apart_pct")) / 100)).toList());
    }

    /** Returns the rows of a bundled table. */
    static List<CSVRecord> rows(String file) {
        try (var in = Objects.requireNonNull(NoiseTable.class.getResourceAsStream("/analysis/" + file));
                var rows = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).setCommentMarker('#').get()
                        .parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return rows.getRecords();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

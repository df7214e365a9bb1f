package org.gpucomm.server.overlay;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.format.unpack.UnpackLimits;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of one file as curves, in the order of the file.
 *
 * @param formats   ids of the formats in the file
 * @param problems  number of lines that were not understood
 * @param truncated whether the file has more than {@value #MOST_POINTS} measurements; the curves have the first ones
 */
public record Overlay(String filename, List<String> formats, long lines, long problems, boolean truncated,
        List<Curve> curves) {

    /** Maximum number of points: more than a chart shows, and few enough for an answer. */
    static final int MOST_POINTS = 20_000;

    /** Limits for archives. They may unpack to four times the size limit of the request, since the sender waits for the answer. */
    private static final UnpackLimits LIMITS = new UnpackLimits(1000, 64L << 20, 250, 64L << 20, 6);

    /** Properties that the points of one curve share. @param section number of the run in the file, from 1 */
    public record Key(int section, String operation, @Nullable String library, @Nullable String variant,
            @Nullable String placement, @Nullable String datatype, @Nullable String problem, @Nullable Integer ranks,
            @Nullable Integer nodes, String settings) {

        public static Key of(Measurement row) {
            var workload = row.workload();
            var placement = workload.placement();
            return new Key(row.section(), workload.operation().id(), row.stack().library(), workload.variant(),
                    placement == null ? null : placement.id(), workload.datatype(), workload.problem(),
                    row.platform().ranks(), row.platform().nodes(), Column.SETTINGS.textOf(row));
        }
    }

    public record Curve(Key key, List<Point> points) {}

    /**
     * One measurement as in the file; missing values are null.
     *
     * @param busbw GB/s, as for {@code algbw}
     * @param time  µs
     * @param wrong number of wrong elements; null = not checked
     */
    public record Point(@Nullable Long bytes, @Nullable Double busbw, @Nullable Double algbw, @Nullable Double time,
            @Nullable Double wrong) {

        public static Point of(Measurement row) {
            var size = row.workload().messageSize();
            var outcome = row.outcome();
            var time = outcome.time();
            var wrong = outcome.wrong();
            return new Point(size == null ? null : size.count(), value(outcome.busbw()), value(outcome.algbw()),
                    time == null ? null : time.doubleValue(), wrong == null ? null : wrong.doubleValue());
        }

        private static @Nullable Double value(@Nullable Bandwidth bandwidth) {
            return bandwidth == null ? null : bandwidth.doubleValue();
        }
    }

    /** @throws BadParameter if nothing can be read from the file; the message gives the reason */
    static Overlay of(InputStream content, String filename) throws IOException {
        try (var reader = LogReader.open(content, filename, LIMITS)) {
            var curves = new LinkedHashMap<Key, List<Point>>();
            long lines = 0;
            long problems = 0;
            int points = 0;
            for (var entry = reader.next(); entry != null && points < MOST_POINTS; entry = reader.next()) {
                lines += entry.line() == 0 ? 0 : 1;
                problems += entry instanceof Entry.Problem ? 1 : 0;
                if (entry instanceof Entry.Row row) {
                    points += row.measurements().size();
                    row.measurements().forEach(each -> curves.computeIfAbsent(Key.of(each), added -> new ArrayList<>())
                            .add(Point.of(each)));
                }
            }
            if (points < MOST_POINTS) {
                reader.requireResults();
            }
            return new Overlay(filename, reader.formats().stream().map(Format::id).toList(), lines, problems,
                    points >= MOST_POINTS, curves.entrySet().stream()
                            .map(curve -> new Curve(curve.getKey(), curve.getValue())).toList());
        } catch (MappingNeeded e) {
            throw new BadParameter(filename + " is a table whose columns must be explained: upload it, and say there "
                    + "what they mean.");
        } catch (UnreadableFile e) {
            throw new BadParameter(filename + " cannot be drawn: " + e.getMessage());
        }
    }
}

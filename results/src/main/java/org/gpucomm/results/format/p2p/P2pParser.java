package org.gpucomm.results.format.p2p;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.LinkedHashSet;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one run: its GPUs, then matrices of bandwidths and latencies. Each cell is a measurement. */
public final class P2pParser extends SectionParser {

    private static final String BANNER = "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]";
    private static final String CONNECTIVITY = "P2P Connectivity Matrix";
    /** Title of a matrix; people replace the unit by a remark of their own. */
    private static final Pattern TITLE = Pattern
            .compile("(?:(Unidirectional|Bidirectional) )?P2P=(Disabled|Enabled) (Bandwidth|Latency)"
                    + "(?: \\(P2P (Writes|Reads)\\))?(?: Matrix)?(?: \\([^)]{1,60}\\))?:?\\s*");
    private static final Pattern DEVICE = Pattern.compile("Device: \\d+, (.+), pciBusID: .*");
    private static final Pattern ACCESS = Pattern.compile("Device=\\d+ CAN(?:NOT)? Access Peer Device=\\d+\\s*");
    private static final String CORNER_OF_BANDWIDTHS = "D\\D";
    private static final Pattern UNTITLED = Pattern.compile("\\s*D\\\\D(?:\\s+\\d+){2,}\\s*");
    /** First cells of the line of columns; Markdown takes the backslash out of the first. */
    private static final Set<String> CORNERS = Set.of(CORNER_OF_BANDWIDTHS, "DD", "GPU", "CPU");
    /** Cell of a device and itself that was not measured. */
    private static final String NOTHING = "-";
    private static final Stack STACK = new Stack("p2pBandwidthLatencyTest", null, "cuda", null);

    private final Set<String> gpus = new LinkedHashSet<>();
    private List<String> columns = List.of();
    private @Nullable String title;
    private boolean latency;
    private boolean connectivity;
    /** Whether the next matrix has a title that cannot be read. */
    private boolean torn;
    private String corner = "";
    private int devices;

    public P2pParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith(BANNER) || line.startsWith(CONNECTIVITY)
                || line.contains("P2P=") && TITLE.matcher(line).matches()
                || line.contains(CORNER_OF_BANDWIDTHS) && UNTITLED.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.startsWith(BANNER)) {
            return devices == 0 && !hasRows() ? note(line) : null;
        }
        var titled = text.contains("P2P=") ? TITLE.matcher(text) : null;
        if (titled != null && titled.matches()) {
            torn = false;
            latency = titled.group(3).equals("Latency");
            title = variant(titled.group(1), titled.group(2), titled.group(3), titled.group(4));
            columns = List.of();
            connectivity = false;
            return note(line);
        }
        if (titled != null || text.contains(" Matrix (")) {
            title = null;
            torn = true;
            connectivity = false;
            columns = List.of();
            return problem(line, "the title of a matrix that is cut or torn");
        }
        if (text.startsWith(CONNECTIVITY)) {
            if (hasRows()) {
                return null;
            }
            title = null;
            connectivity = true;
            columns = List.of();
            return note(line);
        }
        var device = DEVICE.matcher(text);
        if (device.matches()) {
            devices++;
            return gpus.add(device.group(1)) ? note(line, new Fact("gpu", device.group(1))) : note(line);
        }
        return ACCESS.matcher(text).matches() ? note(line) : ofMatrix(line, Cells.of(text));
    }

    private @Nullable Entry ofMatrix(Line line, List<String> cells) {
        if (cells.size() < 2) {
            return null;
        }
        if (CORNERS.contains(cells.getFirst()) && Cells.isWhole(cells.get(1))) {
            corner = cells.getFirst();
            columns = List.copyOf(cells.subList(1, cells.size()));
            return note(line);
        }
        boolean isRow = !columns.isEmpty() && Cells.isWhole(cells.getFirst())
                && (Decimal.parse(cells.get(1)).isPresent() || cells.get(1).equals(NOTHING));
        if (!isRow) {
            return null;
        }
        if (connectivity) {
            return ofAccess(line, columns, cells);
        }
        if (title == null && !torn && corner.equals(CORNER_OF_BANDWIDTHS) && cells.get(1).indexOf('.') > 0) {
            // Somebody copied the numbers without the line above them.
            title = "untitled";
        }
        if (title == null) {
            return problem(line, "a row of a matrix that no title above it names");
        }
        var entry = row(line, () -> measurements(cells));
        if (entry instanceof Entry.Problem) {
            // the row may have been joined with the next title, or with the columns of the next matrix
            title = line.text().contains("P2P=") ? null : title;
            columns = CORNERS.stream().anyMatch(line.text()::contains) ? List.of() : columns;
        }
        return entry;
    }

    private List<Measurement> measurements(List<String> cells) {
        var row = NamedCells.of(columns, cells.subList(1, cells.size()));
        var variant = latency ? title + "+" + corner.toLowerCase(Locale.ROOT) : title;
        var measurements = new ArrayList<Measurement>();
        for (var column : columns) {
            var value = row.number(column);
            if (value != null) {
                measurements.add(measurement(STACK,
                        new Platform(null, gpus.size() == 1 ? gpus.iterator().next() : null, 1,
                                devices == 0 ? columns.size() : devices),
                        Workload.of(Operation.MEMCPY, variant),
                        latency
                                ? Outcome.of(Micros.of(value), null, null, null)
                                : Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null),
                        NamedValues.of("row", cells.getFirst()).with("column", column)));
            }
        }
        return measurements;
    }

    private static String variant(@Nullable String direction, String access, String kind, @Nullable String by) {
        var parts = new ArrayList<String>();
        if (direction != null) {
            parts.add(direction);
        }
        parts.add("p2p-" + access);
        if (by != null) {
            parts.add(by);
        }
        if (kind.equals("Latency")) {
            parts.add(kind);
        }
        return String.join("+", parts).toLowerCase(Locale.ROOT);
    }
}

package org.gpucomm.results.format.rocmbandwidth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.DeviceCopyParser;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: devices, matrices of peak bandwidths, or the table of one pair over sizes. Bidirectional bandwidths count both
 * directions, as in the program.
 */
public final class RocmBandwidthParser extends DeviceCopyParser {

    private static final Pattern VERSION = Pattern.compile("\\s*RocmBandwidthTest Version: (\\S+)\\s*");
    /** Title of a matrix; old versions lack a letter. */
    private static final Pattern MATRIX = Pattern
            .compile("\\s*(Unidirectional|Bi?directional) copy peak bandwidth GB/s\\s*");
    private static final Pattern OTHER_MATRIX = Pattern
            .compile("\\s*(?:Inter-)?Device (?:Access|Numa Distance)\\s*|\\s*Data Path Validation.*");
    private static final Pattern ACCESS = Pattern.compile("\\s*(?:Inter-)?Device Access\\s*");
    private static final Pattern DEVICE = Pattern
            .compile("\\s+Device: \\d+,\\s++([^,]*+(?:,(?!\\s+GPU-|\\s+[\\da-f]+:)[^,]*+)*+).*");
    private static final Pattern PAIR = Pattern
            .compile("=+\\s+(?:((?:Uni|Bi)directional) )?Benchmark Result\\s+=+\\s*");
    private static final Pattern SIDE = Pattern
            .compile("=+ (Src|Dst) Device Id: (\\d+) (?:Src|Dst) Device Type: (\\w+) =+\\s*");
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,9} (?:B|KB|MB|GB))\\s+(.*)");
    private static final String HEADER = "Data Size";
    private final Map<String, String> sides = new HashMap<>();
    private List<String> columns = List.of();
    private @Nullable String direction;
    private boolean otherMatrix;
    private boolean access;
    private boolean table;

    public RocmBandwidthParser(Log log) {
        super(log, "rocm-bandwidth-test", "rocm");
    }

    public static boolean begins(String line) {
        return line.contains("RocmBandwidthTest Version: ") || line.contains(" copy peak bandwidth GB/s")
                && MATRIX.matcher(line).matches() || line.startsWith("=") && PAIR.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var versioned = VERSION.matcher(text);
        if (versioned.matches()) {
            return versioned(line, versioned.group(1), "rocm_bandwidth_test_version");
        }
        var matrix = MATRIX.matcher(text);
        var pair = PAIR.matcher(text);
        if (matrix.matches() || pair.matches()) {
            var said = matrix.matches() ? matrix.group(1) : pair.group(1);
            direction = said == null || said.startsWith("Uni") ? "unidirectional" : "bidirectional";
            table = !matrix.matches();
            otherMatrix = false;
            columns = List.of();
            sides.clear();
            return note(line);
        }
        if (OTHER_MATRIX.matcher(text).matches()) {
            otherMatrix = true;
            access = ACCESS.matcher(text).matches();
            columns = List.of();
            return note(line);
        }
        var device = DEVICE.matcher(text);
        if (device.matches()) {
            return note(line, new Fact("device", device.group(1).strip()));
        }
        var side = SIDE.matcher(text);
        if (side.matches()) {
            sides.put(side.group(1), side.group(3).toLowerCase(Locale.ROOT));
            sides.put(side.group(1) + " id", side.group(2));
            return note(line);
        }
        return table ? ofTable(line) : ofMatrix(line, Cells.of(text));
    }

    private @Nullable Entry ofMatrix(Line line, List<String> cells) {
        if (cells.size() < 2 || direction == null && !otherMatrix) {
            return null;
        }
        if (cells.getFirst().equals("D/D")) {
            columns = List.copyOf(cells.subList(1, cells.size()));
            return note(line);
        }
        if (columns.isEmpty() || !Cells.isWhole(cells.getFirst())) {
            return null;
        }
        return otherMatrix
                ? access ? ofAccess(line, columns, cells) : note(line)
                : row(line,
                        () -> ofMatrix(columns, cells.subList(1, cells.size()),
                                Workload.of(Operation.MEMCPY, direction + "+peak"),
                                column -> NamedValues.of("row", cells.getFirst()).with("column", column)));
    }

    private @Nullable Entry ofTable(Line line) {
        var text = line.text();
        if (text.startsWith(HEADER)) {
            columns = Cells.apart(text);
            return note(line);
        }
        var size = SIZE.matcher(text);
        return columns.isEmpty() || !size.matches()
                ? null
                : row(line, () -> List.of(ofPair(size.group(1), Cells.of(size.group(2)))));
    }

    private Measurement ofPair(String size, List<String> cells) {
        var row = NamedCells.of(columns.subList(1, columns.size()), cells);
        if (!sides.containsKey("Src") || !sides.containsKey("Dst")) {
            throw new IllegalArgumentException("the lines that name source and destination are cut or torn");
        }
        var variant = direction + "+" + sides.get("Src") + "-to-" + sides.get("Dst");
        return copy(Workload.of(Operation.MEMCPY, variant).withMessageSize(Bytes.parse(size).orElseThrow()),
                new Outcome(row.micros("Avg Time(us)"), row.micros("Min Time(us)"), null, null, null,
                        row.gigabytesPerSecond("Avg BW(GB/s)"), null, null, null, null, null,
                        NamedValues.NONE.withNullable("peak_GBps", row.number("Peak BW(GB/s)"))),
                NamedValues.of("row", sides.getOrDefault("Src id", "")).with("column",
                        sides.getOrDefault("Dst id", "")));
    }
}

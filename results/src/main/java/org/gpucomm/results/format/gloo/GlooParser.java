package org.gpucomm.results.format.gloo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
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
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: device, algorithm and options, the columns, rows. Its gigabytes are 2³⁰ bytes, and it prints no mean time. Older
 * versions print elements instead of a size; the size is computed if bandwidth and time show the size of an element.
 */
public final class GlooParser extends SectionParser {

    private static final Pattern HEADER = Pattern
            .compile("\\s*(?:size \\(B\\)\\s+)?elements\\s+min \\([un]s\\)\\s+p50 \\([un]s\\)\\s+p99 \\([un]s\\).*");
    private static final Set<String> COLUMNS = Set.of("size (B)", "elements", "min (us)", "p50 (us)", "p99 (us)",
            "max (us)", "avg (GB/s)", "bandwidth (GB/s)", "samples", "iterations");
    private static final Pattern OPTIONS = Pattern.compile("\\s{0,8}Options:\\s+processes=(\\d{1,7})(.*)");
    private static final Pattern ALGORITHM = Pattern.compile("\\s{0,8}Algorithm:\\s+(\\w+)\\s*");
    private static final Pattern TITLE = Pattern.compile(
            "\\s{8,}((?:[A-Z]{2,8}_)*(?:ALL_?REDUCE|ALL_?GATHER|ALL_?TO_?ALL|BARRIER|BROADCAST|REDUCE|GATHER|SCATTER|PAIRWISE)\\w*)\\s*");
    private static final Stack STACK = new Stack("gloo-benchmark", null, "gloo", null);
    private static final double GIB_PER_MICROSECOND = Bytes.GIB / 1e6;
    private static final double MOST_OFF = 1.35;

    private List<String> columns = List.of();
    private NamedValues settings = NamedValues.NONE;
    private @Nullable Integer processes;
    private @Nullable String algorithm;
    private boolean nanos;

    public GlooParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        if (line.isEmpty()) {
            return false;
        }
        return switch (line.charAt(0)) {
            case 'O' -> line.startsWith("Options:") && OPTIONS.matcher(line).matches();
            case 'A' -> line.startsWith("Algorithm:") && ALGORITHM.matcher(line).matches();
            case ' ', 'e', 's' -> line.contains("elements") && HEADER.matcher(line).matches() || isTitle(line)
                    || isIndented(line);
            default -> false;
        };
    }

    /** Returns whether the line is indented as in older versions; other text may be indented too, so the algorithm must be known. */
    private static boolean isIndented(String line) {
        if (line.contains("Options:")) {
            return OPTIONS.matcher(line).matches();
        }
        var said = ALGORITHM.matcher(line);
        return line.contains("Algorithm:") && said.matches() && isKnown(said.group(1));
    }

    private static boolean isKnown(String algorithm) {
        return algorithm.contains("barrier") || algorithm.contains("pairwise")
                || OperationName.in(algorithm).isPresent();
    }

    private static boolean isTitle(String line) {
        return line.length() > 10 && line.startsWith("        ") && TITLE.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (begins(text)) {
            return columns.isEmpty() ? preamble(line) : null;
        }
        boolean known = text.startsWith("====") || text.stripLeading().startsWith("Device:")
                || text.strip().equals("BENCHMARK RESULTS");
        if (known) {
            return note(line);
        }
        if (text.strip().equals("VERIFY ERRORS")) {
            return wrongData(line);
        }
        var cells = Cells.of(text);
        boolean isRow = !columns.isEmpty() && cells.size() > 1 && Cells.isWhole(cells.getFirst())
                && Cells.isWhole(cells.get(1));
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private Entry preamble(Line line) {
        var text = line.text();
        var options = OPTIONS.matcher(text);
        var said = ALGORITHM.matcher(text);
        var title = TITLE.matcher(text);
        if (options.matches()) {
            int count = Integer.parseInt(options.group(1));
            processes = count == 0 ? null : count;
            for (var option : options.group(2).split(",")) {
                int equals = option.indexOf('=');
                settings = equals < 1
                        ? settings
                        : settings.with(option.substring(0, equals), option.substring(equals + 1));
            }
        } else if (said.matches()) {
            algorithm = said.group(1);
        } else if (title.matches()) {
            algorithm = title.group(1).toLowerCase(Locale.ROOT);
        } else {
            columns = Cells.apart(text.strip()).stream().map(name -> name.replace("(ns)", "(us)")).toList();
            nanos = text.contains("(ns)");
            return header(line, columns, COLUMNS::contains);
        }
        return note(line);
    }

    private Measurement measurement(NamedCells row) {
        var bandwidth = Optional.ofNullable(row.number("bandwidth (GB/s)"))
                .or(() -> Optional.ofNullable(row.number("avg (GB/s)"))).orElse(null);
        var iterations = row.whole("iterations");
        var size = Optional.ofNullable(row.bytes("size (B)")).or(() -> sizeOfElements(row, bandwidth)).orElse(null);
        var elements = row.text("elements");
        var name = algorithm == null ? "" : algorithm;
        return measurement(STACK, new Platform(null, null, null, processes),
                Workload.of(operation(name), name.isEmpty() ? null : name).withMessageSize(size)
                        .withIterations(iterations == null ? row.whole("samples") : iterations),
                new Outcome(null, micros(row, "min (us)"), micros(row, "p50 (us)"), micros(row, "p99 (us)"),
                        micros(row, "max (us)"),
                        bandwidth == null ? null : Bandwidth.ofGibibytesPerSecond(bandwidth), null, null,
                        null, null, null),
                size == null && elements.isPresent() ? settings.with("elements", elements.get()) : settings);
    }

    /** Returns the size if bandwidth times the median time, which is near it, shows a possible size of an element; otherwise empty. */
    private Optional<Bytes> sizeOfElements(NamedCells row, @Nullable Decimal bandwidth) {
        var elements = row.whole("elements");
        var median = micros(row, "p50 (us)");
        if (elements == null || elements == 0 || median == null || bandwidth == null) {
            return Optional.empty();
        }
        double bytes = bandwidth.doubleValue() * GIB_PER_MICROSECOND * median.doubleValue() / elements;
        for (int width = 1; width <= 8; width *= 2) {
            if (bytes / width < MOST_OFF && width / bytes < MOST_OFF) {
                return Optional.of(new Bytes(elements * width));
            }
        }
        return Optional.empty();
    }

    private @Nullable Micros micros(NamedCells row, String column) {
        var number = row.number(column);
        if (number == null) {
            return null;
        }
        return nanos ? Micros.ofNanos(number) : Micros.of(number);
    }

    private Operation operation(String algorithm) {
        if (algorithm.contains("barrier")) {
            return Operation.BARRIER;
        }
        if (algorithm.contains("pairwise")) {
            return Operation.SENDRECV;
        }
        return OperationName.in(algorithm).or(log()::surroundingOperation)
                .orElseThrow(() -> new IllegalArgumentException(algorithm.isEmpty()
                        ? "no line above the table names the algorithm"
                        : "the algorithm '" + algorithm + "' is of no operation that is known"));
    }
}

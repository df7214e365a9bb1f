package org.gpucomm.results.format.transferbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.DeviceCopyParser;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: tests of a configuration file, with a line each for executors, transfers and their sum, and matrices between devices
 * of the presets p2p, a2a and scaling. The program's sums and averages are not results.
 */
public final class TransferBenchParser extends DeviceCopyParser {

    private static final Pattern VERSION = Pattern.compile("TransferBench v(\\d[\\w.]*).*");
    private static final Pattern TEST = Pattern.compile("Test (\\d{1,9}):\\s*");
    private static final Pattern TRANSFER = Pattern
            .compile("\\s*(Transfer ?\\d{1,9}|Executor: ?[A-Z]+ ?\\d+|Aggregate ?\\(CPU\\))\\s*\\|(.*)");
    /** The same with {@code OUTPUT_TO_CSV=1}. */
    private static final Pattern WITH_COMMAS = Pattern
            .compile(
                    "\\s*(?:Transfer ?\\d{1,9}|Executor: ?[A-Z]+ ?\\d+|Aggregate ?\\(CPU\\)|Iter \\d+|StandardDev),.* GB/s,.*");
    private static final Pattern NUMBERS = Pattern
            .compile("\\s*([\\d.]+) GB/s +\\|\\s*([\\d.]+) ms +\\|\\s*(\\d{1,18}) bytes +\\|\\s*(.*?)\\s*");
    private static final Pattern PATH = Pattern.compile("(\\S+) -> (\\S+) -> (\\S+)");
    private static final Pattern DIRECTION = Pattern
            .compile(
                    "(Uni|Bi)directional copy peak bandwidth GB/s \\[(\\w+) read / (\\w+) write] \\(GPU-Executor: (\\w+)\\)\\s*");
    private static final Pattern CORNER = Pattern
            .compile("\\s*(SRC(?:\\+EXE)?\\\\{1,2}(?:EXE\\+)?DST)\\s+((?:[CG]PU \\d+\\s*)+)(STotal\\s+Actual)?\\s*");
    private static final Pattern ROW = Pattern
            .compile("\\s*([CG]PU) ?(\\d{1,4})(?=\\s|N/A|-|<)\\s*(->|<->|<-|min|max|sd)?(.*)");
    private static final Pattern TORN = Pattern.compile("\\s*[CG]PU ?\\d.*");
    private static final Pattern BYTES = Pattern
            .compile("Bytes Per Direction[ ,](\\d{1,18})\\s*|Summary: \\[(\\d{1,18}) bytes per Transfer]\\s*");
    private static final Pattern SUMS = Pattern
            .compile(
                    "\\s*(?:RTotal|Averages \\(During|(?:Average|Aggregate)\\s+bandwidth|[CG]PU->[CG]PU|Iter \\d+|StandardDev|p\\d[\\d.]* +\\|).*");
    private static final Pattern COPYING = Pattern
            .compile("- Copying (\\d{1,18}) bytes from ([CG]PU) (\\d{1,4}) to other devices\\s*");
    private static final Pattern BY_UNITS = Pattern.compile("NumCUs((?:\\s+[CG]PU\\d{1,4})+)\\s*");
    private static final Pattern UNITS = Pattern.compile("\\s*(\\d{1,5})((?:\\s+\\d[\\d.]*)+)\\s*");
    private static final String SCALING = "GPU-GFX Scaling benchmark";
    private static final List<String> SUMS_OF_A_ROW = List.of("STotal", "Actual");
    /** Border between cells in newer versions. */
    private static final char BORDER = '\u2502';

    private List<String> columns = List.of();
    private boolean torn;
    private int lastTransfer = -1;
    private @Nullable String test;
    private @Nullable String variant = "matrix";
    private @Nullable Bytes bytes;
    /** Device whose copies are timed with more and more compute units; null outside of such a table. */
    private @Nullable String scaled;

    public TransferBenchParser(Log log) {
        super(log, "transferbench", "hip");
    }

    public static boolean begins(String printed) {
        var line = withBars(printed);
        return line.startsWith("TransferBench v") && VERSION.matcher(line).matches()
                || line.contains("directional copy peak bandwidth GB/s [") || line.startsWith("Bytes Per Direction")
                || line.startsWith(SCALING)
                || line.contains("|") && line.contains(" GB/s") && TRANSFER.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = withBars(line.text());
        var versioned = VERSION.matcher(text);
        if (versioned.matches()) {
            return versioned(line, versioned.group(1), "transferbench_version");
        }
        var tested = TEST.matcher(text);
        if (tested.matches()) {
            test = tested.group(1);
            lastTransfer = -1;
            return note(line);
        }
        var transfer = TRANSFER.matcher(text);
        if (transfer.matches()) {
            return transfer(line, transfer.group(1), transfer.group(2));
        }
        var direction = DIRECTION.matcher(text);
        if (direction.matches()) {
            variant = (direction.group(1) + "directional+" + direction.group(2) + "-read+" + direction.group(4))
                    .toLowerCase(Locale.ROOT);
            columns = List.of();
            return note(line);
        }
        if (text.contains("directional copy peak bandwidth")) {
            columns = List.of();
            variant = null;
            return problem(line, "the title of a matrix that is cut or torn");
        }
        var sized = BYTES.matcher(text);
        if (sized.matches()) {
            columns = List.of();
            bytes = new Bytes(Long.parseLong(sized.group(1) == null ? sized.group(2) : sized.group(1)));
            variant = sized.group(1) == null ? "alltoall" : variant;
            return note(line);
        }
        if (text.startsWith(SCALING)) {
            variant = "scaling+gfx";
            columns = List.of();
            return note(line);
        }
        var copying = COPYING.matcher(text);
        if (copying.matches()) {
            bytes = new Bytes(Long.parseLong(copying.group(1)));
            scaled = copying.group(2) + (copying.group(3).length() < 2 ? "0" : "") + copying.group(3);
            return note(line);
        }
        var byUnits = BY_UNITS.matcher(text);
        if (scaled != null && byUnits.matches()) {
            columns = Cells.of(byUnits.group(1));
            return note(line);
        }
        var units = UNITS.matcher(text);
        if (scaled != null && !columns.isEmpty() && units.matches()) {
            return ofUnits(line, scaled, units.group(1), Cells.of(units.group(2)));
        }
        var corner = CORNER.matcher(text);
        if (corner.matches()) {
            columns = new ArrayList<>(
                    List.of(corner.group(2).strip().replaceAll("([CG]PU) (\\d+)", "$1$2").split("\\s+")));
            if (corner.group(3) != null) {
                columns.addAll(SUMS_OF_A_ROW);
            }
            torn = false;
            return note(line);
        }
        if (text.stripLeading().startsWith("SRC")) {
            columns = List.of();
            torn = true;
            return problem(line, "the header of a matrix that is cut or torn");
        }
        if (SUMS.matcher(text).matches()) {
            return note(line);
        }
        var row = columns.isEmpty() && !torn ? null : ROW.matcher(text);
        if (row != null && row.matches()) {
            if (columns.isEmpty()) {
                return problem(line, "a row of a matrix whose header is cut or torn");
            }
            return ofMatrix(line, row.group(1) + row.group(2), row.group(3), Cells.of(row.group(4)));
        }
        boolean cut = text.contains("GB/s") && text.contains("|") || row != null && TORN.matcher(text).matches();
        return cut ? problem(line, "a result that is cut or torn") : null;
    }

    /** Returns the line with bars between its cells. */
    private static String withBars(String line) {
        return line.indexOf(',') > 0 && WITH_COMMAS.matcher(line).matches()
                ? line.replaceFirst("(?<![ ,])[ ,]+$", "").replace(",", " |")
                : line.replace(BORDER, '|');
    }

    /** Reads a transfer, which is a result; the sum over an executor, or over all, only repeats the transfers. */
    private Entry transfer(Line line, String what, String rest) {
        var numbers = NUMBERS.matcher(rest);
        if (!numbers.matches()) {
            return problem(line, "expected GB/s, ms, bytes and a path, found something else: the line is torn");
        }
        if (what.startsWith("Transfer")) {
            int number = Integer.parseInt(what.substring("Transfer".length()).strip());
            // each test numbers its transfers from 0: the line that began this test is lost
            test = number <= lastTransfer ? null : test;
            lastTransfer = number;
        }
        return what.startsWith("Transfer")
                ? row(line, () -> List.of(transfer(numbers.group(1), numbers.group(2), numbers.group(3),
                        numbers.group(4))))
                : note(line);
    }

    private Measurement transfer(String gigabytes, String millis, String size, String way) {
        var path = PATH.matcher(way);
        if (!path.matches()) {
            throw new IllegalArgumentException("'" + way + "' is no path from source over executor to destination");
        }
        var settings = NamedValues.of("from", path.group(1)).with("executor", path.group(2)).with("to", path.group(3));
        return copy(Workload.of(Operation.MEMCPY, "transfer").withMessageSize(new Bytes(Long.parseLong(size))),
                Outcome.of(Micros.ofMillis(Decimal.require(millis)),
                        Bandwidth.ofGigabytesPerSecond(Decimal.require(gigabytes)), null,
                        null),
                test == null ? settings : settings.with("test", test));
    }

    private Entry ofMatrix(Line line, String source, @Nullable String arrow, List<String> cells) {
        if (arrow != null && !arrow.startsWith("-") && !arrow.equals("<-")) {
            return note(line);
        }
        if (variant == null) {
            return problem(line, "a row of a matrix whose title is cut or torn");
        }
        boolean back = "<-".equals(arrow);
        var workload = Workload.of(Operation.MEMCPY, variant);
        return row(line, () -> ofMatrix(columns, cells, bytes == null ? workload : workload.withMessageSize(bytes),
                column -> SUMS_OF_A_ROW.contains(column)
                        ? null
                        : NamedValues.of("from", back ? column : source).with("to", back ? source : column)));
    }

    private Entry ofUnits(Line line, String source, String units, List<String> cells) {
        var workload = Workload.of(Operation.MEMCPY, variant);
        return row(line, () -> ofMatrix(columns, cells, bytes == null ? workload : workload.withMessageSize(bytes),
                column -> NamedValues.of("from", source).with("to", column).with("compute_units", units)));
    }
}

package org.gpucomm.results.format.fabtests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
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
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.FailureLines;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Parser of one run: a header and rows, or lines of YAML. Both ends print the table; there is no footer. */
public final class FabtestsParser implements Format.Parser {

    private static final Pattern FAILURE = Pattern.compile(
            "\\bfi_\\w+\\(\\):? .{0,200}(?:ret=|, ?)-\\d+ \\(|^\\s*\\[error] fabtests:|^\\s*fabtests:\\S+\\.c:\\d+:");
    private static final Pattern HEADER = Pattern.compile(
            "^\\s*(?:name\\s+)?bytes\\s+(?:iters|#sent\\s+#ack)\\s+total\\s+time\\s+MB/sec(?:\\s+usec/xfer)?(?:\\s+Mxfers/sec)?\\s*$");
    private static final Pattern COUNT = Pattern.compile("(\\d{1,12})([kmbKMB]?)");
    private static final int TWO_ENDS = 2;

    private final Log log;
    /** The columns of the table, as named in its header; empty before it. */
    private List<String> columns = List.of();
    private int section;
    private @Nullable String command;
    private @Nullable Platform platform;
    private @Nullable Stack stack;
    private boolean rows;
    private boolean yaml;
    private boolean documentEnded;
    private boolean inTable;
    private final FailureLines failing = new FailureLines();

    public FabtestsParser(Log log) {
        this.log = log;
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return isHeader(line) || YamlRow.isOne(line) || isFailure(line);
    }

    private static boolean isHeader(String line) {
        return line.contains("MB/sec") && HEADER.matcher(line).matches();
    }

    static boolean isFailure(String line) {
        boolean possible = line.contains("fabtests") || line.contains("fi_")
                && (line.contains("ret=-") || line.contains(",-") || line.contains(", -"));
        return possible && FAILURE.matcher(line).find();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var entry = known(line);
        inTable = entry != null;
        return entry;
    }

    private @Nullable Entry known(Line line) {
        var text = line.text();
        if (isHeader(text)) {
            return rows || !columns.isEmpty() ? null : header(line);
        }
        if (YamlRow.isOne(text)) {
            if (!columns.isEmpty() || documentEnded) {
                return null;
            }
            begin();
            yaml = true;
            return row(line, () -> yamlRow(text));
        }
        if (!columns.isEmpty() && isRow(Cells.of(text))) {
            return row(line, () -> tableRow(text));
        }
        if (isFailure(text) || section > 0 && text.strip().equals("FAIL")) {
            return failing.reported(line, section == 0 ? log.section() : section, log);
        }
        if (text.strip().equals("---")) {
            documentEnded = yaml;
        }
        return null;
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (failing.isReported()) {
            flags.add(Fact.flag(Flag.ABORTED, failing.words()));
        }
        if (section > 0 && !rows) {
            flags.add(Fact.flag(Flag.INCOMPLETE, "the table has no rows"));
        }
        return flags.isEmpty()
                ? List.of()
                : List.of(new Entry.Note(0, section == 0 ? log.section() : section, flags));
    }

    private Entry header(Line line) {
        begin();
        columns = Cells.of(line.text());
        var provider = command == null ? Optional.<String>empty() : LauncherOptions.value(command, "-p");
        return new Entry.Note(line.number(), section,
                provider.map(name -> List.of(new Fact("provider", name))).orElse(List.of()));
    }

    private void begin() {
        if (section == 0) {
            section = log.begin();
            command = log.command().orElse(null);
            var launched = command == null ? Platform.UNKNOWN : LauncherOptions.platform(command, "fi_");
            platform = launched.ranks() == null ? new Platform(null, null, launched.nodes(), TWO_ENDS) : launched;
            stack = new Stack("fabtests", null, "libfabric", log.fact("libfabric_version").orElse(null));
        }
    }

    private Entry row(Line line, Supplier<Measurement> measurement) {
        var entry = Entry.rowOrProblem(line, () -> List.of(measurement.get()));
        rows |= entry instanceof Entry.Row;
        return entry;
    }

    private Measurement tableRow(String text) {
        var cells = Cells.of(text);
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("expected " + columns.size() + " columns, found " + cells.size());
        }
        var bandwidth = decimals(cells.get(columns.indexOf("MB/sec")), 2);
        int transfer = columns.indexOf("usec/xfer");
        var time = transfer < 0 ? null : decimals(cells.get(transfer), 2);
        int rate = columns.indexOf("Mxfers/sec");
        if (rate >= 0) {
            decimals(cells.get(rate), 2);
        }
        boolean hidden = transfer < 0 && rate >= 0 && !Cells.isWhole(cells.get(columns.indexOf("bytes")));
        if (hidden) {
            throw new IllegalArgumentException("the size " + cells.get(columns.indexOf("bytes"))
                    + " is abbreviated, and the column usec/xfer is missing, which would show which it is");
        }
        var size = Size.of(cells.get(columns.indexOf("bytes")), bandwidth, time)
                .orElseThrow(() -> new IllegalArgumentException("the size " + cells.get(columns.indexOf("bytes"))
                        + " is abbreviated, and its bandwidth and time do not show which it is; run the test with -m, which prints it whole"));
        int name = columns.indexOf("name");
        var test = (name < 0 ? Optional.<Workload>empty() : FabtestsOperation.ofRow(cells.get(name)))
                .orElseGet(this::test);
        int iterations = isPingpong() ? columns.indexOf("#sent") : columns.indexOf("iters");
        return measurement(test, size, count(cells.get(iterations)), bandwidth, time);
    }

    private Measurement yamlRow(String text) {
        var values = YamlRow.of(text);
        var size = values.getOrDefault("xfer_size", "");
        var iterations = values.getOrDefault("iterations", "");
        if (!Cells.isWhole(size) || size.length() > 18 || !Cells.isWhole(iterations) || iterations.length() > 18) {
            throw new IllegalArgumentException("xfer_size or iterations is no whole number");
        }
        return measurement(test(), new Bytes(Long.parseLong(size)), Long.parseLong(iterations),
                decimals(values.getOrDefault("MB/sec", ""), 0), decimals(values.getOrDefault("usec/xfer", ""), 0));
    }

    private Measurement measurement(Workload test, Bytes size, long iterations, Decimal bandwidth,
            @Nullable Decimal time) {
        var workload = test.withMessageSize(size).withIterations(iterations);
        return new Measurement(log.source(), section, Objects.requireNonNull(stack),
                Objects.requireNonNull(platform), workload,
                Outcome.of(Micros.ofNullable(time), Bandwidth.ofMegabytesPerSecond(bandwidth), null, null), null,
                NamedValues.NONE);
    }

    private boolean isPingpong() {
        return columns.contains("#ack");
    }

    /** Returns the test named in the command or the file name; otherwise an unspecified transfer. */
    private Workload test() {
        var said = command == null ? Optional.<Workload>empty() : FabtestsOperation.in(command);
        return said.or(() -> FabtestsOperation.in(log.source())).orElseGet(() -> isPingpong()
                ? Workload.of(Operation.SEND, "pingpong")
                : Workload.of(Operation.TRANSFER, null));
    }

    /** Returns whether the cells begin with a size and a count, or are a lone size right below a row, whose rest was cut. */
    private boolean isRow(List<String> cells) {
        int bytes = columns.indexOf("bytes");
        boolean sized = cells.size() > bytes && Size.isOne(cells.get(bytes));
        return sized && (cells.size() == bytes + 1 ? inTable : COUNT.matcher(cells.get(bytes + 1)).matches());
    }

    /** Returns a number; fabtests prints two decimals in its tables, so fewer mean that the cell was cut. */
    private static Decimal decimals(String text, int fewest) {
        int point = text.indexOf('.');
        if (fewest > 0 && (point < 0 || text.length() - point - 1 < fewest)) {
            throw new IllegalArgumentException("no number with two decimals: '" + text + "'");
        }
        return Decimal.require(text);
    }

    /** Returns a count, which may be truncated to decimal thousands, millions or billions: {@code 20k}. */
    private static long count(String text) {
        var count = COUNT.matcher(text);
        if (!count.matches()) {
            throw new IllegalArgumentException("no count of iterations: '" + text + "'");
        }
        long unit = switch (count.group(2)) {
            case "k", "K" -> 1_000;
            case "m", "M" -> 1_000_000;
            case "b", "B" -> 1_000_000_000;
            default -> 1;
        };
        return Math.multiplyExact(Long.parseLong(count.group(1)), unit);
    }

    /** A line printed by {@code -m}: {@code - { xfer_size: 64, iterations: 1000, …, MB/sec: 51.87, usec/xfer: 1.23, Mxfers/sec: 0.81 }}. */
    private static final class YamlRow {

        private static final Pattern BEGIN = Pattern.compile("\\s*- ?\\{.*");
        private static final Pattern ENTRY = Pattern.compile("(?<![A-Za-z_/])([A-Za-z_/]++):\\s*+([^,}\\s]++)");

        static boolean isOne(String line) {
            return line.contains("xfer_size:") && (line.stripLeading().startsWith("-") || line.contains("usec/xfer:"));
        }

        /** Returns the values in a line. @throws IllegalArgumentException if the line is cut */
        static Map<String, String> of(String line) {
            if (!line.stripTrailing().endsWith("}")) {
                throw new IllegalArgumentException("the line is cut: it has no '}' at its end");
            }
            if (!BEGIN.matcher(line).matches()) {
                throw new IllegalArgumentException("the line is cut or torn: it has no '- {' at its beginning");
            }
            var values = new HashMap<String, String>();
            var entry = ENTRY.matcher(line);
            while (entry.find()) {
                if (values.putIfAbsent(entry.group(1), entry.group(2)) != null) {
                    throw new IllegalArgumentException(
                            "two writers on one line: " + entry.group(1) + " is there twice");
                }
            }
            return values;
        }
    }
}

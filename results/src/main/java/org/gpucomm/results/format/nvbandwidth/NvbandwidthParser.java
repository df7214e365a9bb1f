package org.gpucomm.results.format.nvbandwidth;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one run: its banner, and the matrix of each test. Each cell is a measurement. */
public final class NvbandwidthParser extends SectionParser {

    private static final Pattern BANNER = Pattern.compile("nvbandwidth Version: (\\S+)\\s*");
    private static final Pattern RUNNING = Pattern
            .compile("Running ([a-z0-9]+(?:_[a-z0-9]+)*_(?:ce|sm|latency|copy)(?:_[a-z0-9]+)*)\\.\\s*");
    private static final Pattern FACT = Pattern
            .compile(
                    "(Built from Git version|CUDA Runtime Version|CUDA Driver Version(?: \\(API\\))?|Driver Version): (.*\\S|)\\s*");
    private static final Pattern DEVICE = Pattern
            .compile(
                    "(?:Process \\d+ \\(([^)]*)\\): )?[Dd]evice (\\d{1,6}): (.*?) \\([0-9A-Fa-f]+:[0-9A-Fa-f]+:[0-9A-Fa-f.]+\\)\\s*");
    private static final Pattern STATISTIC = Pattern
            .compile("(SUM|MIN|MAX|AVG|COEFFICIENT_OF_VARIATION) ([a-z]\\w+) (\\S+)\\s*");
    private static final String WRONG_PATTERN = "Invalid value when checking the pattern at";
    private static final String WRONG_DATA = "ASSERT in expression h_errorFlag == 0";
    private static final Pattern WAIVED = Pattern.compile("Waived: .*|Waiving .*");

    /** Program name in a command, before its options. */
    private static final String PROGRAM = "nvbandwidth ";
    private static final Pattern BUFFER = Pattern.compile("(?<= )(?:-b|--bufferSize)[ =]?(\\d{1,9})(?= |$)");
    private static final long MIB = 1 << 20;

    private final String commandSaid;
    private final @Nullable Bytes bufferSize;
    private final Set<String> tests = new HashSet<>();
    private final Set<String> gpus = new LinkedHashSet<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    private int devices;
    private @Nullable String version;
    private @Nullable String cuda;
    private @Nullable String test;
    private @Nullable PrintedMatrix matrix;
    private boolean wrongData;
    private boolean banner;
    private boolean rows;
    private boolean rowsOfTest;
    private boolean summed;
    private boolean sums;

    public NvbandwidthParser(Log log) {
        super(log);
        this.commandSaid = log.fact("command").orElse("");
        var command = log.command().orElse("");
        int program = command.indexOf(PROGRAM);
        // options before the program belong to its launcher
        var buffer = BUFFER.matcher(program < 0 ? "" : command.substring(program));
        this.bufferSize = buffer.find() ? new Bytes(Long.parseLong(buffer.group(1)) * MIB) : null;
    }

    public static boolean begins(String line) {
        return line.startsWith("nvbandwidth Version: ") && BANNER.matcher(line).matches()
                || line.startsWith("Running ") && RUNNING.matcher(line).matches()
                || line.startsWith("memcpy ") && PrintedMatrix.of(line) != null || isSum(line);
    }

    /** Returns whether the line is the sum of a missing matrix, as after {@code nvbandwidth | grep SUM}. */
    private static boolean isSum(String line) {
        return line.startsWith("SUM ") && line.contains("memcpy") && STATISTIC.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.isBlank()) {
            if (rowsOfTest) {
                matrix = null;
            }
            return null;
        }
        if (test == null && !rowsOfTest && isSum(text)) {
            return sum(line);
        }
        if (begins(text) && isNext(text)) {
            return null;
        }
        if (matrix != null) {
            var cells = Cells.of(text);
            if (!matrix.hasColumns() && matrix.takesColumns(cells)) {
                return note(line);
            }
            if (matrix.hasColumns() && matrix.isRow(cells)) {
                return row(line, cells, matrix);
            }
        }
        var described = PrintedMatrix.of(text);
        if (described != null) {
            matrix = described;
            var other = PrintedMatrix.otherDevice(text);
            return other != null && gpus.add(other) ? note(line, new Fact("gpu", other)) : note(line);
        }
        var facts = facts(text);
        if (facts != null) {
            return note(line, facts);
        }
        return isFailure(text) ? failure(line) : null;
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (wrongData) {
            flags.add(Fact.flag(Flag.WRONG_DATA, failure()));
        }
        if (failure() != null) {
            flags.add(Fact.flag(Flag.ABORTED, failure()));
        } else if (sums && !summed && test != null) {
            flags.add(Fact.flag(Flag.INCOMPLETE, test + " has no sum as the tests before it have"));
        } else if (!rows) {
            flags.add(Fact.flag(Flag.INCOMPLETE, "no test has a matrix"));
        }
        return ending(flags);
    }

    /** Returns whether the line begins another run: a banner after tests, a test that ran before, or any beginning after a command. */
    private boolean isNext(String text) {
        boolean begun = test != null || rows;
        if (begun && !log().fact("command").orElse("").equals(commandSaid)) {
            return true;
        }
        var running = RUNNING.matcher(text);
        return BANNER.matcher(text).matches() ? banner || begun : running.matches() && tests.contains(running.group(1));
    }

    private Entry row(Line line, List<String> cells, PrintedMatrix current) {
        var name = test == null ? current.test() : test;
        if (name == null) {
            return problem(line, "no line said which test this matrix is of: \"Running <test>.\" is missing above it");
        }
        return row(line, () -> {
            var measurements = current.read(cells).stream().map(cell -> measurement(name, current, cell)).toList();
            rows = true;
            rowsOfTest = true;
            return measurements;
        });
    }

    private Entry sum(Line line) {
        var cells = Cells.of(line.text());
        return row(line, () -> {
            var sum = Bandwidth.ofGigabytesPerSecond(Decimal.require(cells.getLast()));
            rows = true;
            return List.of(measurement(cells.get(1) + "+sum", Outcome.of(null, sum, null, null), NamedValues.NONE));
        });
    }

    private Measurement measurement(String name, PrintedMatrix current, PrintedMatrix.MatrixCell cell) {
        return measurement(current.part() == null ? name : name + "+" + current.part(), cell.outcome(),
                NamedValues.of("row", cell.row()).with("column", cell.column()));
    }

    private Measurement measurement(String variant, Outcome outcome, NamedValues settings) {
        var copy = Workload.of(Operation.MEMCPY, variant);
        // a latency is measured on single cache lines and has no buffer
        boolean isSized = bufferSize != null && outcome.time() == null;
        return measurement(new Stack("nvbandwidth", version, "cuda", cuda), Platform.of(gpus, hosts, devices),
                isSized ? copy.withMessageSize(bufferSize) : copy, outcome, settings);
    }

    /** Returns the facts in a line outside the matrices; null if the line is not from nvbandwidth. */
    private @Nullable List<Fact> facts(String text) {
        var running = RUNNING.matcher(text);
        if (running.matches()) {
            test = running.group(1);
            tests.add(test);
            matrix = null;
            rowsOfTest = false;
            summed = false;
            return List.of();
        }
        var named = BANNER.matcher(text);
        if (named.matches()) {
            banner = true;
            version = named.group(1);
            return List.of(new Fact("nvbandwidth_version", named.group(1)));
        }
        var statistic = STATISTIC.matcher(text);
        if (statistic.matches()) {
            summed = true;
            sums |= rowsOfTest;
            matrix = null;
            return List.of(new Fact(statistic.group(1).toLowerCase(Locale.ROOT) + ":" + statistic.group(2),
                    statistic.group(3)));
        }
        if (WAIVED.matcher(text).matches()) {
            summed = true;
            return List.of(new Fact("status:" + (test == null ? "a test" : test), "Waived"));
        }
        if (text.startsWith("NOTE: The reported results")) {
            return List.of();
        }
        var device = DEVICE.matcher(text);
        return device.matches() ? device(device.group(1), device.group(3)) : version(text);
    }

    private List<Fact> device(@Nullable String host, String gpu) {
        var facts = new ArrayList<Fact>();
        devices++;
        if (gpus.add(gpu)) {
            facts.add(new Fact("gpu", gpu));
        }
        if (host != null && hosts.add(host)) {
            facts.add(new Fact("host", host));
        }
        return facts;
    }

    private @Nullable List<Fact> version(String text) {
        var fact = FACT.matcher(text);
        if (!fact.matches()) {
            return null;
        }
        if (fact.group(1).equals("CUDA Runtime Version")) {
            cuda = fact.group(2);
            return List.of(new Fact("cuda_version", fact.group(2)));
        }
        return fact.group(1).equals("Driver Version")
                ? List.of(new Fact("driver_version", fact.group(2)))
                : List.of();
    }

    /** Reports a failure; the program compares copied data with a pattern, and stops at a difference. */
    private Entry failure(Line line) {
        wrongData |= line.text().contains(WRONG_PATTERN) || line.text().contains(WRONG_DATA);
        return failed(line);
    }

    private static boolean isFailure(String text) {
        return text.startsWith("ERROR: ") || text.startsWith("[CUDA") && text.contains(" in expression ")
                || text.contains("ASSERT in expression ") || text.contains(WRONG_PATTERN);
    }

}

package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;
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
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one table with its banner and footer; each row gives a measurement for each group of columns. */
public final class LibefaxxParser extends SectionParser {

    private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d{1,2}");
    private static final Pattern PROGRESS = Pattern.compile("\\[[^\\]]+\\] \\[\\d+\\.\\d+s\\] ops=\\d+/\\d+ .*");
    private static final String COMPLETE = "# Benchmark complete.";
    private static final String SHARE = "BusBW(%)";
    private static final String LATENCY = "Lat(us)";

    private final LibefaxxBanner banner = new LibefaxxBanner();
    private List<ColumnGroup> groups = List.of();
    private int width;
    private boolean counted;
    private boolean queue;
    private boolean begun;
    private boolean complete;
    private @Nullable Operation operation;

    public LibefaxxParser(Log log) {
        super(log);
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return LibefaxxBanner.isTitle(line) || LibefaxxBanner.isSetting(line) || !groups(line).isEmpty();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (PROGRESS.matcher(text).matches()) {
            return note(line);
        }
        var header = groups(text);
        if (!header.isEmpty()) {
            return complete || begun ? null : header(line, header);
        }
        if (!groups.isEmpty()) {
            var cells = Cells.of(text);
            if (isRow(cells)) {
                return row(line, cells);
            }
        }
        if (text.startsWith("#")) {
            return comment(line);
        }
        return aside(line);
    }

    @Override
    public @Nullable Entry aside(Line line) {
        return line.text().contains("Fatal error: ") ? failed(line) : null;
    }

    @Override
    public List<Entry> end() {
        if (failure() != null) {
            return ending(List.of(Fact.flag(Flag.ABORTED, failure())));
        }
        boolean cut = !complete && !queue || !hasRows();
        return ending(cut
                ? List.of(Fact.flag(Flag.INCOMPLETE, hasRows() ? "the table has no footer" : "the table has no rows"))
                : List.of());
    }

    private @Nullable Entry comment(Line line) {
        var text = line.text().strip();
        if (text.equals(COMPLETE)) {
            if (complete || groups.isEmpty()) {
                return null;
            }
            complete = true;
            groups = List.of();
            return note(line);
        }
        boolean ofBanner = LibefaxxBanner.isTitle(text) || LibefaxxBanner.isSetting(text);
        if (ofBanner && (begun || complete)) {
            return null;
        }
        if (ofBanner) {
            banner.read(text);
            return banner.ranks() != null && text.startsWith("# nranks")
                    ? note(line, new Fact("ranks", banner.ranks().toString()))
                    : note(line);
        }
        boolean blank = text.equals("#") || text.startsWith("# BusBW: ");
        return blank && !complete ? note(line) : null;
    }

    private Entry header(Line line, List<ColumnGroup> found) {
        groups = found;
        width = found.getLast().latency() + 1;
        counted = found.getFirst().bandwidth() == 2;
        // tables of the queue have operations per second, and therefore no share of a link
        queue = found.stream().allMatch(group -> group.efficiency() < 0);
        operation = queue ? Operation.QUEUE : banner.operation(log().command().orElse(""), log().source());
        return note(line);
    }

    /** Returns whether the cells begin like a row, whole or not: other text may have been written into it. */
    private static boolean isRow(List<String> cells) {
        return cells.size() > 1 && Cells.isWhole(cells.getFirst()) && Decimal.parse(cells.get(1)).isPresent();
    }

    private Entry row(Line line, List<String> cells) {
        begun = true;
        if (cells.size() != width) {
            return problem(line, "expected " + width + " columns, found " + cells.size()
                    + ": the row is torn, or two are on one line");
        }
        if (operation == null) {
            return problem(line, "the operation is not known: neither title nor pattern of this table tells; "
                    + "name the file like libefaxx_write.log");
        }
        return row(line, () -> measurements(cells, operation));
    }

    private List<Measurement> measurements(List<String> cells, Operation measured) {
        if (cells.getFirst().length() > 18) {
            throw new IllegalArgumentException("the size is no number of bytes: '" + cells.getFirst() + "'");
        }
        var size = new Bytes(Long.parseLong(cells.getFirst()));
        // elements have four bytes, which checks both numbers
        if (counted && !cells.get(1).equals(Long.toString(size.count() / 4))) {
            throw new IllegalArgumentException(
                    "the count is not a quarter of the size: " + cells.get(1) + " of " + size.count() + " bytes");
        }
        var measurements = new ArrayList<Measurement>(groups.size());
        for (var group : groups) {
            var workload = Workload.of(measured, variant(group)).withMessageSize(size)
                    .withIterations(banner.iterations());
            measurements.add(measurement(stack(group), platform(), workload, outcome(group, cells), NamedValues.NONE));
        }
        return measurements;
    }

    private Outcome outcome(ColumnGroup group, List<String> cells) {
        return new Outcome(Micros.of(number(cells, group.latency())), null, null, null, null,
                queue ? null : Bandwidth.ofGigabitsPerSecond(number(cells, group.bandwidth())), null, null,
                null, null, group.efficiency() < 0 ? null : number(cells, group.efficiency()),
                queue ? NamedValues.of("rate_Mops", number(cells, group.bandwidth()).text()) : NamedValues.NONE);
    }

    private String variant(ColumnGroup group) {
        var parts = new ArrayList<String>(List.of(group.variant()));
        parts.addAll(banner.features());
        return String.join("+", parts);
    }

    /** Returns the stack by the name of the group: IPC is CUDA's own, IB is verbs, and all others are libfabric. */
    private static Stack stack(ColumnGroup group) {
        var library = group.name().startsWith("IPC") ? "cuda" : group.name().startsWith("IB") ? "ibverbs" : "libfabric";
        return new Stack("libefaxx", null, library, null);
    }

    private Platform platform() {
        return new Platform(null, log().fact("gpu").orElse(null), null, banner.ranks());
    }

    /** Returns the number in a column; all have one or two decimals, and one without decimals was cut. */
    private static Decimal number(List<String> cells, int column) {
        var text = cells.get(column);
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "column " + (column + 1) + " is no number with decimals: '" + text + "'");
        }
        return new Decimal(text);
    }

    /**
     * Returns the groups in the header of a printed table: {@code size count}, then the name, {@code BusBW(%)} and {@code Lat(us)} of each
     * group; empty if the line is not a header. Names are arbitrary. Tables of the queue have neither a count
     * nor a share of a link.
     */
    private static List<ColumnGroup> groups(String line) {
        if (!line.contains(LATENCY) || line.length() > 4000) {
            return List.of();
        }
        var cells = Cells.of(line);
        int from = cells.size() > 1 && cells.get(1).equals("count") ? 2 : 1;
        if (!cells.getFirst().equals("size")) {
            return List.of();
        }
        var groups = new ArrayList<ColumnGroup>();
        while (from < cells.size()) {
            int share = from + 1 < cells.size() && cells.get(from + 1).equals(SHARE) ? from + 1 : -1;
            int latency = share < 0 ? from + 1 : from + 2;
            boolean named = !cells.get(from).equals(SHARE) && !cells.get(from).equals(LATENCY);
            if (!named || latency >= cells.size() || !cells.get(latency).equals(LATENCY)) {
                return List.of();
            }
            groups.add(new ColumnGroup(cells.get(from), from, share, latency));
            from = latency + 1;
        }
        return groups;
    }
}

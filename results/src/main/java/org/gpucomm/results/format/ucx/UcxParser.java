package org.gpucomm.results.format.ucx;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: a box of settings, a box of columns, progress, the final line. Lines of progress are not results: their numbers are
 * those of the run so far, and count only if a log was cut and its reader may assume likely values. Before version 1.10 nothing
 * distinguishes progress from the result, so the last line is the result.
 */
public final class UcxParser extends SectionParser {

    private static final Pattern SETTING = Pattern
            .compile(
                    "^\\s*\\| (API|Test|Data layout|Send memory|Recv memory|Message size|Window size|AM header size|Iov count):\\s++(.*\\S|)\\s*\\|\\s*$");
    private static final Pattern PROGRESS = Pattern.compile("^[\\s|]*+(?:\\S+,)?\\[thread \\d+][\\s|]*\\d.*");
    private static final Pattern THREAD = Pattern.compile("^.*\\[thread \\d+]");
    private static final Pattern FINAL = Pattern.compile("^[\\s|]*Final:(.*)");
    /** Row of a batch file, or of a build without threads, with no word or the name of the test before the numbers. */
    private static final Pattern NAMED = Pattern
            .compile(
                    "^(?=[\\s|A-Za-z])[\\s|]*+(?:([A-Za-z][\\w./-]*+)[\\s|]++)?+((?:[\\d.,]++[\\s|]++){7}[\\d.,]++)[\\s|]*$");
    /** {@code +tag_lat/8b---+--------------+}: the test of a batch file, above its numbers. */
    private static final Pattern TEST_OF_BATCH = Pattern.compile("^\\+([A-Za-z][\\w./]*)-+\\+[-+]*$");
    private static final Pattern BOX = Pattern.compile("^\\s*(?:\\+[-+]+\\+|\\|.*\\|)\\s*$");
    private static final Pattern UNMARKED = Pattern
            .compile("\\s*\\d{1,12}(?:\\s+\\d{1,12}\\.\\d{3}){3}(?:\\s+\\d{1,12}\\.\\d\\d){2}(?:\\s+\\d{1,12}){2}\\s*");
    private static final Pattern GROUPED = Pattern.compile("\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?");
    private static final Pattern FAILURE = Pattern.compile("\\bUCX\\s+ERROR\\b|ucx_perftest\\.c:\\d+ +UCX +ERROR");
    /** Operations and variants by parts of the names of tests; the first one found in a name decides. */
    private static final List<Map.Entry<String, Workload>> KINDS = List.of(
            Map.entry("fetch", Workload.of(Operation.ATOMIC, "fetch-add")),
            Map.entry("fadd", Workload.of(Operation.ATOMIC, "fetch-add")),
            Map.entry("cswap", Workload.of(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("compare", Workload.of(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("swap", Workload.of(Operation.ATOMIC, "swap")),
            Map.entry("add", Workload.of(Operation.ATOMIC, "add")),
            Map.entry("atomic", Workload.of(Operation.ATOMIC, null)),
            Map.entry("sync", Workload.of(Operation.SEND, "tag+sync")),
            Map.entry("tag", Workload.of(Operation.SEND, "tag")),
            Map.entry("stream", Workload.of(Operation.SEND, "stream")),
            Map.entry("active", Workload.of(Operation.SEND, "active-message")),
            Map.entry("am_", Workload.of(Operation.SEND, "active-message")),
            Map.entry("put", Workload.of(Operation.PUT, null)),
            Map.entry("get", Workload.of(Operation.GET, null)));
    private static final int EVERY_NUMBER = 8;
    private static final int SHORTEST_ROW = 40;
    private static final int LONGEST_ROW = 130;
    /** Column of the bandwidth since the progress before, in MiB/s. */
    private static final int BANDWIDTH_OF_INTERVAL = 4;
    private static final int FEWEST_INTERVALS = 4;
    /** Ratio of two intervals from which their mean is that of two states. */
    private static final double SWING = 2;
    private static final Stack STACK = new Stack("ucx-perftest", null, "ucx", null);

    private final @Nullable String command;
    private final Map<String, String> settings = new HashMap<>();
    private @Nullable UcxColumns layout;
    private @Nullable String name;
    private @Nullable Line progress;
    /** Whether an interval was reported; the first includes the start and does not count. */
    private boolean isStarted;
    /** Bandwidths in GB/s of all intervals but the first. */
    private final DoubleSummaryStatistics intervals = new DoubleSummaryStatistics();

    public UcxParser(Log log) {
        super(log);
        this.command = log.command().orElse(null);
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return UcxColumns.isHeader(line) || isSetting(line) || isUnmarked(line);
    }

    private static boolean isUnmarked(String line) {
        return line.length() >= SHORTEST_ROW && line.length() <= LONGEST_ROW && UNMARKED.matcher(line).matches();
    }

    static boolean isSetting(String line) {
        return line.indexOf("| ") >= 0 && SETTING.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (isSetting(text)) {
            return hasRows() || layout != null ? null : setting(line);
        }
        if (UcxColumns.isHeader(text)) {
            if (layout != null) {
                return null;
            }
            layout = UcxColumns.of(text);
            return note(line);
        }
        var last = FINAL.matcher(text);
        if (last.matches()) {
            return result(line, numbers(last.group(1)));
        }
        if ((layout == null || layout.unmarked()) && isUnmarked(text)) {
            layout = UcxColumns.OLD;
            progress = line;
            return note(line);
        }
        if (layout != null && !PROGRESS.matcher(text).matches()) {
            var numbers = layout.csv() ? csv(text) : numbersBehindName(text);
            if (!numbers.isEmpty()) {
                return result(line, numbers);
            }
        }
        if (FAILURE.matcher(text).find()) {
            return failed(line);
        }
        var batch = TEST_OF_BATCH.matcher(text);
        if (batch.matches()) {
            name = batch.group(1);
            return note(line);
        }
        if (PROGRESS.matcher(text).matches()) {
            progress = line;
            addInterval(numbers(THREAD.matcher(text).replaceFirst("")));
            return note(line);
        }
        return BOX.matcher(text).matches() ? note(line) : null;
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (failure() != null) {
            flags.add(Fact.flag(Flag.ABORTED, failure()));
        }
        var rows = new ArrayList<Entry>();
        if (!hasRows()) {
            boolean unmarked = layout != null && layout.unmarked();
            if ((log().assumes() || unmarked) && progress != null) {
                // The line itself was already given as a note.
                rows.add(
                        result(Line.of(0, progress.text()), numbers(THREAD.matcher(progress.text()).replaceFirst(""))));
            }
            if (!hasRows() || !unmarked) {
                flags.add(Fact.flag(Flag.INCOMPLETE, "there is no final line, only progress"));
            }
        }
        if (intervals.getCount() >= FEWEST_INTERVALS && intervals.getMax() >= SWING * intervals.getMin()) {
            flags.add(new Fact(Fact.SWING, String.format(Locale.ROOT, "%.1f to %.1f GB/s", intervals.getMin(),
                    intervals.getMax())));
        }
        rows.addAll(ending(flags));
        return rows;
    }

    private void addInterval(List<String> numbers) {
        var bandwidth = numbers.size() == EVERY_NUMBER
                ? Decimal.parse(numbers.get(BANDWIDTH_OF_INTERVAL)).map(Bandwidth::ofMebibytesPerSecond)
                : Optional.<Bandwidth>empty();
        if (bandwidth.isPresent() && isStarted) {
            intervals.accept(bandwidth.get().doubleValue());
        }
        isStarted |= bandwidth.isPresent();
    }

    private Entry setting(Line line) {
        var setting = SETTING.matcher(line.text());
        if (!setting.matches()) {
            return note(line);
        }
        var name = setting.group(1).toLowerCase(Locale.ROOT).replace(' ', '_');
        settings.put(name, setting.group(2));
        return note(line, new Fact("ucx_" + name, setting.group(2)));
    }

    private Entry result(Line line, List<String> numbers) {
        return row(line, () -> List.of(measurement(numbers)));
    }

    private Measurement measurement(List<String> numbers) {
        var names = UcxColumns.names(numbers.size());
        var values = new HashMap<String, Decimal>();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), Decimal.require(numbers.get(i)));
        }
        if (numbers.size() < EVERY_NUMBER && !isOfThreads(numbers)) {
            throw new IllegalArgumentException("the final line is cut: it has " + numbers.size() + " numbers of 8");
        }
        var test = test();
        var iterations = numbers.getFirst();
        var workload = test.withMessageSize(size().orElse(null)).withIterations(
                Cells.isWhole(iterations) && iterations.length() < 19 ? Long.parseLong(iterations) : null);
        return measurement(STACK, new Platform(null, null, null, 2), workload, outcome(values), NamedValues.NONE);
    }

    private Outcome outcome(Map<String, Decimal> values) {
        var percentile = layout == null ? "" : layout.percentile();
        var at = Micros.ofNullable(values.get("percentile"));
        var bandwidth = values.get("bandwidth");
        return new Outcome(Micros.ofNullable(values.get("time")), null, isPercentile(percentile, 50) ? at : null,
                isPercentile(percentile, 99) ? at : null, null,
                bandwidth == null ? null : Bandwidth.ofMebibytesPerSecond(bandwidth), null, null, null, null, null,
                NamedValues.NONE.withNullable("rate_per_s", values.get("rate")));
    }

    /** Returns the test named in the box, the command or the table; otherwise an unspecified transfer. */
    private Workload test() {
        var named = Optional.ofNullable(settings.get("test")).flatMap(UcxParser::named);
        var test = named
                .or(() -> Optional.ofNullable(command).flatMap(words -> LauncherOptions.value(words, "-t"))
                        .flatMap(UcxParser::named))
                .or(() -> Optional.ofNullable(name).flatMap(UcxParser::named))
                .orElse(Workload.of(Operation.TRANSFER, null));
        var send = settings.getOrDefault("send_memory", "");
        var receive = settings.getOrDefault("recv_memory", "");
        boolean namesMemories = !send.isEmpty() && !receive.isEmpty()
                && !(send.equals("host") && receive.equals("host"));
        return namesMemories ? test.with(send + "-to-" + receive) : test;
    }

    private Optional<Bytes> size() {
        var boxed = Optional.ofNullable(settings.get("message_size"));
        return boxed.or(() -> Optional.ofNullable(command).flatMap(words -> LauncherOptions.value(words, "-s")))
                .filter(size -> Cells.isWhole(size) && size.length() < 19).map(size -> new Bytes(Long.parseLong(size)));
    }

    /** Returns the numbers in a text, without the commas between thousands that {@code -N} prints. */
    private static List<String> numbers(String text) {
        return Cells.of(text.replace('|', ' ')).stream()
                .map(cell -> GROUPED.matcher(cell).matches() ? cell.replace(",", "") : cell).toList();
    }

    /**
     * Returns whether numbers are those of several threads: a time with three decimals, a bandwidth with two, a whole rate. A cut line of
     * one thread differs.
     */
    private static boolean isOfThreads(List<String> numbers) {
        return numbers.get(1).matches("\\d+\\.\\d{3}") && numbers.get(2).matches("\\d+\\.\\d{2}")
                && Cells.isWhole(numbers.get(3));
    }

    private static boolean isPercentile(String text, int rank) {
        return text.equals(rank + ".0") || text.equals(String.valueOf(rank));
    }

    /** Returns the numbers of a row of CSV, after the names of a batch file's tests; empty if the line is not a row. */
    private List<String> csv(String text) {
        var cells = new ArrayList<>(List.of(text.strip().split(",")));
        while (cells.size() > 1 && !cells.getFirst().isEmpty() && Character.isLetter(cells.getFirst().charAt(0))) {
            name = cells.removeFirst();
        }
        return cells.size() > 1 && Decimal.parse(cells.getFirst()).isPresent() ? cells : List.of();
    }

    private List<String> numbersBehindName(String text) {
        var row = NAMED.matcher(text);
        if (!row.matches()) {
            return List.of();
        }
        if (row.group(1) != null) {
            name = row.group(1);
        }
        return numbers(row.group(2));
    }
    /** Returns the test with a name, that of {@code Test:} in the box or of {@code -t}: {@code tag match bandwidth}, {@code tag_bw}. */
    private static Optional<Workload> named(String name) {
        return KINDS.stream().filter(kind -> name.toLowerCase(Locale.ROOT).contains(kind.getKey())).findFirst()
                .map(Map.Entry::getValue);
    }
}

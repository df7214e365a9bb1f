package org.gpucomm.results.format.perftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.FailureLines;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: title, settings, addresses, a header, rows, a rule. If client and server wrote to one log, their lines alternate: the
 * second title ends a run without rows, and the second header repeats the first.
 */
public final class PerftestParser implements Format.Parser {

    private static final Pattern FAILURE = Pattern.compile(
            "Couldn't connect to \\S+:\\d+|Unable to init the socket connection|Unable to open file descriptor for socket"
                    + "|Failed to modify (?:\\w+ )?QP|Failed status \\d+: wr_id"
                    + "|IB device \\S+ not found|Unable to find the Infiniband/RoCE device|Couldn't (?:create|allocate|post|get|open) "
                    + "|Failed to (?:exchange data between|deallocate|complete run_iter|create QP|open IB|connect QP)"
                    + "|(?<= )Unable to (?:create|connect|perform|set up|write to|read from) |ethernet_read_keys: Couldn't read"
                    + "|Problems with warm up|Did not get Message for \\d+ Seconds|Found Incompatibility issue");
    /** Words, one of them in every failure; searching for them first saves the pattern on most lines of a long log. */
    private static final List<String> OF_FAILURES = List.of("Couldn't", "Unable", "Failed", "Completion with error",
            "IB device", "ethernet_read_keys", "Problems with", "Did not get", "Found Incompatibility");
    /** Begins where blanks begin; otherwise a blank line would be tried at each of its blanks. */
    private static final Pattern COLON = Pattern.compile("(?<!\\s)\\s*+:\\s+");
    private static final Pattern RULE = Pattern.compile("^\\s*-{20,}\\s*$");
    private static final Pattern ADDRESS = Pattern
            .compile("^\\s*(?:local|remote) address:|^\\s*GID:\\s|^\\s*\\[?(?:local|remote) ");
    private static final Pattern REMARK = Pattern.compile(
            "^\\s*(?:WARNING: |Conflicting CPU frequency|CPU Frequency is not max|\\* Waiting for client to connect"
                    + "|Waiting for client rdma_cm|\\*{10,}\\s*$|Requested mtu is higher|test_time|initializing CUDA|Listing all CUDA"
                    + "|Picking device|\\[pid = \\d+|creating CUDA|making it the current|cuMemAlloc|allocated GPU buffer|deallocating)");
    private static final Map<String, String> KEPT = Map.of("Number of qps", "qps", "Connection type", "connection",
            "Transport type", "transport", "Link type", "link", "Mtu", "mtu", "TX depth", "tx_depth");
    private static final Platform TWO_ENDS = new Platform(null, null, null, 2);
    /** Title of a run without one: a transfer of unknown kind. */
    private static final PerftestTitle UNNAMED = new PerftestTitle(Operation.TRANSFER, List.of());
    private static final Stack STACK = new Stack("perftest", null, "ibverbs", null);

    private final Log log;
    private NamedValues settings = NamedValues.NONE;
    private @Nullable PerftestTitle title;
    private @Nullable String titleText;
    private @Nullable PerftestColumns columns;
    private int section;
    private boolean rows;
    private boolean closed;
    private final FailureLines failing = new FailureLines();
    private boolean overtaken;

    public PerftestParser(Log log) {
        this.log = log;
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return PerftestTitle.isOne(line) || PerftestColumns.isHeader(line) || isFailure(line);
    }

    static boolean isFailure(String line) {
        for (var word : OF_FAILURES) {
            for (int at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
                if (FAILURE.matcher(line).useTransparentBounds(true).region(at, line.length()).lookingAt()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (PerftestTitle.isOne(text)) {
            return title(line);
        }
        if (PerftestColumns.isHeader(text)) {
            return rows ? null : header(line);
        }
        if (columns != null) {
            var cells = Cells.of(text);
            if (isRow(cells, columns)) {
                return row(line, cells, columns);
            }
        }
        if (isFailure(text)) {
            return failing.reported(line, section == 0 ? log.section() : section, log);
        }
        return section == 0 ? null : remark(line);
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (failing.isReported()) {
            flags.add(Fact.flag(Flag.ABORTED, failing.words()));
        }
        if (section > 0 && !overtaken && !(rows && closed)) {
            flags.add(Fact.flag(Flag.INCOMPLETE, rows ? "the table has no rule below it" : "there are no rows"));
        }
        return flags.isEmpty()
                ? List.of()
                : List.of(new Entry.Note(0, section == 0 ? log.section() : section, flags));
    }

    private @Nullable Entry title(Line line) {
        var text = line.text().strip();
        if (titleText != null || columns != null) {
            // the table of the other end, whose rows follow the second title
            overtaken = text.equals(titleText) && columns == null;
            return null;
        }
        begin();
        titleText = text;
        title = PerftestTitle.of(line.text()).orElseThrow();
        return Entry.Note.of(line.number(), section);
    }

    private Entry header(Line line) {
        begin();
        columns = PerftestColumns.of(line.text());
        return Entry.Note.of(line.number(), section);
    }

    private void begin() {
        if (section == 0) {
            section = log.begin();
        }
    }

    private Entry row(Line line, List<String> cells, PerftestColumns table) {
        if (title == null) {
            title = log.command().flatMap(PerftestTitle::ofProgram).or(() -> PerftestTitle.ofProgram(log.source()))
                    .orElse(UNNAMED);
        }
        var known = title;
        var row = new PerftestRow(table.of(cells), cells);
        var entry = Entry.rowOrProblem(line, () -> List.of(new Measurement(log.source(), section, STACK, TWO_ENDS,
                row.workload(known), row.outcome(), null, row.settings(settings))));
        if (entry instanceof Entry.Row) {
            rows = true;
            closed = false;
        }
        return entry;
    }

    private @Nullable Entry remark(Line line) {
        var text = line.text();
        if (RULE.matcher(text).matches()) {
            closed = rows;
            return Entry.Note.of(line.number(), section);
        }
        if (ADDRESS.matcher(text).find() || REMARK.matcher(text).find()) {
            return Entry.Note.of(line.number(), section);
        }
        var facts = settings(text);
        return facts.isEmpty() ? null : new Entry.Note(line.number(), section, facts);
    }

    private List<Fact> settings(String text) {
        if (columns != null || text.indexOf(" :") < 0 && text.indexOf("\t:") < 0 && text.indexOf("order:") < 0) {
            return List.of();
        }
        var facts = new ArrayList<Fact>();
        for (var part : Cells.apart(COLON.matcher(text).replaceAll(": "))) {
            int colon = part.indexOf(": ");
            if (colon > 0) {
                var name = part.substring(0, colon).strip();
                var value = part.substring(colon + 2).strip();
                facts.add(new Fact(name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_"), value));
                if (KEPT.containsKey(name)) {
                    settings = settings.with(KEPT.get(name), value.replace("[B]", ""));
                }
            }
        }
        return facts;
    }

    /** Returns whether the cells are a size and a count, or the rest of such a row; below the rule, only whole rows count. */
    private boolean isRow(List<String> cells, PerftestColumns table) {
        boolean numbers = !cells.isEmpty() && Cells.isWhole(cells.getFirst())
                && (cells.size() == 1 || Character.isDigit(cells.get(1).charAt(0)));
        return numbers && (!closed || cells.size() == table.names().size());
    }
}

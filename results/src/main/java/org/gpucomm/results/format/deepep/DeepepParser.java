package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
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

/**
 * Parser of one run of one test. Results are the tries of each tuning and their best. In the low-latency test each rank prints for itself,
 * so a line of any writer during a run belongs to that run.
 */
public final class DeepepParser implements Format.Parser {

    private static final Pattern CONFIG = Pattern.compile("\\[config\\] (num_tokens=.*)");
    private static final Pattern SETTING = Pattern.compile("\\b(num_\\w++|hidden)=(\\w+)");
    private static final Pattern SIZES = Pattern.compile(
            "num_tokens, hidden, num_ranks, num_experts (\\d{1,9}) (\\d{1,9}) (\\d{1,7}) (\\d{1,9})\\s*");
    private static final Pattern TESTING = Pattern
            .compile("\\[testing\\] Running with .*? \\(async=\\w+, previous=\\w+\\) \\.\\.\\.(.*)");
    private static final Pattern CASE = Pattern.compile("\\s*> Testing with (\\w+=.*?) \\.\\.\\.\\s*(.*)");
    private static final Pattern RANKS = Pattern.compile("\\s*> Ranks: (\\d{1,6}) x (\\d{1,6})\\s*");
    private static final Pattern OF_RESULT = Pattern.compile("ispatch|ombine|tuning\\]|\\bEP:");
    private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("\\d ?(?:GB/s|us\\b)");
    private static final Pattern OF_ELASTIC = Pattern
            .compile("\\s*> (?:Experts: \\d+/\\d+|Tokens: \\d+ \\(max: .*|#SM: \\d+, .*)\\s*");

    private final Log log;
    private final DeepepRuns runs;
    private final Sweep sweep = new Sweep();
    private int section;
    private boolean results;
    private boolean tried;
    private final Set<String> bests = new HashSet<>();
    private int unpassed;
    private final FailureLines failing = new FailureLines();
    private boolean joined;
    private String commandSaid = "";
    private @Nullable NamedValues config;
    private @Nullable String test;
    private @Nullable String datatype;
    private @Nullable Integer ranks;
    private @Nullable Integer nodes;
    private HybridLine.@Nullable Heading heading;

    public DeepepParser(Log log) {
        this.log = log;
        this.runs = log.shared(DeepepRuns.class, DeepepRuns::new);
    }

    public static boolean begins(String line) {
        if (line.isEmpty()) {
            return false;
        }
        return switch (line.charAt(0)) {
            case '[' -> line.startsWith("[config] num_tokens=") || line.startsWith(TunedLine.BEST)
                    || TunedLine.isTry(line) || line.startsWith("[layout] Kernel performance: ")
                    || TESTING.matcher(line).matches() || LowLatency.isOne(line) || HybridLine.isOne(line);
            case 'd', 'c', 'f', 'H' -> HybridLine.isOne(line);
            case '=' -> HybridLine.Heading.in(line) != null;
            case 'D' -> LowLatency.isOne(line);
            case 'n' -> SIZES.matcher(line).matches();
            case ' ', '*', '-', '#', '@', '+' -> ElasticBufferRow.isOne(line)
                    || line.contains("> Ranks: ") && RANKS.matcher(line).matches();
            default -> false;
        };
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.isBlank()) {
            return null;
        }
        if (begins(text)) {
            return isNext(text) ? null : own(line);
        }
        if (section == 0) {
            return null;
        }
        if (isElided(text.strip())) {
            sweep.lost();
            return null;
        }
        var tested = CASE.matcher(text);
        if (tested.matches()) {
            test = tested.group(1).replace(", ", ";");
            datatype = test.contains("use_fp8_dispatch=True")
                    ? "fp8"
                    : test.contains("use_fp8_dispatch=False")
                            ? "bf16"
                            : null;
            return note(line, List.of());
        }
        if (unpassed > 0 && text.strip().equals("passed")) {
            unpassed--;
            return note(line, List.of());
        }
        if (runs.ofAllRanks && LowLatency.isRest(text)) {
            return Entry.Problem.of(line, "the result is cut or torn: expected numbers of dispatch and of combine");
        }
        if (text.startsWith("[tuning") || OF_RESULT.matcher(text).find() && NUMBER_WITH_UNIT.matcher(text).find()) {
            return Entry.Problem.of(line, "a result that is cut or torn");
        }
        boolean known = OF_ELASTIC.matcher(text).matches() || text.startsWith("Allocating buffer size: ")
                || text.startsWith("Running all test cases:");
        if (!known && isFailure(text)) {
            return failing.reported(line, section, log);
        }
        return known ? note(line, List.of()) : null;
    }

    /** Returns whether the line stands for lines that were left out: {@code ... (tuning left out) ...}. */
    private static boolean isElided(String text) {
        return Stream.of("...", "\u2026").anyMatch(dots -> text.startsWith(dots) && text.endsWith(dots));
    }

    @Override
    public List<Entry> end() {
        if (section == 0 || joined) {
            return List.of();
        }
        if (unpassed > 0 || failing.isReported()) {
            return List.of(new Entry.Note(0, section, List.of(Fact.flag(Flag.ABORTED,
                    failing.isReported() ? failing.words() : "a correctness test did not say that it passed"))));
        }
        return results || runs.results
                ? List.of()
                : List.of(new Entry.Note(0, section,
                        List.of(Fact.flag(Flag.INCOMPLETE, "the run has no result, only what comes before one"))));
    }

    /**
     * Returns whether the line belongs to another run: the configuration precedes results and is printed once, a test after results and any
     * line after a command begin the next run.
     */
    private boolean isNext(String text) {
        if (section == 0) {
            return false;
        }
        if (text.startsWith(TunedLine.BEST) && bests.contains(kind(text))) {
            return true;
        }
        boolean first = text.startsWith("[config] ") || RANKS.matcher(text).matches();
        boolean before = text.startsWith("[layout] ") || text.startsWith("[testing] ")
                || text.startsWith("num_tokens,");
        return first && (tried || config != null || test != null || nodes != null) || before && tried
                || tried && !log.fact("command").orElse("").equals(commandSaid);
    }

    /** Returns the kind of a best, for example {@code Best dispatch (FP8)}, which each run has once. */
    private static String kind(String best) {
        int colon = best.indexOf(':');
        return colon < 0 ? best : best.substring(0, colon);
    }

    private Entry own(Line line) {
        begin(line.text());
        var text = line.text();
        if (text.startsWith(TunedLine.BEST) || LowLatency.isOne(text) || ElasticBufferRow.isOne(text)
                || HybridLine.isOne(text)) {
            return row(line);
        }
        var headed = HybridLine.Heading.in(text);
        if (headed != null) {
            heading = headed;
            ranks = headed.ranks();
            return note(line, List.of());
        }
        if (TunedLine.isTry(text)) {
            return log.assumes() ? row(line) : sweep.tried(line);
        }
        if (text.startsWith("[layout] ")) {
            return note(line, List.of(new Fact("layout", text.substring("[layout] Kernel performance: ".length()))));
        }
        var testing = TESTING.matcher(text);
        if (testing.matches()) {
            // other writers may print in between, so that the word comes late and on a line of its own
            unpassed += testing.group(1).strip().endsWith("passed") ? 0 : 1;
            return note(line, List.of());
        }
        return note(line, configuration(text));
    }

    private Entry row(Line line) {
        tried = true;
        try {
            var text = line.text();
            List<DeepepResult> findings;
            if (text.startsWith(TunedLine.BEST)) {
                bests.add(kind(text));
                sweep.ended(line, this::row);
                findings = TunedLine.best(text);
            } else if (TunedLine.isTry(text)) {
                findings = TunedLine.unnamed(text);
            } else if (ElasticBufferRow.isOne(text)) {
                var row = ElasticBufferRow.of(text, datatype, test);
                ranks = row.ranks();
                findings = row.findings();
            } else if (HybridLine.isOne(text)) {
                findings = HybridLine.in(text, heading);
            } else {
                findings = LowLatency.in(text);
            }
            results = true;
            runs.results = true;
            return row(line, findings);
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    private Entry.Row row(Line line, List<DeepepResult> findings) {
        return new Entry.Row(line.number(), findings.stream().map(this::measurement).toList());
    }

    @Override
    public boolean isUndecided() {
        return sweep.isWaiting();
    }

    @Override
    public List<Entry> takeRevised() {
        return sweep.takeRows();
    }

    private Measurement measurement(DeepepResult finding) {
        var workload = new Workload(finding.operation(), finding.variant(), null, finding.size(), finding.datatype(),
                null, null, null, null);
        return new Measurement(log.source(), section, new Stack("deepep", null, "deepep", null),
                new Platform(null, log.fact("gpu").orElse(null), nodes, ranks == null ? runs.ranks : ranks), workload,
                finding.outcome(), null, finding.settings().with(runs.config));
    }

    private List<Fact> configuration(String text) {
        var facts = new ArrayList<Fact>();
        var named = CONFIG.matcher(text);
        var sizes = SIZES.matcher(text);
        var grid = RANKS.matcher(text);
        if (named.matches()) {
            SETTING.matcher(named.group(1)).results()
                    .forEach(setting -> facts.add(new Fact(setting.group(1), setting.group(2))));
        } else if (sizes.matches()) {
            ranks = Integer.parseInt(sizes.group(3)) > 0 ? Integer.valueOf(sizes.group(3)) : null;
            facts.add(new Fact("num_tokens", sizes.group(1)));
            facts.add(new Fact("hidden", sizes.group(2)));
            facts.add(new Fact("num_experts", sizes.group(4)));
        } else if (grid.matches()) {
            nodes = Math.max(1, Integer.parseInt(grid.group(1)));
            ranks = Math.max(1, nodes * Integer.parseInt(grid.group(2)));
            return List.of(new Fact("nodes", nodes.toString()), new Fact("ranks", ranks.toString()));
        }
        if (facts.isEmpty()) {
            return facts;
        }
        var said = NamedValues.NONE;
        for (var fact : facts) {
            said = said.with(fact.name(), fact.value());
        }
        boolean isNew = !said.equals(runs.config);
        config = said;
        runs.config = said;
        runs.ranks = ranks;
        return isNew ? facts : List.of();
    }

    private void begin(String text) {
        if (section > 0) {
            return;
        }
        boolean row = LowLatency.isOne(text) || ElasticBufferRow.isOne(text);
        boolean ofAll = row || SIZES.matcher(text).matches() || RANKS.matcher(text).matches();
        if (runs.ofAllRanks && runs.section == log.section() && (row || ofAll && !runs.results)) {
            section = runs.section;
            joined = true;
        } else {
            section = log.begin();
            runs.begin(section, ofAll);
        }
        commandSaid = log.fact("command").orElse("");
        var processes = log.command().flatMap(command -> LauncherOptions.value(command, "--num-processes")).orElse("");
        if (Cells.isWhole(processes) && processes.length() < 6 && !processes.equals("0")) {
            ranks = Integer.valueOf(processes);
        }
    }

    private static boolean isFailure(String text) {
        return text.startsWith("AssertionError")
                || text.startsWith("RuntimeError: ") || text.contains("DeepEP timeout");
    }

    private Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section, facts);
    }

    /** State shared by the writers of a log: the current run, its configuration, and whether it has results. */
    private static final class DeepepRuns {

        private int section;
        /** Whether every rank prints its own results. */
        private boolean ofAllRanks;
        private boolean results;
        private NamedValues config = NamedValues.NONE;
        private @Nullable Integer ranks;

        void begin(int number, boolean all) {
            section = number;
            ofAllRanks = all;
            results = false;
            config = NamedValues.NONE;
            ranks = null;
        }
    }
}

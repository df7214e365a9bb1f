package org.gpucomm.results.format.osu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one run: a banner, comments, a header with the names of the columns, rows. There is no footer. */
public final class OsuParser extends SectionParser {

    private static final Pattern BUFFERS = Pattern
            .compile("Send Buffer on (host|device|managed)\\b.{0,60}and Receive Buffer on (host|device|managed)\\b",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern DATATYPE = Pattern.compile("^[#\\s]*Datatype: (\\w+)");
    private static final Pattern PAIRS = Pattern.compile("\\[ pairs: (\\d{1,6}) ]");
    private static final Pattern WINDOW = Pattern.compile("\\[ window size: (\\d{1,6}) ]");
    private static final Pattern SETTING = Pattern
            .compile("^[#\\s]*(Window creation|Synchronization|Buffer type|Atomic|Number of Sender threads"
                    + "|Number of Receiver threads)\\s*+:\\s*+(.*\\S|)\\s*$");
    private static final Pattern OTHER_COMMENT = Pattern
            .compile("^\\s*#\\s*(?:Overall = |Datatype|Using|Send Buffer|\\[|Number of|Benchmark|Memory|MPI_)");
    private static final Pattern PROGRAM = Pattern.compile("(?:^|[^a-z])osu_(?:xccl_|nccl_)?([a-z_]+[a-z])");

    private final List<String> variant = new ArrayList<>();
    private boolean begun;
    private @Nullable Operation operation;
    private Stack stack = new Stack("osu", null, "mpi", null);
    private Platform platform = Platform.UNKNOWN;
    private @Nullable String datatype;
    private NamedValues settings = NamedValues.NONE;
    private @Nullable OsuColumns columns;
    private boolean inTable;
    private boolean wrongData;

    public OsuParser(Log log) {
        super(log);
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return OsuBanner.isOne(line) || OsuColumns.isHeader(line);
    }

    @Override
    public @Nullable Entry read(Line line) {
        var entry = known(line);
        inTable = entry != null;
        return entry;
    }

    private @Nullable Entry known(Line line) {
        var text = line.text();
        if (OsuBanner.isOne(text)) {
            return begun ? null : banner(line);
        }
        if (OsuColumns.isHeader(text) || begun && columns == null && OsuColumns.of(text).isPresent()) {
            return columns == null || !hasRows() ? header(line) : null;
        }
        if (columns != null) {
            var cells = Cells.of(text);
            if (isRow(cells, columns)) {
                return row(line, cells, columns.widenedTo(cells));
            }
        }
        return comment(line);
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (wrongData) {
            flags.add(Fact.flag(Flag.WRONG_DATA, "the test found wrong data"));
        }
        if (!hasRows()) {
            flags.add(Fact.flag(Flag.INCOMPLETE, columns == null ? NO_ROWS : "the table has no rows"));
        }
        return ending(flags);
    }

    private Entry banner(Line line) {
        var banner = OsuBanner.of(line.text()).orElseThrow();
        var hosts = begin(banner);
        var facts = new ArrayList<Fact>();
        if (banner.version() != null) {
            facts.add(new Fact("osu_version", banner.version()));
        }
        if (!hosts.isEmpty()) {
            hosts.forEach(host -> facts.add(new Fact("host", host)));
            facts.add(new Fact(RankTimes.HOSTS, String.join(" ", hosts)));
        }
        return note(line, facts);
    }

    private Entry header(Line line) {
        if (!begun) {
            // without a banner, only the command line or the file name can name the test
            begin(new OsuBanner("mpi", null, null, List.of(), false));
        }
        columns = OsuColumns.of(line.text()).orElseThrow();
        return note(line);
    }

    /** Begins the run. Returns the hosts of its two ranks; empty if unknown. */
    private List<String> begin(OsuBanner said) {
        begun = true;
        var command = log().command().orElse("");
        var test = said.operation() != null
                ? said
                : program(command).or(() -> program(log().source())).orElse(said);
        var launched = LauncherOptions.platform(command, "osu_");
        boolean two = test.pointToPoint() && !test.variant().contains("pairs")
                && !test.variant().contains("processes") && (launched.ranks() == null || launched.ranks() == 2);
        var hosts = two ? LauncherOptions.pairOfHosts(command, "osu_") : List.<String>of();
        operation = test.operation();
        variant.addAll(test.variant());
        stack = new Stack("osu", said.version(), said.library(), null);
        platform = two
                ? new Platform(null, null, hosts.isEmpty() ? launched.nodes() : Integer.valueOf(2), 2)
                : launched;
        return hosts;
    }

    private Entry row(Line line, List<String> cells, OsuColumns table) {
        if (cells.size() != table.meanings().size()) {
            return problem(line, "expected " + table.meanings().size() + " columns, found " + cells.size());
        }
        var measured = Optional.ofNullable(operation).or(log()::surroundingOperation).orElse(null);
        if (measured == null) {
            return problem(line, "the operation is not known: no banner and no command line name the test; "
                    + "put it into the file's name, as in osu_allreduce.log");
        }
        var row = new OsuRow(table, cells);
        var entry = row(line, () -> List.of(measurement(stack, platform,
                row.workload(measured, variant.isEmpty() ? null : String.join("+", variant), datatype), row.outcome(),
                settings)));
        wrongData |= entry instanceof Entry.Row && row.failedValidation();
        return entry;
    }

    /** Returns whether the cells begin with numbers like a row, or are a lone number right below a row, whose rest was cut. */
    private boolean isRow(List<String> cells, OsuColumns table) {
        if (cells.isEmpty()) {
            return false;
        }
        if (!table.hasSize()) {
            return Decimal.parse(cells.getFirst()).isPresent() && (inTable || cells.size() > 1);
        }
        return Cells.isWhole(cells.getFirst())
                && (cells.size() == 1
                        ? inTable
                        : Character.isDigit(cells.get(1).charAt(0)) || cells.get(1).startsWith("-"));
    }

    private @Nullable Entry comment(Line line) {
        var text = line.text();
        if (!text.stripLeading().startsWith("#")) {
            return null;
        }
        var buffers = BUFFERS.matcher(text);
        if (buffers.find()) {
            variant.add((buffers.group(1) + "-to-" + buffers.group(2)).toLowerCase(Locale.ROOT));
        }
        var type = DATATYPE.matcher(text);
        if (type.find()) {
            datatype = type.group(1).toLowerCase(Locale.ROOT);
        }
        var pairs = PAIRS.matcher(text);
        if (pairs.find() && !pairs.group(1).equals("0")) {
            platform = new Platform(null, null, platform.nodes(), 2 * Integer.parseInt(pairs.group(1)));
        }
        var window = WINDOW.matcher(text);
        if (window.find()) {
            settings = settings.with("window", window.group(1));
        }
        var setting = SETTING.matcher(text);
        if (setting.find()) {
            settings = settings.with(setting.group(1).toLowerCase(Locale.ROOT).replace(' ', '_'),
                    setting.group(2).replaceFirst("[.]$", ""));
            return note(line);
        }
        return OTHER_COMMENT.matcher(text).find() ? note(line) : null;
    }

    /** Returns the test of the program in a command line or a file name, for logs without a banner; empty if none is named. */
    private static Optional<OsuBanner> program(String text) {
        var program = PROGRAM.matcher(text);
        return program.find()
                ? OsuBanner.of("# OSU MPI " + title(program.group(1)) + " Test").filter(b -> b.operation() != null)
                : Optional.empty();
    }

    /** Returns the title in the words of a banner. */
    private static String title(String test) {
        return switch (test) {
            case "bw" -> "Bandwidth";
            case "bibw" -> "Bi-Directional Bandwidth";
            case "mbw_mr" -> "Multiple Bandwidth / Message Rate";
            case "multi_lat" -> "Multi Latency";
            case "latency_mt" -> "Multi-threaded Latency";
            case "latency_mp" -> "Multi-process Latency";
            case "put_bibw" -> "Put Bi-directional Bandwidth";
            default -> test.startsWith("i")
                    ? "Non-blocking " + test.substring(1) + " Latency"
                    : test.endsWith("bw") ? test + " Bandwidth" : test + " Latency";
        };
    }
}

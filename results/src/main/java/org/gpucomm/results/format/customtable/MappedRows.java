package org.gpucomm.results.format.customtable;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of a custom table: each row becomes one measurement per label of its columns. */
final class MappedRows {

    private static final String BASELINE = "baseline";
    private static final Set<String> ABSENT = Set.of("n/a", "na", "nan", "-", "--", "\u2013", "\u2014", "null",
            "none", "inf", BASELINE);
    /** First characters of {@link #ABSENT}: most words begin with another. */
    private static final String FIRST_OF_ABSENT = "nNiIbB-\u2013\u2014";
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final int LENGTH_OF_A_DAY = 10;
    /** Dates remembered, so that each is parsed only once. */
    private static final int MOST_DATES = 4096;
    /** Seconds, with or without milliseconds or a fraction: {@code 1769817600.25}. */
    private static final Pattern SECONDS_SINCE_1970 = Pattern.compile("(\\d{10})(?:\\d{3})?(?:\\.\\d{1,9})?");
    private static final Pattern ANSWER = Pattern
            .compile(
                    "(?i)\\W{0,4}(?:(?<no>no|fail(?:ed)?|wrong|false|incorrect|\u274c|\u2717)|yes|pass(?:ed)?|ok|true|correct|\u2705|\u2713)(?![\\w])");
    private static final List<String> LIBRARIES = List.of("nvshmem", "rccl", "nccl", "mpi", "ucx", "libfabric");

    private final Mapping mapping;
    private final Log log;
    private final String source;
    private final int section;
    private final Map<RunOfRows, Integer> sections = new LinkedHashMap<>();
    /** Starts of runs by the cells that name them, since the rows of a run have the same. */
    private final Map<String, String> dates = new HashMap<>();
    private final List<LabelledColumns> labels;
    /** Index of the unlabelled column of each meaning. */
    private final int[] shared;
    private final int[] settings;
    private final int[] metrics;
    private final NamedValues settingsOfAll;
    private final boolean isCounted;
    private final Optional<Operation> operationOfSource;
    private final boolean areOperations;
    private final Optional<String> libraryOfSource;
    /** Cells of the row being read. */
    private List<String> cells = List.of();

    /** @param section section of the first run of the table */
    MappedRows(Mapping mapping, Log log, int section) {
        this.mapping = mapping;
        this.log = log;
        this.source = log.source();
        this.section = section;
        var lower = source.toLowerCase(Locale.ROOT);
        this.libraryOfSource = LIBRARIES.stream().filter(lower::contains).findFirst();
        this.operationOfSource = OperationName.in(source);
        this.areOperations = mapping.areLabelsOperations();
        this.shared = places(null);
        this.labels = labels(mapping).stream().map(label -> new LabelledColumns(label, places(label))).toList();
        this.settings = columns(Meaning.SETTING);
        this.metrics = columns(Meaning.METRIC);
        this.settingsOfAll = NamedValues.parse(mapping.fixed().get(Meaning.SETTING));
        this.isCounted = mapping.isCounted();
    }

    /** @param places index of the column of each meaning for this label; -1 if there is none */
    private record LabelledColumns(@Nullable String label, int[] places) {}

    private int[] columns(Meaning meaning) {
        return IntStream.range(0, mapping.columns().size())
                .filter(i -> mapping.columns().get(i).meaning() == meaning).toArray();
    }

    /**
     * Returns the measurements of a row.
     *
     * @param row cells, as many as the mapping has columns
     * @throws IllegalArgumentException with the reason if a cell does not fit its column
     */
    List<Measurement> measurements(List<String> row) {
        cells = row;
        var measurements = new ArrayList<Measurement>();
        var run = new RunOfRows(date(), fixedOr(Meaning.HOST).orElse(""), fixedOr(Meaning.CLUSTER).orElse(""));
        for (var columns : labels) {
            var outcome = outcome(columns.places());
            if (outcome != null) {
                measurements.add(
                        new Measurement(source, section(run), stack(), platform(columns), workload(columns.label()),
                                outcome, run.date(), settingsOfAll.with(named(settings, this::setting))));
            }
        }
        if (measurements.isEmpty()) {
            throw new IllegalArgumentException("the row has neither a time nor a bandwidth");
        }
        return measurements;
    }

    /** Returns notes with the host and cluster of each run. */
    List<Entry> places() {
        return sections.entrySet().stream().filter(each -> !each.getKey().facts().isEmpty())
                .<Entry>map(each -> new Entry.Note(0, each.getValue(), each.getKey().facts())).toList();
    }

    private int section(RunOfRows run) {
        return sections.computeIfAbsent(run, added -> sections.isEmpty() ? section : log.begin());
    }

    /** Rows of one run. @param host host; empty if unknown, like {@code cluster} */
    private record RunOfRows(@Nullable String date, String host, String cluster) {

        private List<Fact> facts() {
            return Stream.of(new Fact("host", host), new Fact("cluster", cluster))
                    .filter(fact -> !fact.value().isEmpty()).toList();
        }
    }

    /** Returns the start of the row's run in ISO 8601, with a date as its first moment in UTC; null if no column has a date. */
    private @Nullable String date() {
        if (dates.size() >= MOST_DATES) {
            dates.clear();
        }
        return fixedOr(Meaning.DATE).map(text -> dates.computeIfAbsent(text, cell -> date(cell).orElseThrow(
                () -> new IllegalArgumentException("no date, such as 2026-01-31: '" + cell + "'")))).orElse(null);
    }

    /** Returns a date in ISO 8601; empty if the cell has none. */
    static Optional<String> date(String cell) {
        var seconds = SECONDS_SINCE_1970.matcher(cell.strip());
        if (seconds.matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(seconds.group(1))).toString());
        }
        var text = SPACES.matcher(cell.strip().replace('/', '-')).replaceFirst("T");
        try {
            if (text.length() == LENGTH_OF_A_DAY) {
                return Optional.of(LocalDate.parse(text) + "T00:00:00Z");
            }
            DateTimeFormatter.ISO_DATE_TIME.parse(text);
            return Optional.of(text);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static boolean isAbsent(String cell) {
        var text = cell.strip();
        return text.isEmpty() || FIRST_OF_ABSENT.indexOf(text.charAt(0)) >= 0
                && ABSENT.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Returns whether a cell of words is empty; {@code baseline} is a name there, unlike in a column of ratios. */
    private static boolean isWithoutWords(String cell) {
        return isAbsent(cell) && !cell.strip().equalsIgnoreCase(BASELINE);
    }

    /** Returns the labels of the measured columns in order, with null for columns without a label. */
    private static List<@Nullable String> labels(Mapping mapping) {
        var labels = new LinkedHashSet<@Nullable String>();
        mapping.columns().stream().filter(column -> column.meaning().isMeasured()).map(Mapping.MappedColumn::label)
                .forEach(labels::add);
        // Columns without a label apply to all labels, unless a labelled column has the same meaning.
        var unlabelled = mapping.columns().stream().filter(column -> column.label() == null)
                .map(Mapping.MappedColumn::meaning).toList();
        boolean isOfItsOwn = mapping.columns().stream()
                .anyMatch(column -> column.label() != null && column.meaning().isMeasured()
                        && unlabelled.contains(column.meaning()));
        if (labels.size() > 1 && !isOfItsOwn) {
            labels.remove(null);
        }
        return new ArrayList<>(labels);
    }

    private @Nullable Outcome outcome(int[] places) {
        var time = micros(places[Meaning.TIME.ordinal()]);
        var min = micros(places[Meaning.TIME_MIN.ordinal()]);
        var median = micros(places[Meaning.TIME_P50.ordinal()]);
        var p99 = micros(places[Meaning.TIME_P99.ordinal()]);
        var max = micros(places[Meaning.TIME_MAX.ordinal()]);
        var algbw = bandwidth(places[Meaning.ALGBW.ordinal()]);
        var busbw = bandwidth(places[Meaning.BUSBW.ordinal()]);
        boolean any = time != null || min != null || median != null || p99 != null || max != null || algbw != null
                || busbw != null;
        boolean isOfBus = algbw != null && busbw == null && namesBusBandwidth(places[Meaning.ALGBW.ordinal()]);
        return any
                ? new Outcome(time, min, median, p99, max, isOfBus ? null : algbw, isOfBus ? algbw : busbw,
                        wrong(places[Meaning.WRONG.ordinal()]), null, null, null, named(metrics, this::metric))
                : null;
    }

    /** Returns whether the name of the row, not of the column, says which bandwidth it has: {@code busbw GB/s}. */
    private boolean namesBusBandwidth(int column) {
        var unit = mapping.columns().get(column).unit();
        return unit != null && unit.isOfCells()
                && cells.stream().limit(2).anyMatch(cell -> cell.toLowerCase(Locale.ROOT).contains("busbw"));
    }

    private Workload workload(@Nullable String label) {
        var said = text(Meaning.PLACEMENT).flatMap(MappedRows::placement);
        int slash = label == null ? -1 : label.lastIndexOf('/');
        var placed = label == null ? said : Placement.ofId(label.substring(slash + 1));
        boolean isBoth = slash > 0 && placed.isPresent();
        var coordinate = HeaderCoordinate.ofLabel(label).filter(each -> each.meaning() != Meaning.VARIANT);
        var variant = label == null || placed.isPresent() && !isBoth || coordinate.isPresent()
                || Operation.ofId(label).isPresent() ? null : isBoth ? label.substring(0, slash) : label;
        var named = text(Meaning.VARIANT).orElse(null);
        return new Workload(operation(label),
                variant == null ? named : named == null ? variant : named + "+" + variant,
                isCounted ? mapping.columns().getFirst().header() + "=" + cells.getFirst() : null,
                coordinate.filter(each -> each.meaning() == Meaning.SIZE).flatMap(each -> Bytes.parse(each.value()))
                        .orElseGet(this::size),
                lower(Meaning.DATATYPE), lower(Meaning.REDOP), root(), placed.orElse(null),
                iterations());
    }

    /** Reads {@code in-place}, or a yes or no to the question whether the operation is in place. */
    private static Optional<Placement> placement(String cell) {
        return switch (cell.toLowerCase(Locale.ROOT)) {
            case "1", "true", "yes", "in" -> Optional.of(Placement.IN_PLACE);
            case "0", "false", "no", "out" -> Optional.of(Placement.OUT_OF_PLACE);
            default -> Placement.ofId(cell.toLowerCase(Locale.ROOT).replaceAll("[ -]", "_"));
        };
    }

    private Operation operation(@Nullable String label) {
        var cell = text(Meaning.OPERATION);
        return cell.flatMap(name -> Operation.ofId(name.toLowerCase(Locale.ROOT)).or(() -> OperationName.in(name)))
                .or(() -> Optional.ofNullable(label).filter(_ -> areOperations).flatMap(Mapping::operation))
                .or(() -> operationOfSource)
                .or(() -> Optional.ofNullable(mapping.fixed().get(Meaning.OPERATION)).flatMap(Operation::ofId))
                .orElseThrow(() -> new IllegalArgumentException("the operation is not known: "
                        + cell.map(name -> "'" + name + "' names none")
                                .orElse("put it into the file's name, as in all_reduce.csv, or into a column")));
    }

    private Stack stack() {
        var library = fixedOr(Meaning.LIBRARY).map(name -> name.toLowerCase(Locale.ROOT)).or(() -> libraryOfSource);
        return new Stack(fixedOr(Meaning.TOOL).orElse("csv"), fixedOr(Meaning.TOOL_VERSION).orElse(null),
                library.orElse(null), fixedOr(Meaning.LIBRARY_VERSION).orElse(null));
    }

    private Platform platform(LabelledColumns columns) {
        return new Platform(fixedOr(Meaning.INSTANCE_TYPE).orElse(null), fixedOr(Meaning.GPU).orElse(null),
                count(Meaning.NODES, columns, shared), count(Meaning.RANKS, columns, columns.places()));
    }

    private String metric(int at) {
        return TableNumber.ratio(cells.get(at), mapping.decimalComma())
                .or(() -> TableNumber.of(cells.get(at), mapping.decimalComma())).map(Decimal::text).orElse("");
    }

    /** Returns the value of a setting, that of a variable without a remark: {@code 1 (forced)}. */
    private String setting(int index) {
        var cell = cells.get(index);
        int remark = cell.indexOf(" (");
        return remark > 0 && ProseTables.VARIABLE.matcher(mapping.columns().get(index).header()).matches()
                ? cell.substring(0, remark)
                : cell;
    }

    /** Returns the cells of these columns by header. */
    private NamedValues named(int[] columns, IntFunction<String> value) {
        if (columns.length == 0) {
            return NamedValues.NONE;
        }
        var named = new LinkedHashMap<String, String>();
        for (int i : columns) {
            var said = isWithoutWords(cells.get(i)) ? "" : value.apply(i);
            if (!said.isEmpty()) {
                var label = mapping.columns().get(i).label();
                named.put(label == null ? mapping.columns().get(i).header() : label, said);
            }
        }
        return NamedValues.of(named);
    }

    private @Nullable Bytes size() {
        int at = shared[Meaning.SIZE.ordinal()];
        if (at < 0) {
            return Optional.ofNullable(mapping.fixed().get(Meaning.SIZE)).flatMap(Bytes::parse).orElse(null);
        }
        if (isAbsent(cells.get(at))) {
            return null;
        }
        var column = mapping.columns().get(at);
        if (column.unit() == Unit.SIZE_WITH_SUFFIX) {
            return TableNumber.size(cells.get(at)).orElseThrow(() -> notNumber(at));
        }
        return Objects.requireNonNull(column.unit()).bytes(numberAt(at));
    }

    private @Nullable Integer count(Meaning meaning, LabelledColumns of, int[] places) {
        var number = HeaderCoordinate.ofLabel(of.label()).filter(each -> each.meaning() == meaning)
                .map(each -> Long.valueOf(each.value())).orElseGet(() -> whole(meaning, places));
        if (number != null && (number < 1 || number > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(meaning + " must be at least 1, was " + number);
        }
        return number == null ? null : Math.toIntExact(number);
    }

    private @Nullable Integer root() {
        var number = whole(Meaning.ROOT, shared);
        return number == null || number < 0 || number > Integer.MAX_VALUE ? null : Math.toIntExact(number);
    }

    private @Nullable Long iterations() {
        return whole(Meaning.ITERATIONS, shared);
    }

    private @Nullable Long whole(Meaning meaning, int[] places) {
        int at = places[meaning.ordinal()];
        var said = at < 0 || isAbsent(cells.get(at)) ? fixedOr(meaning) : Optional.of(cells.get(at));
        try {
            // 60 (without two nodes) is a count with a remark.
            return said.isEmpty()
                    ? null
                    : Long.valueOf(TableNumber.of(said.get(), mapping.decimalComma()).map(Decimal::text)
                            .orElse(said.get()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(meaning + " is no whole number: '" + said.get() + "'", e);
        }
    }

    private @Nullable Micros micros(int at) {
        if (at < 0 || isAbsent(cells.get(at))) {
            return null;
        }
        var cell = withUnit(at);
        return cell.unit().micros(cell.number());
    }

    private @Nullable Bandwidth bandwidth(int at) {
        if (at < 0 || isAbsent(cells.get(at))) {
            return null;
        }
        var cell = withUnit(at);
        return cell.unit().bandwidth(cell.number());
    }

    /** Returns a number of errors, or 1 and 0 for the answers to the question whether a result is correct. */
    private @Nullable Decimal wrong(int at) {
        if (at < 0 || isAbsent(cells.get(at))) {
            return null;
        }
        var answer = ANSWER.matcher(cells.get(at));
        return answer.lookingAt() ? Decimal.of(answer.group("no") == null ? 0 : 1) : numberAt(at);
    }

    private @Nullable String lower(Meaning meaning) {
        return fixedOr(meaning).map(text -> text.toLowerCase(Locale.ROOT)).orElse(null);
    }

    private Optional<String> fixedOr(Meaning meaning) {
        var cell = text(meaning);
        return cell.isPresent() ? cell : Optional.ofNullable(mapping.fixed().get(meaning));
    }

    private Optional<String> text(Meaning meaning) {
        int at = shared[meaning.ordinal()];
        return at < 0 || isWithoutWords(cells.get(at)) ? Optional.empty() : Optional.of(cells.get(at));
    }

    private Unit unit(int at) {
        return Objects.requireNonNull(mapping.columns().get(at).unit());
    }

    private Decimal numberAt(int at) {
        return TableNumber.of(cells.get(at), mapping.decimalComma()).orElseThrow(() -> notNumber(at));
    }

    /** Returns a time or bandwidth; in a column of one unit, a cell may still have its own: {@code 9.53 ms} above {@code 14.14}. */
    private CellWithUnit withUnit(int at) {
        var unit = unit(at);
        var number = unit.isOfCells()
                ? Optional.<Decimal>empty()
                : TableNumber.of(cells.get(at), mapping.decimalComma());
        return number.map(each -> new CellWithUnit(each, unit))
                .or(() -> CellWithUnit.of(cells.get(at), unit.kind(), mapping.decimalComma()))
                .orElseThrow(() -> unit.isOfCells()
                        ? new IllegalArgumentException("column '" + mapping.columns().get(at).header()
                                + "' is no number with its unit: '" + cells.get(at) + "'")
                        : notNumber(at));
    }

    private IllegalArgumentException notNumber(int at) {
        return new IllegalArgumentException(
                "column '" + mapping.columns().get(at).header() + "' is no number: '" + cells.get(at) + "'");
    }

    /** Returns the column index for each meaning: the column with this label, otherwise the one without a label; -1 if there is none. */
    private int[] places(@Nullable String label) {
        var found = new int[Meaning.values().length];
        Arrays.fill(found, -1);
        for (int i = mapping.columns().size() - 1; i >= 0; i--) {
            var column = mapping.columns().get(i);
            if (column.label() == null) {
                found[column.meaning().ordinal()] = i;
            }
        }
        for (int i = mapping.columns().size() - 1; i >= 0; i--) {
            var column = mapping.columns().get(i);
            if (label != null && label.equals(column.label())) {
                found[column.meaning().ordinal()] = i;
            }
        }
        return found;
    }
}

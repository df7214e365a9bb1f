package org.gpucomm.results.format.customtable;

import java.time.DateTimeException;
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

    private static final Set<String> ABSENT = Set.of("", "n/a", "na", "nan", "-", "--", "\u2013", "\u2014", "null",
            "none", "inf", "baseline");
    private static final int LENGTH_OF_A_DAY = 10;
    private static final List<String> LIBRARIES = List.of("nvshmem", "rccl", "nccl", "mpi", "ucx", "libfabric");

    private final Mapping mapping;
    private final Log log;
    private final String source;
    private final int section;
    private final Map<RunOfRows, Integer> sections = new LinkedHashMap<>();
    private final List<@Nullable String> labels;
    /** Index of the unlabelled column of each meaning; {@link #labelled} has the same for each label. */
    private final int[] shared;
    private final Map<String, int[]> labelled = new HashMap<>();
    private final Optional<Operation> operationOfSource;
    private final Optional<String> libraryOfSource;
    /** Cells of the row being read. */
    private List<String> cells = List.of();

    /** @param section section of the first run of the table */
    MappedRows(Mapping mapping, Log log, int section) {
        this.mapping = mapping;
        this.log = log;
        this.source = log.source();
        this.section = section;
        this.labels = labels(mapping);
        var lower = source.toLowerCase(Locale.ROOT);
        this.libraryOfSource = LIBRARIES.stream().filter(lower::contains).findFirst();
        this.operationOfSource = OperationName.in(source);
        this.shared = places(null);
        for (var label : labels) {
            if (label != null) {
                labelled.put(label, places(label));
            }
        }
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
        for (var label : labels) {
            var outcome = outcome(label);
            if (outcome != null) {
                measurements
                        .add(new Measurement(source, section(run), stack(), platform(label), workload(label), outcome,
                                run.date(), settings()));
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
        var cell = fixedOr(Meaning.DATE);
        if (cell.isEmpty()) {
            return null;
        }
        var text = cell.get().strip().replace('/', '-').replaceFirst(" +", "T");
        try {
            if (text.length() == LENGTH_OF_A_DAY) {
                return LocalDate.parse(text) + "T00:00:00Z";
            }
            DateTimeFormatter.ISO_DATE_TIME.parse(text);
            return text;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no date, such as 2026-01-31: '" + cell.get() + "'", e);
        }
    }

    static boolean isAbsent(String cell) {
        boolean digit = !cell.isEmpty() && cell.charAt(0) >= '0' && cell.charAt(0) <= '9';
        return !digit && ABSENT.contains(cell.strip().toLowerCase(Locale.ROOT));
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

    private @Nullable Outcome outcome(@Nullable String label) {
        var time = micros(Meaning.TIME, label);
        var min = micros(Meaning.TIME_MIN, label);
        var median = micros(Meaning.TIME_P50, label);
        var p99 = micros(Meaning.TIME_P99, label);
        var max = micros(Meaning.TIME_MAX, label);
        var algbw = bandwidth(Meaning.ALGBW, label);
        var busbw = bandwidth(Meaning.BUSBW, label);
        boolean any = time != null || min != null || median != null || p99 != null || max != null || algbw != null
                || busbw != null;
        return any
                ? new Outcome(time, min, median, p99, max, algbw, busbw,
                        decimal(Meaning.WRONG, label), null, null, null, metrics())
                : null;
    }

    private Workload workload(@Nullable String label) {
        var said = text(Meaning.PLACEMENT, null).flatMap(MappedRows::placement);
        var placement = label == null ? said : Placement.ofId(label);
        var variant = label == null || placement.isPresent() || Operation.ofId(label).isPresent() ? null : label;
        var named = text(Meaning.VARIANT, null).orElse(null);
        return new Workload(operation(label),
                variant == null ? named : named == null ? variant : named + "+" + variant,
                mapping.isCounted() ? mapping.columns().getFirst().header() + "=" + cells.getFirst() : null,
                size(), lower(Meaning.DATATYPE), lower(Meaning.REDOP), root(), placement.orElse(null),
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
        var cell = text(Meaning.OPERATION, null);
        return cell.flatMap(name -> Operation.ofId(name.toLowerCase(Locale.ROOT)).or(() -> OperationName.in(name)))
                .or(() -> Optional.ofNullable(label).flatMap(Mapping::operation))
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

    private Platform platform(@Nullable String label) {
        return new Platform(fixedOr(Meaning.INSTANCE_TYPE).orElse(null), fixedOr(Meaning.GPU).orElse(null),
                count(Meaning.NODES, null), count(Meaning.RANKS, label));
    }

    private NamedValues settings() {
        return named(Meaning.SETTING, cells::get);
    }

    private NamedValues metrics() {
        return named(Meaning.METRIC, at -> TableNumber.ratio(cells.get(at), mapping.decimalComma())
                .or(() -> TableNumber.of(cells.get(at), mapping.decimalComma())).map(Decimal::text).orElse(""));
    }

    /** Returns the cells of a meaning that several columns may have, by header. */
    private NamedValues named(Meaning meaning, IntFunction<String> value) {
        var named = new LinkedHashMap<String, String>();
        for (int i = 0; i < cells.size(); i++) {
            var column = mapping.columns().get(i);
            var said = column.meaning() == meaning && !isAbsent(cells.get(i)) ? value.apply(i) : "";
            if (!said.isEmpty()) {
                named.put(column.header(), said);
            }
        }
        return NamedValues.of(named);
    }

    private @Nullable Bytes size() {
        int at = indexOf(Meaning.SIZE, null);
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

    private @Nullable Integer count(Meaning meaning, @Nullable String label) {
        var number = whole(meaning, label);
        if (number != null && (number < 1 || number > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(meaning + " must be at least 1, was " + number);
        }
        return number == null ? null : Math.toIntExact(number);
    }

    private @Nullable Integer root() {
        var number = whole(Meaning.ROOT, null);
        return number == null || number < 0 || number > Integer.MAX_VALUE ? null : Math.toIntExact(number);
    }

    private @Nullable Long iterations() {
        return whole(Meaning.ITERATIONS, null);
    }

    private @Nullable Long whole(Meaning meaning, @Nullable String label) {
        var said = text(meaning, label).or(() -> fixedOr(meaning));
        try {
            return said.isEmpty() ? null : Long.valueOf(said.get());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(meaning + " is no whole number: '" + said.get() + "'", e);
        }
    }

    private @Nullable Micros micros(Meaning meaning, @Nullable String label) {
        int at = indexOf(meaning, label);
        if (at < 0 || isAbsent(cells.get(at))) {
            return null;
        }
        if (unit(at).isOfCells()) {
            var cell = withUnit(at);
            return cell.unit().micros(cell.number());
        }
        return unit(at).micros(numberAt(at));
    }

    private @Nullable Bandwidth bandwidth(Meaning meaning, @Nullable String label) {
        int at = indexOf(meaning, label);
        if (at < 0 || isAbsent(cells.get(at))) {
            return null;
        }
        if (unit(at).isOfCells()) {
            var cell = withUnit(at);
            return cell.unit().bandwidth(cell.number());
        }
        return unit(at).bandwidth(numberAt(at));
    }

    private @Nullable Decimal decimal(Meaning meaning, @Nullable String label) {
        int at = indexOf(meaning, label);
        return at < 0 || isAbsent(cells.get(at)) ? null : numberAt(at);
    }

    private @Nullable String lower(Meaning meaning) {
        return fixedOr(meaning).map(text -> text.toLowerCase(Locale.ROOT)).orElse(null);
    }

    private Optional<String> fixedOr(Meaning meaning) {
        return text(meaning, null).or(() -> Optional.ofNullable(mapping.fixed().get(meaning)));
    }

    private Optional<String> text(Meaning meaning, @Nullable String label) {
        int at = indexOf(meaning, label);
        return at < 0 || isAbsent(cells.get(at)) ? Optional.empty() : Optional.of(cells.get(at));
    }

    private Unit unit(int at) {
        return Objects.requireNonNull(mapping.columns().get(at).unit());
    }

    private Decimal numberAt(int at) {
        return TableNumber.of(cells.get(at), mapping.decimalComma()).orElseThrow(() -> notNumber(at));
    }

    private CellWithUnit withUnit(int at) {
        return CellWithUnit.of(cells.get(at), unit(at).kind(), mapping.decimalComma())
                .orElseThrow(() -> new IllegalArgumentException("column '" + mapping.columns().get(at).header()
                        + "' is no number with its unit: '" + cells.get(at) + "'"));
    }

    private IllegalArgumentException notNumber(int at) {
        return new IllegalArgumentException(
                "column '" + mapping.columns().get(at).header() + "' is no number: '" + cells.get(at) + "'");
    }

    private int indexOf(Meaning meaning, @Nullable String label) {
        return (label == null ? shared : Objects.requireNonNull(labelled.get(label)))[meaning.ordinal()];
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

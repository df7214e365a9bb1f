package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;
import org.jspecify.annotations.Nullable;

/** Meanings of columns that depend on other columns of the table. */
record RelatedColumns(TableRows rows) {

    /** Fewest rows, and the largest factor between two numbers, that show a column of the same quantity. */
    private static final int FEWEST_SIMILAR = 4;
    private static final double SIMILAR = 2;
    /** Largest relative error of a printed ratio. */
    private static final double QUOTIENT = 0.04;
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
    private static final Pattern SHAPE = Pattern.compile("[(\\[]?\\d{1,9}(?: ?[,x\u00d7*] ?\\d{1,9}){1,6}[)\\]]?");
    /** Columns that number repetitions of one measurement. */
    private static final Set<String> REPETITIONS = Set.of("", "run", "rep", "repetition", "trial", "iteration", "iter",
            "round", "step", "id", "index", "idx", "no", "seed", "count", "attempt", "sample");
    /** Names of settings for columns that have the name of a choice of the library, which a curve spans. */
    private static final Map<String, String> CHOICES = Map.of("algo", "algorithm", "proto", "protocol", "channels",
            "nchannels");
    private static final String OF_RANKS = " #ep";
    /** Dates times sizes are at most this many times the rows, if each date is of a sweep; more if each is of a row. */
    private static final int ROWS_OF_A_DATE = 2;

    /** Returns whether the column numbers repetitions of one measurement. */
    static boolean isOfRepetitions(String header) {
        return REPETITIONS.contains(String.join("", HeaderName.of(header).words()));
    }

    /** Returns the label of the operation whose number of ranks the column has, as in DeepEP's README: {@code FP8 Dispatch #EP}. */
    static Optional<String> labelOfRanks(String header) {
        var lower = header.toLowerCase(Locale.ROOT);
        return Optional.of(lower.replace(OF_RANKS, "").replace(' ', '-'))
                .filter(label -> lower.endsWith(OF_RANKS) && Mapping.operation(label).isPresent());
    }

    /** Gives each result the operation whose number of ranks stands left of it. */
    static List<MappedColumn> byOperation(List<MappedColumn> columns) {
        var labelled = new ArrayList<MappedColumn>();
        String operation = null;
        for (var column : columns) {
            operation = column.meaning() == Meaning.RANKS ? column.label() : operation;
            labelled.add(operation != null && column.meaning().isMeasured()
                    ? column.labelled(operation).with(Certainty.CERTAIN)
                    : column);
        }
        return labelled;
    }

    /**
     * Replaces date, host and cluster where the cells do not divide the rows into runs: a date of each row is ignored; hosts compared at
     * one date are a setting.
     *
     * @param withoutMeaning the same column by its cells alone
     */
    void settleRuns(List<MappedColumn> columns, IntFunction<MappedColumn> withoutMeaning) {
        for (int i = 0; i < columns.size(); i++) {
            var meaning = columns.get(i).meaning();
            if (!meaning.isOfRun()) {
                continue;
            }
            boolean isSecond = columns.subList(0, i).stream().anyMatch(each -> each.meaning() == meaning);
            boolean isDate = meaning == Meaning.DATE && rows.isMostly(i, cell -> MappedRows.date(cell).isPresent());
            if (isDate && (isSecond || rows.different(i) * sizes(columns) > ROWS_OF_A_DATE * rows.cells().size())) {
                columns.set(i, columns.get(i).withoutUnit(Meaning.IGNORED));
            } else if (isSecond || !isDate && (meaning == Meaning.DATE || rows.isMostlyNumbers(i))) {
                columns.set(i, withoutMeaning.apply(i));
            }
        }
        int host = indexOf(columns, Meaning.HOST);
        if (host >= 0 && !isOneHostADate(host, indexOf(columns, Meaning.DATE))) {
            columns.set(host, columns.get(host).withoutUnit(Meaning.SETTING));
        }
    }

    /** Returns whether all rows have one host, or each date has one, and some of several dates have the same. */
    private boolean isOneHostADate(int host, int date) {
        if (rows.different(host) == 1) {
            return true;
        }
        long both = date < 0
                ? 0
                : rows.cells().stream().map(row -> List.of(row.get(date), row.get(host))).distinct().count();
        return both > rows.different(host) && both == rows.different(date);
    }

    private long sizes(List<MappedColumn> columns) {
        int size = indexOf(columns, Meaning.SIZE);
        return size < 0 ? 1 : rows.different(size);
    }

    private static int indexOf(List<MappedColumn> columns, Meaning meaning) {
        return columns.stream().map(MappedColumn::meaning).toList().indexOf(meaning);
    }

    /** Turns a column named only by a unit, {@code Gbps}, into a metric beside another bandwidth, which it may repeat. */
    static void settleUnitsOfBandwidth(List<MappedColumn> columns) {
        for (int i = columns.size() - 1; i >= 0; i--) {
            var column = columns.get(i);
            boolean isBeside = columns.stream().anyMatch(other -> other != column && other.meaning().isMeasured()
                    && other.meaning().kind() == Unit.UnitKind.BANDWIDTH);
            if (isBeside && column.meaning() == Meaning.ALGBW && HeaderName.isUnitOfBandwidth(column.header())) {
                columns.set(i, column.withoutUnit(Meaning.METRIC));
            }
        }
    }

    /**
     * Makes metrics of the extremes and means of a bandwidth beside that bandwidth itself, {@code busbw} and {@code max_busbw}, else of all
     * but the first of them.
     */
    static void settleStatistics(List<MappedColumn> columns) {
        settleExtremes(columns);
        for (int i = columns.size() - 1; i >= 0; i--) {
            var column = columns.get(i);
            var before = columns.subList(0, i);
            boolean isBeside = columns.stream().anyMatch(other -> other.meaning() == column.meaning()
                    && (before.contains(other) || !HeaderName.of(other.header()).isStatistic()));
            if (column.meaning().kind() == Unit.UnitKind.BANDWIDTH && isBeside
                    && HeaderName.of(column.header()).isStatistic()) {
                columns.set(i, column.withoutUnit(Meaning.METRIC));
            }
            boolean isTotal = column.meaning() == Meaning.TIME
                    && HeaderName.of(column.header()).words().contains("total");
            if (isTotal && columns.stream().anyMatch(other -> other != column && other.meaning() == Meaning.TIME)) {
                columns.set(i, column.withoutUnit(Meaning.METRIC));
            }
        }
    }

    /** Reads the best and worst times beside a mean as its extremes; such bandwidths become metrics. */
    private static void settleExtremes(List<MappedColumn> columns) {
        var names = columns.stream().map(column -> HeaderName.of(column.header()).words()).toList();
        for (var meaning : List.of(Meaning.TIME, Meaning.ALGBW, Meaning.BUSBW)) {
            var all = IntStream.range(0, columns.size()).filter(i -> columns.get(i).meaning() == meaning).boxed()
                    .toList();
            var extremes = all.stream().filter(i -> names.get(i).contains("best") || names.get(i).contains("worst"))
                    .toList();
            if (extremes.size() != 2 || extremes.size() == all.size()) {
                continue;
            }
            for (int i : extremes) {
                var column = columns.get(i);
                var extreme = names.get(i).contains("best") ? Meaning.TIME_MIN : Meaning.TIME_MAX;
                columns.set(i, meaning == Meaning.TIME
                        ? new MappedColumn(column.header(), extreme, column.unit(), null, column.certainty())
                        : column.withoutUnit(Meaning.METRIC));
            }
        }
    }

    /** Makes a setting of the variants that name the rows of a table with results of several things, each compared within its row. */
    static List<MappedColumn> withNamedRows(List<MappedColumn> columns) {
        boolean isSized = columns.stream().anyMatch(column -> column.meaning() == Meaning.SIZE);
        boolean areSeveral = columns.stream().filter(column -> column.meaning().isMeasured()).map(MappedColumn::label)
                .distinct().count() > 1;
        return columns.getFirst().meaning() != Meaning.VARIANT || isSized || !areSeveral
                ? columns
                : IntStream.range(0, columns.size())
                        .mapToObj(i -> i == 0 ? columns.get(i).withoutUnit(Meaning.SETTING) : columns.get(i)).toList();
    }

    /** Ignores shapes that only say the size in other words: {@code (4, 3072)}. */
    void settleShapes(List<MappedColumn> columns) {
        int size = indexOf(columns, Meaning.SIZE);
        for (int i = 0; size >= 0 && i < columns.size(); i++) {
            if (columns.get(i).meaning() == Meaning.SETTING && rows.isMostly(i, cell -> SHAPE.matcher(cell).matches())
                    && !tellsApart(i, List.of(size)) && !tellsApart(size, List.of(i))) {
                columns.set(i, columns.get(i).withoutUnit(Meaning.IGNORED));
            }
        }
    }

    /**
     * Makes settings of the columns of whole numbers, left of the results, that distinguish some rows: {@code channels}.
     * Likewise a choice of the library, which is one result of several, becomes a setting of its own name where a table tries several.
     */
    void settleSettings(List<MappedColumn> columns) {
        int first = IntStream.range(0, columns.size()).filter(i -> columns.get(i).meaning().isMeasured()).findFirst()
                .orElse(0);
        var whole = IntStream.range(0, first).filter(i -> columns.get(i).meaning() == Meaning.METRIC
                && !isOfRepetitions(nameOf(columns.get(i)))
                && !(i == 0 && Mapping.isCount(columns.get(0).header()))
                && rows.isMostly(i, cell -> WHOLE.matcher(cell.strip()).matches())).boxed().toList();
        var chosen = IntStream.range(0, columns.size()).filter(i -> columns.get(i).meaning() == Meaning.SETTING
                && CHOICES.containsKey(columns.get(i).header())).boxed().toList();
        var keys = new ArrayList<>(IntStream.range(0, columns.size())
                .filter(i -> !whole.contains(i) && !chosen.contains(i))
                .filter(i -> !columns.get(i).meaning().isMeasured() && columns.get(i).meaning() != Meaning.METRIC
                        && columns.get(i).meaning() != Meaning.IGNORED)
                .boxed().toList());
        for (int i : Stream.concat(whole.stream(), chosen.stream()).toList()) {
            // A number that follows from the size and another setting is none itself.
            if (tellsApart(i, keys)) {
                var column = columns.get(i);
                columns.set(i, column.withoutUnit(Meaning.SETTING)
                        .labelled(CHOICES.getOrDefault(column.header(), column.label())));
                keys.add(i);
            }
        }
    }

    /** Returns the header, or the label of a column whose name stands in the line above its header. */
    private static String nameOf(MappedColumn column) {
        return column.header().isEmpty() && column.label() != null ? column.label() : column.header();
    }

    /** Returns whether two rows that are equal in the other columns differ in this one. */
    private boolean tellsApart(int column, List<Integer> others) {
        return rows.cells().stream()
                .collect(Collectors.groupingBy(row -> others.stream().map(row::get).toList(),
                        Collectors.mapping(row -> row.get(column), Collectors.toSet())))
                .values().stream().anyMatch(values -> values.size() > 1);
    }

    /** Takes numbers that are close to those of a column of times in every row for times too: a target and what was measured. */
    List<MappedColumn> withSimilarTimes(List<MappedColumn> columns) {
        int time = IntStream.range(0, columns.size()).filter(i -> columns.get(i).meaning() == Meaning.TIME)
                .filter(rows::isMostlyNumbers).findFirst().orElse(-1);
        if (time < 0) {
            return columns;
        }
        var similar = IntStream.range(0, columns.size()).mapToObj(i -> {
            var column = columns.get(i);
            var name = HeaderName.of(column.header());
            boolean isOpen = column.meaning() == Meaning.METRIC && name.unit().isEmpty() && !name.isSpread()
                    && !name.isDerived() && !Mapping.isCount(column.header());
            return isOpen && isSimilar(i, time)
                    ? new MappedColumn(column.header(), Meaning.TIME, columns.get(time).unit(),
                            Proposal.label(column.header()),
                            Certainty.LIKELY)
                    : column;
        }).collect(Collectors.toCollection(ArrayList::new));
        if (!similar.equals(columns) && columns.get(time).label() == null) {
            similar.set(time, columns.get(time).labelled(Proposal.label(columns.get(time).header())));
        }
        return similar;
    }

    /** Takes numbers without a unit for the quantity of a column if a column of ratios has the quotients of both. */
    List<MappedColumn> withQuotients(List<MappedColumn> columns) {
        return IntStream.range(0, columns.size()).mapToObj(i -> columns.get(i).meaning() != Meaning.METRIC
                || !rows.isMostlyNumbers(i) || !HeaderName.of(columns.get(i).header()).unit().isEmpty()
                        ? columns.get(i)
                        : IntStream.range(0, columns.size()).filter(other -> columns.get(other).meaning().isMeasured())
                                .filter(other -> IntStream.range(0, columns.size())
                                        .anyMatch(ratio -> areQuotients(ratio, i, columns.get(other), other)))
                                .mapToObj(other -> new MappedColumn(columns.get(i).header(),
                                        columns.get(other).meaning(),
                                        unit(columns.get(other), other), Proposal.label(columns.get(i).header()),
                                        Certainty.LIKELY))
                                .findFirst().orElse(columns.get(i)))
                .toList();
    }

    private boolean areQuotients(int ratio, int index, MappedColumn measured, int other) {
        return rows.cells().size() > 1 && rows.cells().stream().allMatch(row -> {
            var said = TableNumber.ratio(row.get(ratio), rows.decimalComma());
            var one = rows.number(row.get(index));
            var two = CellWithUnit.of(row.get(other), Objects.requireNonNull(measured.meaning().kind()),
                    rows.decimalComma()).map(CellWithUnit::number).or(() -> rows.number(row.get(other)));
            return said.isPresent() && one.isPresent() && two.isPresent()
                    && Math.abs(Math.abs(Math.log(one.get().doubleValue() / two.get().doubleValue()))
                            - Math.abs(Math.log(said.get().doubleValue()))) < QUOTIENT;
        });
    }

    private @Nullable Unit unit(MappedColumn measured, int index) {
        return measured.unit() != null && measured.unit().isOfCells()
                ? CellWithUnit.of(rows.cells().getFirst().get(index), measured.unit().kind(), rows.decimalComma())
                        .map(CellWithUnit::unit).orElse(measured.unit())
                : measured.unit();
    }

    private boolean isSimilar(int index, int time) {
        var ratios = rows.cells().stream().map(row -> List.of(rows.number(row.get(index)), rows.number(row.get(time))))
                .filter(both -> both.stream().allMatch(Optional::isPresent))
                .mapToDouble(both -> both.getFirst().orElseThrow().doubleValue()
                        / both.getLast().orElseThrow().doubleValue())
                .toArray();
        return ratios.length >= FEWEST_SIMILAR
                && Arrays.stream(ratios).allMatch(ratio -> ratio > 1 / SIMILAR && ratio < SIMILAR);
    }

    /** Gives a bandwidth the label of the time of the same thing, whose name it shortens: {@code nano-nccl time}, {@code nano busbw}. */
    static List<MappedColumn> withOneLabelAThing(List<MappedColumn> columns) {
        return columns.stream().map(column -> {
            var label = column.label();
            if (label == null || !column.meaning().isMeasured()) {
                return column;
            }
            boolean isWhole = columns.stream().anyMatch(other -> label.equals(other.label())
                    && other.meaning().isMeasured() && other.meaning().kind() != column.meaning().kind());
            var longer = columns.stream().filter(other -> other.meaning().isMeasured()
                    && other.meaning().kind() != column.meaning().kind() && other.label() != null
                    && other.label().startsWith(label + "-")).map(MappedColumn::label).distinct().toList();
            return isWhole || longer.size() != 1 ? column : column.labelled(longer.getFirst());
        }).toList();
    }
}

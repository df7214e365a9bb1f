package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a table of another program: the meaning and unit of each column, and how certain they are.
 *
 * @param separator    character between cells
 * @param decimalComma whether {@code 1,5} is one and a half
 * @param columns      columns in the order of the table
 * @param fixed        values that the owner of the table gives for all rows, such as the operation; a column or the file name takes
 *                     precedence
 */
public record Mapping(char separator, boolean decimalComma, List<MappedColumn> columns, Map<Meaning, String> fixed) {

    /** Fixed message size of a table whose rows have none. */
    public static final String NO_SIZE = "none";
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Set<String> COUNTED = Set.of("rows", "tokens", "numtokens", "maxtokens", "elements",
            "numelements",
            "batch", "batchsize", "tok", "tokrank", "tokensrank", "tokensperrank", "tokspergpu", "tokenspergpu");

    /** Certainty of a meaning. */
    public enum Certainty {
        /** given by the header, or by a person */
        CERTAIN,
        /** the usual meaning of such a header; the user should confirm it */
        LIKELY,
        /** not understood */
        UNKNOWN,
        /** given by the header but refuted by the rows: size / time is another bandwidth */
        CONTRADICTED
    }

    /**
     * @param header header as in the table
     * @param unit   unit; null if the meaning has none
     * @param label  distinction between columns of the same meaning: {@code out_of_place} and {@code in_place} are placements, any other
     *               label is a part of the variant, {@code ring/in_place} is both; null if there is only one
     */
    public record MappedColumn(String header, Meaning meaning, @Nullable Unit unit, @Nullable String label,
            Certainty certainty) {

        public MappedColumn {
            if (unit != null && unit.kind() != meaning.kind()) {
                throw new IllegalArgumentException(
                        "column '" + header + "': " + meaning + " is not measured in " + unit);
            }
            if (unit == null && meaning.kind() != null) {
                throw new IllegalArgumentException("column '" + header + "': " + meaning + " needs a unit");
            }
        }

        MappedColumn with(Certainty other) {
            return new MappedColumn(header, meaning, unit, label, other);
        }

        MappedColumn labelled(@Nullable String other) {
            return new MappedColumn(header, meaning, unit, other, certainty);
        }

        MappedColumn withoutUnit(Meaning other) {
            return new MappedColumn(header, other, null, null, Certainty.CERTAIN);
        }
    }

    public Mapping {
        columns = List.copyOf(columns);
        fixed = Map.copyOf(fixed);
    }

    /** Returns the proposed mapping of a file with these first lines; empty if it is not a table. @param source name of the file */
    public static Optional<Mapping> propose(List<String> head, String source) {
        return Proposal.of(head, source);
    }

    /** Returns whether the lines are only a header and rows with as many cells, mostly numbers. */
    public static boolean isWholeTable(List<String> head) {
        return Proposal.isWholeTable(head);
    }

    /** Returns whether a column seems to be a size, a number of ranks, a time or a bandwidth. */
    public boolean seemsToHoldResults() {
        return columns.stream().map(MappedColumn::meaning)
                .anyMatch(meaning -> meaning == Meaning.SIZE || meaning == Meaning.RANKS || meaning.isMeasured());
    }

    /** Returns whether the rows can be read without an answer from the user. */
    public boolean isCertain() {
        return doubts().isEmpty();
    }

    /** Returns the questions to answer before rows can be read, in words; empty if there are none. */
    public List<String> doubts() {
        var doubts = new ArrayList<String>();
        if (isLeftOut()) {
            return doubts;
        }
        var headers = new LinkedHashMap<String, List<String>>();
        columns.stream().filter(column -> column.certainty() != Certainty.CERTAIN).forEach(column -> headers
                .computeIfAbsent(doubt(column), added -> new ArrayList<>()).add("'" + column.header() + "'"));
        headers.forEach((doubt, of) -> doubts.add(of.size() == 1
                ? "column " + of.getFirst() + " " + doubt
                : "each of the columns " + String.join(", ", of) + " " + doubt));
        if (columns.stream().noneMatch(column -> column.meaning().isMeasured())) {
            doubts.add("no column is a time or a bandwidth");
        }
        if (!has(Meaning.SIZE) && !fixed.containsKey(Meaning.SIZE)) {
            doubts.add("no column is a message size");
        }
        if (!saysOperation()) {
            doubts.add("neither a column nor the file's name says which operation was measured");
        }
        return doubts;
    }

    /**
     * Returns the same mapping with likely meanings as certain ones, unknown columns left out, and a name for the operation if it is
     * unknown: that of one of two columns. {@link #doubts} lists these assumptions. Empty if the rows contradict a unit, if they have no
     * time or bandwidth, or if they have no size, except for bandwidths with a unit and results of counted items.
     */
    public Optional<Mapping> assumed() {
        boolean contradicted = columns.stream().anyMatch(column -> column.certainty() == Certainty.CONTRADICTED);
        boolean isSaid = saysUnitOfBandwidths()
                || (isCounted()
                        ? saysOperation()
                                || columns.stream().filter(column -> column.meaning().isMeasured()).count() > 1
                        : saysUnitOfResults());
        boolean isSized = has(Meaning.SIZE) || fixed.containsKey(Meaning.SIZE);
        if (contradicted || !isSized && !isSaid
                || columns.stream().noneMatch(column -> column.meaning().isMeasured())) {
            return Optional.empty();
        }
        var assumed = with(column -> column.certainty() == Certainty.UNKNOWN
                ? column.withoutUnit(Meaning.IGNORED)
                : column.with(Certainty.CERTAIN));
        var sized = isSized ? assumed : assumed.withFixed(Meaning.SIZE, NO_SIZE);
        var ofLabels = areLabelsOperations() ? Stream.<Optional<Operation>>empty() : operationsOfLabels();
        var operation = ofLabels.flatMap(Optional::stream).findFirst().orElse(Operation.UNNAMED);
        return Optional.of(saysOperation() ? sized : sized.withFixed(Meaning.OPERATION, operation.id()));
    }

    /** Returns whether rows differ in a number of items, such as {@code Tokens}, instead of a message size. */
    boolean isCounted() {
        var first = columns.getFirst();
        return !has(Meaning.SIZE) && first.meaning() == Meaning.METRIC && isCount(first.header());
    }

    static boolean isCount(String header) {
        return COUNTED.contains(String.join("", HeaderName.of(header).words()));
    }

    /**
     * Returns whether the header or the cells give the unit of a bandwidth; or the unit of a time, if the operation is known or several
     * things are compared.
     */
    boolean saysUnitOfResults() {
        return saysUnitOfBandwidths() || columnsWithUnit(Unit.UnitKind.TIME) > (saysOperation() ? 0 : 1);
    }

    /** Returns whether the header or the cells give the unit of a bandwidth. */
    boolean saysUnitOfBandwidths() {
        return columnsWithUnit(Unit.UnitKind.BANDWIDTH) > 0;
    }

    private long columnsWithUnit(Unit.UnitKind kind) {
        // Nobody gives a bus bandwidth in anything but GB/s without saying so.
        return columns.stream().filter(column -> column.unit() != null && column.unit().kind() == kind
                && (column.unit().isOfCells() || column.meaning() == Meaning.BUSBW
                        || !HeaderName.of(column.header()).unit().isEmpty()
                        || kind == Unit.UnitKind.TIME && column.certainty() == Certainty.CERTAIN
                        || HeaderCoordinate.ofLabel(column.label()).isPresent()))
                .count();
    }

    private static String doubt(MappedColumn column) {
        var taken = column.meaning().title() + (column.unit() == null ? "" : " in " + column.unit().title());
        return switch (column.certainty()) {
            case UNKNOWN -> "is not understood";
            case CONTRADICTED -> "cannot be " + taken + ": size divided by time is not that, so that one of the units "
                    + "is another";
            default -> "is taken for " + taken + unsaid(column);
        };
    }

    private static String unsaid(MappedColumn column) {
        var name = HeaderName.of(column.header());
        if (column.meaning().kind() == Unit.UnitKind.BANDWIDTH && name.isBitsOrBytes()) {
            return "; its header does not say whether it is in bits or bytes"
                    + (name.saysWhichBandwidth() ? "" : ", nor whether it is algbw or busbw");
        }
        return isOfUnknownKind(column)
                ? "; its header does not say whether it is algbw or busbw"
                : ", which its header does not say";
    }

    /** Returns whether the only doubt is the kind of bandwidth, algbw or busbw. */
    private static boolean isOfUnknownKind(MappedColumn column) {
        var unit = column.unit();
        if (unit == null || unit.kind() != Unit.UnitKind.BANDWIDTH) {
            return false;
        }
        var name = HeaderName.of(column.header());
        return !name.saysWhichBandwidth() && (unit.isOfCells()
                || Unit.of(unit.kind(), name.unit()).isPresent());
    }

    /** Returns the header in lower case with single spaces: the key of a mapping stored on a server. */
    public String fingerprint() {
        return fingerprint(columns.stream().map(MappedColumn::header).toList());
    }

    /** Returns the same mapping with one column corrected by the user. */
    public Mapping with(int index, Meaning meaning, @Nullable Unit unit, @Nullable String label) {
        var corrected = new ArrayList<>(columns);
        // A column that is not measured belongs to all labels.
        var of = meaning.isMeasured() ? label : null;
        corrected.set(index, new MappedColumn(columns.get(index).header(), meaning, unit, of, Certainty.CERTAIN));
        return new Mapping(separator, decimalComma, corrected, fixed);
    }

    /** Returns the same mapping with each column changed. */
    Mapping with(UnaryOperator<MappedColumn> change) {
        return new Mapping(separator, decimalComma, columns.stream().map(change).toList(), fixed);
    }

    /** Returns the same mapping with a value that applies to all rows. */
    public Mapping withFixed(Meaning meaning, String value) {
        var all = new EnumMap<Meaning, String>(Meaning.class);
        all.putAll(fixed);
        all.put(meaning, value);
        return new Mapping(separator, decimalComma, columns, all);
    }

    /** Returns whether the user said that the table has no results. */
    public boolean isLeftOut() {
        return columns.stream()
                .allMatch(column -> column.meaning() == Meaning.IGNORED && column.certainty() == Certainty.CERTAIN);
    }

    /** Returns the same mapping with all columns left out. */
    public Mapping leftOut() {
        return with(column -> column.withoutUnit(Meaning.IGNORED));
    }

    /** Returns the same mapping for another table: the same meaning of columns, and the operation in its file name, if any. */
    Mapping withOperationOf(String source) {
        var all = new EnumMap<Meaning, String>(Meaning.class);
        all.putAll(fixed);
        all.remove(Meaning.OPERATION);
        // A table without sizes implies the same for all tables with this header; a size is in the heading of each.
        all.computeIfPresent(Meaning.SIZE, (meaning, size) -> size.equals(NO_SIZE) ? size : null);
        var plain = new Mapping(separator, decimalComma, columns, all);
        return OperationName.in(source).map(operation -> plain.withFixed(Meaning.OPERATION, operation.id()))
                .orElse(plain);
    }

    /** Returns the mapping without fixed values: the part that other files with the same header share. */
    public Mapping ofHeader() {
        return new Mapping(separator, decimalComma, columns, Map.of());
    }

    /** Returns the mapping as text for storage, which {@link MappingText#parse} reads. */
    @Override
    public String toString() {
        return MappingText.of(this);
    }

    /** Returns whether the operation of each row is known: from a column, a fixed value, or the names of all measured columns. */
    public boolean saysOperation() {
        return has(Meaning.OPERATION) || fixed.containsKey(Meaning.OPERATION)
                || operationsOfLabels().findAny().isPresent() && operationsOfLabels().allMatch(Optional::isPresent);
    }

    /** Returns whether a label that names an operation gives that of its column alone; of two columns, one names that of both. */
    boolean areLabelsOperations() {
        return operationsOfLabels().count() != 2 || operationsOfLabels().allMatch(Optional::isPresent);
    }

    /** Returns the operation that the label of each measured column names. */
    private Stream<Optional<Operation>> operationsOfLabels() {
        return columns.stream().filter(column -> column.meaning().isMeasured())
                .map(column -> Optional.ofNullable(column.label()).flatMap(Mapping::operation));
    }

    /** Returns the operation that a label names, {@code fp8-dispatch} by its last word. */
    static Optional<Operation> operation(String label) {
        var halves = Stream.of(Operation.DISPATCH, Operation.COMBINE);
        return Operation.ofId(label).or(() -> OperationName.only(label))
                .or(() -> halves.filter(half -> label.endsWith("-" + half.id())).findFirst());
    }

    boolean has(Meaning meaning) {
        return columns.stream().anyMatch(column -> column.meaning() == meaning);
    }

    /** Returns whether the line is the header of this mapping, once or side by side. */
    boolean isHeader(String line) {
        return CsvLine.cells(withoutMark(line), separator).filter(cells -> isHeader(cells.size() == columns.size()
                ? cells
                : cells.size() > columns.size()
                        ? JoinedCells.leftmost(cells)
                        : columns.getFirst().header().isEmpty() && separator == ' '
                                ? ProseTables.belowEmpty(cells)
                                : JoinedCells.names(cells)))
                .isPresent();
    }

    /** Returns whether the cells are the header of this mapping. Called for every row, so the first cell that differs decides. */
    boolean isHeader(List<String> cells) {
        if (cells.size() != columns.size()) {
            return false;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (!isSame(cells.get(i), columns.get(i).header())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the first rows below the header of a table in these lines, at most {@code most}.
     *
     * @param before number of tables with this header above it
     */
    public List<List<String>> rows(List<String> lines, int before, int most) {
        var headers = IntStream.range(0, lines.size()).filter(at -> isHeader(lines.get(at))).skip(before).limit(1);
        return headers.boxed().flatMap(at -> lines.subList(at + 1, lines.size()).stream())
                .filter(line -> !line.isBlank() && !ProseTables.isRule(line))
                .map(line -> ProseTables.cells(line, separator, columns.size()))
                .takeWhile(cells -> cells.size() == columns.size() && !isHeader(cells))
                .limit(most).toList();
    }

    /** Returns whether the header of the table is in these first lines of a file. */
    public boolean fits(List<String> head) {
        return head.stream().anyMatch(this::isHeader);
    }

    static String fingerprint(List<String> header) {
        return header.stream().map(Mapping::nameOf).collect(Collectors.joining(" | "));
    }

    /** Compares first letters before whole names, to be fast. */
    private static boolean isSame(String cell, String header) {
        return (cell.isBlank() || header.isBlank()
                || Character.toLowerCase(cell.strip().charAt(0)) == Character.toLowerCase(header.strip().charAt(0)))
                && nameOf(cell).equals(nameOf(header));
    }

    private static String nameOf(String cell) {
        return SPACES.matcher(cell.strip().toLowerCase(Locale.ROOT)).replaceAll(" ");
    }

    /** Returns the header without a comment mark, which some programs write before it. */
    static String withoutMark(String line) {
        var text = line.stripLeading();
        return text.startsWith("#") && !text.startsWith("#wrong") ? text.substring(1).stripLeading() : line;
    }
}

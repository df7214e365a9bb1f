package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a table of another program: what each column means, in which unit, and how certain that is.
 *
 * @param separator    between cells
 * @param decimalComma whether {@code 1,5} is one and a half
 * @param columns      in the order of the table
 * @param fixed        what is so in all rows, said by the person who owns the table: the operation, say. What a column or the
 *                     file's name says goes before it
 */
public record Mapping(char separator, boolean decimalComma, List<MappedColumn> columns, Map<Meaning, String> fixed) {

    /** Fixed value of the message size of a table whose rows have none. */
    public static final String NO_SIZE = "none";
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Set<String> COUNTED = Set.of("rows", "tokens", "numtokens", "elements", "numelements",
            "batch", "batchsize");

    /** Certainty of a meaning. */
    public enum Certainty {
        /** said by the header, or by a person */
        CERTAIN,
        /** what such a header mostly means; somebody should say so */
        LIKELY,
        /** not understood */
        UNKNOWN,
        /** said by the header, and the rows show that it cannot be: size / time is another bandwidth */
        CONTRADICTED
    }

    /**
     * @param header as the table has it
     * @param unit   null where the meaning has none
     * @param label  which of several columns of the same meaning: {@code out_of_place} and {@code in_place} are placements,
     *               anything else is a part of the variant; null where there is but one
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
    }

    public Mapping {
        columns = List.copyOf(columns);
        fixed = Map.copyOf(fixed);
    }

    /** Returns what the columns of a file that begins so mean; empty if it is no table at all. @param source its name */
    public static Optional<Mapping> propose(List<String> head, String source) {
        return Proposal.of(head, source);
    }

    /** Returns whether these lines are a header and rows of numbers with as many cells each, and nothing else. */
    public static boolean isWholeTable(List<String> head) {
        return Proposal.isWholeTable(head);
    }

    /** Returns whether a column seems to be a size, a number of ranks, a time or a bandwidth. */
    public boolean seemsToHoldResults() {
        return columns.stream().map(MappedColumn::meaning)
                .anyMatch(meaning -> meaning == Meaning.SIZE || meaning == Meaning.RANKS || meaning.isMeasured());
    }

    /** Returns whether rows can be read without asking anybody. */
    public boolean isCertain() {
        return doubts().isEmpty();
    }

    /** Returns what somebody should say before rows are read, in words; empty if nothing. */
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
     * Returns the same mapping with what is likely taken for certain, columns that are not understood left out, and an operation that no
     * one names called so. {@link #doubts} says what is assumed. Empty where rows would be without a time or a bandwidth, or without a size
     * unless they are bandwidths with a unit or of counted things, and where the rows contradict a unit.
     */
    public Optional<Mapping> assumed() {
        boolean contradicted = columns.stream().anyMatch(column -> column.certainty() == Certainty.CONTRADICTED);
        boolean isSaid = saysUnitOfBandwidths() || (isCounted() ? saysOperation() : saysUnitOfResults());
        boolean isSized = has(Meaning.SIZE) || fixed.containsKey(Meaning.SIZE);
        if (contradicted || !isSized && !isSaid
                || columns.stream().noneMatch(column -> column.meaning().isMeasured())) {
            return Optional.empty();
        }
        var assumed = new Mapping(separator, decimalComma, columns.stream()
                .map(column -> column.certainty() == Certainty.UNKNOWN
                        ? new MappedColumn(column.header(), Meaning.IGNORED, null, null, Certainty.CERTAIN)
                        : new MappedColumn(column.header(), column.meaning(), column.unit(), column.label(),
                                Certainty.CERTAIN))
                .toList(), fixed);
        var sized = isSized ? assumed : assumed.withFixed(Meaning.SIZE, NO_SIZE);
        return Optional.of(saysOperation() ? sized : sized.withFixed(Meaning.OPERATION, Operation.UNNAMED.id()));
    }

    /** Returns whether rows differ by a number of things, {@code Tokens}, and not by a message size. */
    boolean isCounted() {
        var first = columns.getFirst();
        return !has(Meaning.SIZE) && first.meaning() == Meaning.METRIC && isCount(first.header());
    }

    static boolean isCount(String header) {
        return COUNTED.contains(String.join("", HeaderName.of(header).words()));
    }

    /**
     * Returns whether bandwidths are among the columns whose unit a header or their cells say; or times, of a known operation or of
     * several things side by side.
     */
    boolean saysUnitOfResults() {
        return saysUnitOfBandwidths() || columnsWithUnit(Unit.UnitKind.TIME) > (saysOperation() ? 0 : 1);
    }

    /** Returns whether bandwidths are among them. */
    boolean saysUnitOfBandwidths() {
        return columnsWithUnit(Unit.UnitKind.BANDWIDTH) > 0;
    }

    private long columnsWithUnit(Unit.UnitKind kind) {
        return columns.stream().filter(column -> column.unit() != null && column.unit().kind() == kind
                && (column.unit().isOfCells() || !HeaderName.of(column.header()).unit().isEmpty())).count();
    }

    private static String doubt(MappedColumn column) {
        var taken = column.meaning().title() + (column.unit() == null ? "" : " in " + column.unit().title());
        return switch (column.certainty()) {
            case UNKNOWN -> "is not understood";
            case CONTRADICTED -> "cannot be " + taken + ": size divided by time is not that, so that one of the units "
                    + "is another";
            default -> "is taken for " + taken + (isOfUnknownKind(column)
                    ? "; its header does not say whether it is algbw or busbw"
                    : ", which its header does not say");
        };
    }

    /** Returns whether all that is not said is which bandwidth it is. */
    private static boolean isOfUnknownKind(MappedColumn column) {
        var unit = column.unit();
        if (unit == null || unit.kind() != Unit.UnitKind.BANDWIDTH) {
            return false;
        }
        var name = HeaderName.of(column.header());
        return !name.saysWhichBandwidth() && (unit.isOfCells()
                || Unit.of(unit.kind(), name.unit()).isPresent() && !Unit.isAmbiguous(name.unit()));
    }

    /** The header in lower case with single spaces, under which a server remembers a mapping. */
    public String fingerprint() {
        return fingerprint(columns.stream().map(MappedColumn::header).toList());
    }

    /** The same mapping with one column corrected by somebody who knows. */
    public Mapping with(int index, Meaning meaning, @Nullable Unit unit, @Nullable String label) {
        var corrected = new ArrayList<>(columns);
        // What is not measured is of all labels.
        var of = meaning.isMeasured() ? label : null;
        corrected.set(index, new MappedColumn(columns.get(index).header(), meaning, unit, of, Certainty.CERTAIN));
        return new Mapping(separator, decimalComma, corrected, fixed);
    }

    /** The same mapping with something that is so in all rows. */
    public Mapping withFixed(Meaning meaning, String value) {
        var all = new EnumMap<Meaning, String>(Meaning.class);
        all.putAll(fixed);
        all.put(meaning, value);
        return new Mapping(separator, decimalComma, columns, all);
    }

    /** Returns whether somebody said that the table is none of results. */
    public boolean isLeftOut() {
        return columns.stream()
                .allMatch(column -> column.meaning() == Meaning.IGNORED && column.certainty() == Certainty.CERTAIN);
    }

    /** The same mapping of a table that somebody wants to be left out. */
    public Mapping leftOut() {
        return new Mapping(separator, decimalComma, columns.stream()
                .map(column -> new MappedColumn(column.header(), Meaning.IGNORED, null, null, Certainty.CERTAIN))
                .toList(), fixed);
    }

    /** The same mapping of another table: what columns mean, and the operation that its file's name says, or none. */
    Mapping withOperationOf(String source) {
        var all = new EnumMap<Meaning, String>(Meaning.class);
        all.putAll(fixed);
        all.remove(Meaning.OPERATION);
        // That there is none is so of all tables with this header; which one it is, the heading of each says.
        all.computeIfPresent(Meaning.SIZE, (meaning, size) -> size.equals(NO_SIZE) ? size : null);
        var plain = new Mapping(separator, decimalComma, columns, all);
        return OperationName.in(source).map(operation -> plain.withFixed(Meaning.OPERATION, operation.id()))
                .orElse(plain);
    }

    /** Without what is so in this file only: what to remember for other files with the same header. */
    public Mapping ofHeader() {
        return new Mapping(separator, decimalComma, columns, Map.of());
    }

    /** As text, for storage; {@link MappingText#parse} reads it. */
    @Override
    public String toString() {
        return MappingText.of(this);
    }

    /** Returns whether the operation of each row is known: by a column, from outside, or by the names of all measured columns. */
    public boolean saysOperation() {
        return has(Meaning.OPERATION) || fixed.containsKey(Meaning.OPERATION)
                || columns.stream().anyMatch(column -> column.meaning().isMeasured())
                        && columns.stream().filter(column -> column.meaning().isMeasured()).allMatch(
                                column -> column.label() != null && OperationName.in(column.label()).isPresent());
    }

    boolean has(Meaning meaning) {
        return columns.stream().anyMatch(column -> column.meaning() == meaning);
    }

    /** Returns whether this line is the header that the mapping is of. */
    boolean isHeader(String line) {
        return CsvLine.cells(withoutMark(line), separator).filter(this::isHeader).isPresent();
    }

    /** Asked of every row: the first cell that is another decides. */
    boolean isHeader(List<String> cells) {
        return cells.size() == columns.size() && IntStream.range(0, cells.size())
                .allMatch(i -> isSame(cells.get(i), columns.get(i).header()));
    }

    /**
     * Returns the first rows of a table in these lines, below its header.
     *
     * @param before how many tables with this header stand above it
     */
    public List<List<String>> rows(List<String> lines, int before, int most) {
        var headers = IntStream.range(0, lines.size()).filter(at -> isHeader(lines.get(at))).skip(before).limit(1);
        return headers.boxed().flatMap(at -> lines.subList(at + 1, lines.size()).stream())
                .filter(line -> !line.isBlank() && !ProseTables.isRule(line))
                .map(line -> CsvLine.cells(line, separator).orElse(List.of()))
                .takeWhile(cells -> cells.size() == columns.size() && !isHeader(cells))
                .limit(most).toList();
    }

    /** Returns whether the table's header is in these first lines of a file. */
    public boolean fits(List<String> head) {
        return head.stream().anyMatch(this::isHeader);
    }

    static String fingerprint(List<String> header) {
        return header.stream().map(Mapping::nameOf).collect(Collectors.joining(" | "));
    }

    /** Cells that begin with other letters are not looked at further. */
    private static boolean isSame(String cell, String header) {
        return (cell.isBlank() || header.isBlank()
                || Character.toLowerCase(cell.strip().charAt(0)) == Character.toLowerCase(header.strip().charAt(0)))
                && nameOf(cell).equals(nameOf(header));
    }

    private static String nameOf(String cell) {
        return SPACES.matcher(cell.strip().toLowerCase(Locale.ROOT)).replaceAll(" ");
    }

    /** Some put a comment's mark before the header. */
    static String withoutMark(String line) {
        var text = line.stripLeading();
        return text.startsWith("#") && !text.startsWith("#wrong") ? text.substring(1).stripLeading() : line;
    }
}

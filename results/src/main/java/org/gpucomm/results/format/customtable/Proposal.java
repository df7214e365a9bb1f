package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;
import org.jspecify.annotations.Nullable;

/** Proposed meanings of a table's columns, from its header and its first rows. */
final class Proposal {

    /** Fewest column names that occur twice in a table with both placements. */
    private static final int FEWEST_REPEATED = 2;
    private static final int MOST_ROWS = 100;
    private static final int FEWEST_ROWS = 2;
    private static final int WORDS_OF_PROSE = 4;
    private static final Pattern DATATYPE = Pattern.compile("(?i)half|float|double|char|byte|int|long|[a-z]+_?\\d.*");
    private static final Pattern PAIR = Pattern.compile("\\d{1,4}[-\u2013\u2194]\\d{1,4}");
    private static final Pattern RATES = Pattern.compile("\\d+(?:\\.\\d+)?[kM](?: ?/ ?\\d+(?:\\.\\d+)?[kM])?");
    /** Numbers of tokens, such as {@code 8k}. */
    private static final Pattern OF_TOKENS = Pattern
            .compile("(?i)[io]sl|(?:input|output|seq|sequence|context|prompt)[ _-]?(?:len(?:gth)?)?|tokens");
    private static final Pattern COUNT_OF_RANKS = Pattern.compile("[1-9]\\d{0,3}");
    private static final String SEPARATORS = ",;\t|";
    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]{0,12}");
    private static final Pattern SIZE_ABOVE = Pattern
            .compile("(?i)\\bsize\\s?[:=]\\s?(\\d{1,9}(?:\\.\\d{1,6})?\\s?[kmg]?i?b)\\b");

    private final char separator;
    private final List<String> header;
    private final List<String> units;
    private final TableRows rows;
    private final List<String> above;
    /** Names of groups in the line above the header; empty if it has none. */
    private final List<String> groups;
    /** Quantity of each column, in the line above the header; empty if it has none. */
    private final List<String> quantities;

    /**
     * @param units cells of a line of units below the header; empty if there is none, or not one for each column
     * @param above lines before the header
     */
    Proposal(char separator, List<String> header, List<String> units, List<List<String>> rows, List<String> above) {
        this.separator = separator;
        this.header = header;
        this.units = units.size() == header.size() ? units : List.of();
        this.rows = TableRows.of(separator, rows);
        this.above = above;
        this.groups = ProseTables.isBelowGroups(header, separator, above)
                ? ProseTables.namesAbove(separator, above)
                : List.of();
        this.quantities = ProseTables.quantitiesAbove(header, separator, above);
    }

    /** Returns a proposal for a header of words and rows with as many cells, one of them a number; empty if there is no such table. */
    static Optional<Mapping> of(List<String> head, String source) {
        return table(head).map(table -> table.mapping(source));
    }

    /** Returns whether all lines are a header and rows with as many cells, and at least two columns are mostly numbers. */
    static boolean isWholeTable(List<String> head) {
        long lines = head.stream().filter(line -> !line.isBlank() && !line.stripLeading().startsWith("#"))
                .filter(line -> !ProseTables.isRule(line)).limit(MOST_ROWS).count();
        return table(head)
                .filter(table -> table.rows.cells().size() >= FEWEST_ROWS && table.rows.cells().size() == lines - 1)
                .filter(table -> IntStream.range(0, table.header.size())
                        .filter(at -> table.rows.isMostlyNumbers(at)).count() > 1)
                .isPresent();
    }

    /** Returns the mapping of the table, with doubts that the owner of the table can settle. */
    Mapping mapping(String source) {
        var columns = new ArrayList<MappedColumn>();
        var coordinates = coordinates();
        for (int i = 0; i < header.size(); i++) {
            columns.add(coordinates.isEmpty() ? column(i) : inMatrix(i, coordinates.get(i)));
        }
        if (header.stream().anyMatch(text -> RelatedColumns.labelOfRanks(text).isPresent())) {
            return new Mapping(separator, rows.decimalComma(), RelatedColumns.byOperation(columns),
                    Map.of(Meaning.SIZE, Mapping.NO_SIZE));
        }
        var related = new RelatedColumns(rows);
        related.settleRuns(columns, i -> withoutMeaning(i, header.get(i)));
        RelatedColumns.settleUnitsOfBandwidth(columns);
        RelatedColumns.settleStatistics(columns);
        boolean hasResults = columns.stream().anyMatch(column -> column.meaning().isMeasured());
        related.settleSettings(columns);
        related.settleShapes(columns);
        var asked = new ArrayList<>(asked(columns));
        if (!hasResults) {
            related.settleSettings(asked);
        }
        var mapping = new Mapping(separator, rows.decimalComma(), RelatedColumns.withNamedRows(apart(asked)),
                fixed(source, columns));
        mapping = mapping.has(Meaning.SIZE) ? mapping : withSizeAbove(mapping);
        var once = new UnitCheck(mapping, rows.cells()).withoutRepeated();
        var agreed = new UnitCheck(new UnitCheck(once, rows.cells()).withOneBandwidth(), rows.cells()).agreed();
        return agreed.has(Meaning.OPERATION) ? agreed : withKindOfBandwidth(agreed);
    }

    private static Optional<Proposal> table(List<String> head) {
        var lines = head.stream().filter(line -> !line.isBlank()).limit(MOST_ROWS).toList();
        for (int at = 0; at < lines.size(); at++) {
            var line = lines.get(at);
            var below = lines.subList(at + 1, lines.size());
            if (isUnderHeadings(line, below)) {
                return Optional.empty();
            }
            var rest = below.stream().filter(each -> !each.stripLeading().startsWith("#")).toList();
            for (char separator : SEPARATORS.toCharArray()) {
                var table = table(separator, Mapping.withoutMark(line), rest, lines.subList(0, at));
                if (table.isPresent()) {
                    return table;
                }
            }
            if (!line.stripLeading().startsWith("#")) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns whether a header of Markdown stands again below a heading: such tables are several. */
    private static boolean isUnderHeadings(String header, List<String> below) {
        return header.startsWith("|")
                && below.stream().dropWhile(line -> !line.startsWith("#")).anyMatch(header::equals);
    }

    private static Optional<Proposal> table(char separator, String line, List<String> rest, List<String> above) {
        if (line.indexOf(separator) < 0) {
            return Optional.empty();
        }
        var header = CsvLine.cells(line, separator).orElse(List.of());
        boolean isJoined = separator == '|' && !header.isEmpty() && (!JoinedCells.leftmost(header).equals(header)
                || !JoinedCells.names(header).equals(header));
        boolean words = !isJoined && header.size() > 1 && header.stream().filter(cell -> !cell.isEmpty()).count() > 1
                && header.stream().noneMatch(
                        cell -> cell.length() > 80 || Decimal.parse(cell).isPresent() || ProseTables.isValue(cell));
        var rows = rest.stream().filter(each -> !ProseTables.isRule(each))
                .map(each -> ProseTables.cells(each, separator))
                .filter(cells -> cells.size() == header.size()).toList();
        if (!rows.isEmpty() && ProseTables.hasNamesBelow(line, rows.getFirst(), separator)) {
            return Optional.empty();
        }
        boolean numbers = rows.stream()
                .anyMatch(
                        cells -> cells.stream().anyMatch(cell -> !cell.isEmpty() && Character.isDigit(cell.charAt(0))));
        return words && numbers && !header.containsAll(ProseTables.OURS) && rows.size() * 2 >= rest.size()
                ? Optional.of(new Proposal(separator, header, List.of(), rows, above))
                : Optional.empty();
    }

    /** Returns the coordinates of the columns of a table whose quantity stands above them; empty for other tables. */
    private List<@Nullable HeaderCoordinate> coordinates() {
        var coordinates = HeaderCoordinate.of(header, above);
        boolean isOfDevices = coordinates.isEmpty() || coordinates.getLast().meaning() == Meaning.VARIANT
                && rows.isMostly(0, cell -> header.contains(cell));
        boolean areOfQuantities = IntStream.range(0, coordinates.size())
                .allMatch(i -> coordinates.get(i) == null || quantity(i).isPresent());
        return isOfDevices || !areOfQuantities ? List.of() : coordinates;
    }

    /** Returns the quantity of a column in a matrix: that of its cells, else the one named in the corner or above the table. */
    private Optional<StatedQuantity> quantity(int index) {
        var ofCells = Stream.of(Meaning.TIME, Meaning.ALGBW)
                .filter(meaning -> isOfCells(index, Objects.requireNonNull(meaning.kind())))
                .map(meaning -> new StatedQuantity(meaning, ofCells(Objects.requireNonNull(meaning.kind()))))
                .findFirst();
        // | | 1 MiB | 16 MiB | above | NCCL busbw (GB/s) | 22.1 | 180.3 |
        var ofRows = rows.cells().stream().map(row -> StatedQuantity.said(row.subList(0, 1))).distinct().toList();
        return ofCells.or(() -> HeaderCoordinate.quantity(header.get(index)))
                .or(() -> StatedQuantity.said(header.subList(0, 1))).or(() -> StatedQuantity.said(above))
                .or(() -> ofRows.size() == 1 ? ofRows.getFirst() : Optional.empty());
    }

    private MappedColumn inMatrix(int index, @Nullable HeaderCoordinate coordinate) {
        var text = header.get(index);
        if (coordinate != null) {
            var quantity = quantity(index).orElseThrow();
            return isDerived(index, HeaderName.of(text))
                    ? new MappedColumn(text, Meaning.METRIC, null, null, Certainty.CERTAIN)
                    : new MappedColumn(text, quantity.meaning(), quantity.unit(), coordinate.label(),
                            quantity.meaning() == Meaning.ALGBW ? Certainty.LIKELY : Certainty.CERTAIN);
        }
        var column = column(index);
        if (text.isEmpty() && !rows.isMostlyNumbers(index) && column.meaning() == Meaning.IGNORED) {
            return new MappedColumn(text, Meaning.SETTING, null, "name", Certainty.CERTAIN);
        }
        if (!column.meaning().isMeasured() && column.certainty() != Certainty.UNKNOWN) {
            return column;
        }
        return rows.isMostlyNumbers(index)
                ? new MappedColumn(text, Meaning.SIZE, Unit.BYTES, null, Certainty.LIKELY)
                : withoutMeaning(index, text);
    }

    private MappedColumn column(int index) {
        if (!quantities.isEmpty() && !quantities.get(index).isEmpty()) {
            var column = column(index, quantities.get(index));
            var name = header.get(index);
            return new MappedColumn(name, column.meaning(), column.unit(), label(name), column.certainty());
        }
        if (groups.isEmpty() || !header.get(index).isEmpty()) {
            return column(index, header.get(index));
        }
        // The header of a column that spans both lines stands in the first.
        var above = groups.get(index);
        var column = column(index, above);
        boolean isNamed = column.meaning() == Meaning.SETTING || column.meaning() == Meaning.METRIC;
        return new MappedColumn("", column.meaning(), column.unit(), isNamed ? above : column.label(),
                column.certainty());
    }

    private MappedColumn column(int index, String text) {
        var name = units.isEmpty() ? HeaderName.of(text) : HeaderName.of(text).in(units.get(index));
        var ofRanks = RelatedColumns.labelOfRanks(text);
        if (ofRanks.isPresent()) {
            return new MappedColumn(text, Meaning.RANKS, null, ofRanks.get(), Certainty.CERTAIN);
        }
        if (isDerived(index, name)) {
            return new MappedColumn(text, Meaning.METRIC, null, null, Certainty.CERTAIN);
        }
        var meaning = meaning(index, name);
        if (meaning == null
                && (index == 0 && !OF_TOKENS.matcher(text).matches() || name.words().equals(List.of("block")))
                && rows.isMostly(index, cell -> TableNumber.size(cell).isPresent())
                && !rows.isMostlyNumbers(index)) {
            return new MappedColumn(text, Meaning.SIZE, Unit.SIZE_WITH_SUFFIX, null, Certainty.CERTAIN);
        }
        var onlyUnit = name.words().isEmpty() ? Unit.of(Unit.UnitKind.SIZE, name.unit()) : Optional.<Unit>empty();
        if (meaning == null && index == 0 && onlyUnit.isPresent()) {
            // The name is in a line above: {@code | Size, then a picture, then (MB) | Ring (us) |}.
            return new MappedColumn(text, Meaning.SIZE, onlyUnit.get(), null, Certainty.CERTAIN);
        }
        if (meaning == null && name.words().isEmpty() && "in_place".equals(name.label())) {
            return new MappedColumn(text, Meaning.PLACEMENT, null, null, Certainty.CERTAIN);
        }
        if (meaning == null || text.equalsIgnoreCase("op")) {
            return variant(index, text, name).orElseGet(() -> withoutMeaning(index, text));
        }
        if (meaning == Meaning.OPERATION && !rows.isMostly(index, Proposal::isOperation)) {
            return new MappedColumn(text, Meaning.SETTING, null, null, Certainty.LIKELY);
        }
        if (meaning == Meaning.OPERATION && onlyOperation(index).isPresent() && rows.different(index) > 1) {
            return new MappedColumn(text, Meaning.VARIANT, null, null, Certainty.CERTAIN);
        }
        if (meaning == Meaning.DATATYPE && text.equalsIgnoreCase("type")
                && !rows.isMostly(index, cell -> DATATYPE.matcher(cell).matches())) {
            return new MappedColumn(text, Meaning.SETTING, null, null, Certainty.CERTAIN);
        }
        if (meaning.isWhole() && !rows.isMostlyNumbers(index)) {
            // egress per rank | 48.4 GB/s |
            return variant(index, text, name)
                    .orElseGet(() -> new MappedColumn(text, Meaning.SETTING, null, null, Certainty.CERTAIN));
        }
        if (meaning.kind() == null) {
            var label = meaning == Meaning.WRONG ? name.label() : null;
            return new MappedColumn(text, meaning, null, label, Certainty.CERTAIN);
        }
        return measured(index, text, name, meaning);
    }

    private @Nullable Meaning meaning(int index, HeaderName name) {
        var meaning = name.meaning().orElse(null);
        // A column of counts or of names.
        boolean isName = meaning == Meaning.NODES && name.words().equals(List.of("node"))
                && !rows.isMostlyNumbers(index);
        // N | all_reduce busbw (GB/s) |, or | N | ring | tree | below a line that names a quantity
        boolean isCountOfRanks = index == 0 && name.words().equals(List.of("n"))
                && rows.isMostly(index, cell -> COUNT_OF_RANKS.matcher(cell).matches())
                && (header.stream().anyMatch(
                        each -> OperationName.in(String.join(" ", HeaderName.of(each).words())).isPresent())
                        || StatedQuantity.said(above).isPresent());
        boolean isCountOfGpus = meaning == Meaning.GPU && areCounts(index);
        return isName ? Meaning.HOST : isCountOfRanks || isCountOfGpus ? Meaning.RANKS : meaning;
    }

    private static boolean isOperation(String cell) {
        return OperationName.in(cell).or(() -> Operation.ofId(cell.toLowerCase(Locale.ROOT))).isPresent();
    }

    /** Returns whether the column has whole numbers that do not follow one another, as those of devices do. */
    private boolean areCounts(int index) {
        if (!rows.isMostly(index, cell -> COUNT_OF_RANKS.matcher(cell).matches())) {
            return false;
        }
        var numbers = rows.cells().stream().map(row -> row.get(index)).filter(COUNT_OF_RANKS.asMatchPredicate())
                .mapToInt(Integer::parseInt).distinct().summaryStatistics();
        return numbers.getMax() - numbers.getMin() >= numbers.getCount();
    }

    /** Returns the operation of a column if all its cells name the same one, in any words. */
    private Optional<Operation> onlyOperation(int index) {
        var named = rows.cells().stream().map(row -> OperationName.in(row.get(index))).distinct().toList();
        return named.size() == 1 ? named.getFirst() : Optional.empty();
    }

    /** Adds the size of all rows if a heading gives it: {@code Input size: 8.00 MiB}. */
    private Mapping withSizeAbove(Mapping mapping) {
        return above.reversed().stream().map(SIZE_ABOVE::matcher).filter(Matcher::find).map(size -> size.group(1))
                .findFirst().map(size -> mapping.withFixed(Meaning.SIZE, size)).orElse(mapping);
    }

    private boolean isDerived(int index, HeaderName name) {
        return rows.isMostly(index, cell -> TableNumber.ratio(cell, rows.decimalComma()).isPresent())
                || name.isDerived() && rows.isMostlyNumbers(index);
    }

    private MappedColumn measured(int index, String text, HeaderName name, Meaning meaning) {
        // Message Size (Bytes) above 64K, but not above 8 (all ranks)
        boolean isUnitOfHeader = Unit.of(Unit.UnitKind.SIZE, name.unit()).isPresent();
        if (meaning == Meaning.SIZE && !rows.isMostlyNumbers(index)
                && rows.isMostly(index, cell -> TableNumber.size(cell).isPresent()
                        && !(isUnitOfHeader && cell.strip().endsWith(")")))) {
            return new MappedColumn(text, meaning, Unit.SIZE_WITH_SUFFIX, null, Certainty.CERTAIN);
        }
        if (meaning.isMeasured() && isOfCells(index, Objects.requireNonNull(meaning.kind()))) {
            return new MappedColumn(text, meaning, ofCells(meaning.kind()), name.label(),
                    meaning.kind() == Unit.UnitKind.TIME || name.saysWhichBandwidth()
                            ? Certainty.CERTAIN
                            : Certainty.LIKELY);
        }
        if (!rows.isMostly(index, cell -> rows.number(cell).isPresent() || MappedRows.isAbsent(cell))) {
            return new MappedColumn(text, Meaning.IGNORED, null, null, Certainty.UNKNOWN);
        }
        var kind = Objects.requireNonNull(meaning.kind());
        var bytes = kind == Unit.UnitKind.SIZE && name.words().stream().anyMatch(word -> word.contains("bytes"));
        var unit = bytes && name.unit().isEmpty() ? Optional.of(Unit.BYTES) : Unit.of(kind, name.unit());
        if (HeaderName.isUnitOfBandwidth(text) && name.isBitsOrBytes()) {
            // Networks are measured in bits.
            unit = unit.map(Unit::otherOfBitsAndBytes);
        }
        boolean sure = unit.isPresent() && !(kind == Unit.UnitKind.BANDWIDTH && Unit.isAmbiguous(name.unit()))
                && (kind != Unit.UnitKind.BANDWIDTH || name.saysWhichBandwidth());
        return new MappedColumn(text, meaning, unit.orElse(usual(kind)), name.label(),
                sure ? Certainty.CERTAIN : Certainty.LIKELY);
    }

    /** Returns a column of results named after what was measured: {@code NVSHMEM (us)}, or {@code Ring} above {@code 0.16 ms}. */
    private Optional<MappedColumn> variant(int index, String text, HeaderName name) {
        if (name.isSpread() || text.equalsIgnoreCase("op")) {
            return Optional.empty();
        }
        var ofNames = ofNamedRows(index);
        for (var meaning : ofNames.map(List::of).orElse(List.of(Meaning.TIME, Meaning.ALGBW))) {
            var kind = Objects.requireNonNull(meaning.kind());
            var unit = ofNames.isPresent()
                    ? Optional.of(ofCells(kind))
                    : rows.isMostlyNumbers(index)
                            ? Unit.of(kind, name.unit())
                            : isOfCells(index, kind) ? Optional.of(ofCells(kind)) : Optional.<Unit>empty();
            if (unit.isPresent()) {
                return Optional.of(new MappedColumn(text, meaning, unit.get(), label(text),
                        kind == Unit.UnitKind.TIME ? Certainty.CERTAIN : Certainty.LIKELY));
            }
        }
        return Optional.empty();
    }

    /** Returns the more frequent quantity of rows with a unit in their names, or of two or more cells; empty if there are none. */
    private Optional<Meaning> ofNamedRows(int index) {
        long times = cellsOf(index, Unit.UnitKind.TIME);
        long rates = cellsOf(index, Unit.UnitKind.BANDWIDTH);
        long fewest = rows.cells().stream().anyMatch(row -> JoinedCells.unitOfName(row.getFirst()).isPresent())
                ? 1
                : FEWEST_ROWS;
        boolean areNamed = rows.isMostly(0, cell -> rows.number(cell).isEmpty() && TableNumber.size(cell).isEmpty());
        return index == 0 || !areNamed || times + rates < fewest
                ? Optional.empty()
                : Optional.of(times >= rates ? Meaning.TIME : Meaning.ALGBW);
    }

    private long cellsOf(int index, Unit.UnitKind kind) {
        return rows.cells().stream()
                .filter(row -> CellWithUnit.of(row.get(index), kind, rows.decimalComma()).isPresent())
                .count();
    }

    private boolean isOfCells(int index, Unit.UnitKind kind) {
        return rows.isMostly(index, cell -> CellWithUnit.of(cell, kind, rows.decimalComma()).isPresent());
    }

    private static Unit ofCells(Unit.UnitKind kind) {
        return kind == Unit.UnitKind.TIME ? Unit.TIME_WITH_SUFFIX : Unit.BANDWIDTH_WITH_SUFFIX;
    }

    /** Marks columns of numbers for a question to the user if no column seems to be a result: any of them may be one. */
    private List<MappedColumn> asked(List<MappedColumn> columns) {
        if (columns.stream().anyMatch(column -> column.meaning().isMeasured())) {
            var related = new RelatedColumns(rows);
            return related.withQuotients(related.withSimilarTimes(columns));
        }
        var numbers = IntStream.range(0, columns.size()).filter(i -> !header.get(i).isEmpty()).filter(i -> {
            var column = columns.get(i);
            var name = HeaderName.of(column.header());
            return (column.meaning() == Meaning.IGNORED || column.meaning() == Meaning.METRIC)
                    && !(i == 0 && Mapping.isCount(column.header()))
                    && !name.isSpread() && !name.isDerived()
                    && rows.isMostlyNumbers(i);
        }).boxed().toList();
        int firstOfFractions = IntStream.range(0, columns.size())
                .filter(i -> numbers.contains(i) && !rows.isMostly(i, Cells::isWhole)).findFirst().orElse(0);
        var open = numbers.stream().filter(i -> i >= firstOfFractions).toList();
        var said = StatedQuantity.said(above).or(() -> unitOfSome(open));
        var quantity = said.or(() -> new UnitOfNumbers(rows.cells(), columns, rows.decimalComma()).of(open)
                .map(unit -> new StatedQuantity(unit.kind() == Unit.UnitKind.TIME ? Meaning.TIME : Meaning.ALGBW,
                        unit)));
        var asked = new ArrayList<>(columns);
        for (int i : quantity.isPresent() ? open : numbers) {
            var header = columns.get(i).header();
            var name = HeaderName.of(header);
            // p50 and p99 are of one thing.
            var statistic = name.statistic().filter(each -> quantity.isPresent()
                    && quantity.get().meaning() == Meaning.TIME);
            asked.set(i, quantity.isPresent()
                    ? new MappedColumn(header, statistic.orElse(quantity.get().meaning()), quantity.get().unit(),
                            statistic.isPresent() && name.ownWords().isEmpty() ? null : label(header),
                            said.isPresent() && quantity.get().meaning() != Meaning.ALGBW
                                    ? Certainty.CERTAIN
                                    : Certainty.LIKELY)
                    : new MappedColumn(header, Meaning.IGNORED, null, label(header), Certainty.UNKNOWN));
        }
        return asked;
    }

    /** Returns the quantity of cells with a unit among bare numbers, {@code 9.53 ms} above {@code 14.14}; empty if they differ or there are none. */
    private Optional<StatedQuantity> unitOfSome(List<Integer> open) {
        var units = open.stream().flatMap(i -> rows.cells().stream().map(row -> row.get(i)))
                .flatMap(cell -> Stream.of(Meaning.TIME, Meaning.ALGBW)
                        .flatMap(meaning -> CellWithUnit
                                .of(cell, Objects.requireNonNull(meaning.kind()), rows.decimalComma())
                                .map(each -> new StatedQuantity(meaning, each.unit())).stream()))
                .distinct().toList();
        return units.size() == 1 ? Optional.of(units.getFirst()) : Optional.empty();
    }

    /** Returns the column of an unknown name: words are a setting, numbers a metric; a column without a name is an index and is ignored. */
    private MappedColumn withoutMeaning(int index, String text) {
        if (ProseTables.VARIABLE.matcher(text).matches()) {
            return new MappedColumn(text, Meaning.SETTING, null, null, Certainty.CERTAIN);
        }
        if (onlyOperation(index).isPresent() && rows.different(index) > 1) {
            return new MappedColumn(text, Meaning.VARIANT, null, null, Certainty.CERTAIN);
        }
        if (rows.isMostly(index, Proposal::isOperation)) {
            return new MappedColumn(text, Meaning.OPERATION, null, null, Certainty.CERTAIN);
        }
        if (text.equalsIgnoreCase("op")) {
            return new MappedColumn(text, Meaning.REDOP, null, null, Certainty.CERTAIN);
        }
        if (index == 0 && rows.isMostly(index, Proposal::isPair)) {
            return new MappedColumn(text, Meaning.SETTING, null, "pair", Certainty.CERTAIN);
        }
        boolean numbers = rows.isMostlyNumbers(index) || isOfRates(index);
        boolean isNameOfRow = index == 0 && rows.different(0) == rows.cells().size();
        if (text.isEmpty() && isNameOfRow && !numbers) {
            return new MappedColumn(text, Meaning.SETTING, null, "name", Certainty.CERTAIN);
        }
        boolean ignored = text.isEmpty() || !numbers && !isNameOfRow && (isVerdict(index) || rows.isMostly(index,
                HeaderName.of(text).isRemark() ? cell -> cell.indexOf(' ') > 0 : Proposal::isProse));
        var named = numbers ? Meaning.METRIC : Meaning.SETTING;
        return new MappedColumn(text, ignored ? Meaning.IGNORED : named, null, null, Certainty.CERTAIN);
    }

    /** Returns whether the column has rates such as {@code 2.32M}, one or two in each cell, and is no setting. */
    private boolean isOfRates(int index) {
        return rows.isMostly(index, cell -> RATES.matcher(cell).matches())
                && rows.cells().stream().anyMatch(row -> row.get(index).indexOf('.') > 0);
    }

    /** Returns whether the column differs for nearly every size: it is a remark on the row and does not distinguish runs. */
    private boolean isVerdict(int index) {
        boolean isOneRowASize = IntStream.range(0, header.size())
                .filter(at -> HeaderName.of(header.get(at)).meaning().filter(Meaning.SIZE::equals).isPresent())
                .anyMatch(at -> rows.different(at) == rows.cells().size());
        return rows.cells().size() > FEWEST_ROWS && isOneRowASize
                && 4 * rows.different(index) >= 3 * rows.cells().size();
    }

    /** Labels columns of the same meaning, which are several measurements per row, by their own words or the groups above them. */
    private List<MappedColumn> apart(List<MappedColumn> columns) {
        if (!quantities.isEmpty()) {
            return columns;
        }
        var headers = columns.stream().map(column -> column.header().toLowerCase(Locale.ROOT)).toList();
        int again = IntStream.range(0, headers.size()).filter(i -> headers.indexOf(headers.get(i)) < i).findFirst()
                .orElse(headers.size());
        long repeated = headers.stream().skip(again).filter(headers.subList(0, again)::contains).count();
        if (repeated < FEWEST_REPEATED) {
            return withOwnWords(columns);
        }
        int first = headers.indexOf(headers.get(again));
        var groups = groupsAbove();
        if (groups.size() == Collections.frequency(headers, headers.get(again))) {
            return inGroups(columns, first, again - first, groups);
        }
        // Names of quantities stand twice in nccl-tests; names of things belong to groups that nobody names.
        boolean areQuantities = HeaderName.of(header.get(again)).meaning().filter(Meaning::isMeasured).isPresent()
                || HeaderName.of(header.get(again)).meaning().filter(Meaning.WRONG::equals).isPresent();
        return areQuantities ? inPlacements(columns, again) : withOwnWords(columns);
    }

    /** Returns group names above repeated columns, {@code Open MPI | MPICH}; empty if the line above has none. */
    private List<String> groupsAbove() {
        int first = groups.isEmpty() ? 0 : (int) header.stream().takeWhile(String::isEmpty).count();
        return ProseTables.namesAbove(separator, above).stream().skip(first).filter(cell -> !cell.isEmpty()).toList();
    }

    /** Labels groups of columns. @param first first column of the first group @param width number of columns per group */
    private static List<MappedColumn> inGroups(List<MappedColumn> columns, int first, int width, List<String> groups) {
        return IntStream.range(0, columns.size()).mapToObj(i -> {
            var column = columns.get(i);
            boolean isOfOne = i >= first && (i - first) / width < groups.size()
                    && (column.meaning().isMeasured() || column.meaning() == Meaning.WRONG);
            return isOfOne
                    ? column.labelled(label(groups.get((i - first) / width)))
                    : column;
        }).toList();
    }

    /**
     * Labels the columns of nccl-tests, whose two placements have the same column names.
     *
     * @param again index of the first column whose name occurred before
     */
    private static List<MappedColumn> inPlacements(List<MappedColumn> columns, int again) {
        int from = again;
        while (columns.get(from - 1).meaning().kind() == Unit.UnitKind.TIME) {
            from--;
        }
        int second = from;
        return IntStream.range(0, columns.size()).mapToObj(i -> {
            var column = columns.get(i);
            boolean isOfOne = column.meaning().isMeasured() || column.meaning() == Meaning.WRONG;
            return isOfOne
                    ? column.labelled(i < second ? "out_of_place" : "in_place")
                    : column;
        }).toList();
    }

    private static List<MappedColumn> withOwnWords(List<MappedColumn> columns) {
        var seen = new HashSet<String>();
        var twice = new HashSet<Meaning>();
        for (var column : columns) {
            if (column.meaning().isMeasured() && column.label() == null && isOneOfSeveral(column, columns)) {
                twice.add(column.meaning());
            }
        }
        for (var column : columns) {
            if (column.meaning().kind() != null && !seen.add(column.meaning() + "/" + column.label())) {
                twice.add(column.meaning());
            }
        }
        return distinct(RelatedColumns.withOneLabelAThing(columns.stream()
                .map(column -> twice.contains(column.meaning())
                        ? column.labelled(label(column.header()))
                        : column)
                .toList()));
    }

    /** Returns whether others of the same meaning have labels and the header has words of its own: {@code deepep low latency}. */
    private static boolean isOneOfSeveral(MappedColumn column, List<MappedColumn> columns) {
        return !HeaderName.of(column.header()).ownWords().isEmpty() && columns.stream()
                .anyMatch(other -> other.meaning() == column.meaning() && other.label() != null);
    }

    /**
     * Adds the placement, else the word in parentheses, else a number to labels that several columns of one meaning have, since each is a
     * measurement of its own.
     */
    private static List<MappedColumn> distinct(List<MappedColumn> columns) {
        var seen = new HashSet<String>();
        return columns.stream().map(column -> {
            if (!column.meaning().isMeasured() || column.label() == null) {
                return column;
            }
            var label = column.label();
            boolean isShared = columns.stream()
                    .filter(other -> other.meaning() == column.meaning() && label.equals(other.label())).count() > 1;
            var whole = isShared ? label + own(column.header(), label) : label;
            var unique = whole;
            for (int i = 2; !seen.add(column.meaning() + " " + unique); i++) {
                unique = whole + "-" + i;
            }
            return column.labelled(unique);
        }).toList();
    }

    /** Returns {@code /in_place} or, for {@code Box (A)}, {@code -a}; empty if the header has neither. */
    private static String own(String header, String label) {
        var name = HeaderName.of(header);
        if (name.label() != null && !name.label().equals(label)) {
            return "/" + name.label();
        }
        boolean isUnit = Stream.of(Unit.UnitKind.values()).anyMatch(kind -> Unit.of(kind, name.unit()).isPresent());
        return !isUnit && NAME.matcher(name.unit()).matches() ? "-" + name.unit().toLowerCase(Locale.ROOT) : "";
    }

    static String label(String header) {
        var name = HeaderName.of(header);
        var label = name.words().isEmpty() && name.label() != null ? name.label() : name.variant();
        return label.isEmpty() ? header : label;
    }

    /** Makes the word bandwidth certain for operations whose algbw and busbw are equal, such as a transfer between two ranks. */
    private static Mapping withKindOfBandwidth(Mapping mapping) {
        var operation = Optional.ofNullable(mapping.fixed().get(Meaning.OPERATION)).flatMap(Operation::ofId);
        boolean one = operation.filter(each -> each.busFactor(4).orElse(1) == 1).isPresent();
        return one ? mapping.with(Proposal::withBandwidth) : mapping;
    }

    private static MappedColumn withBandwidth(MappedColumn column) {
        var unit = HeaderName.of(column.header()).unit();
        boolean isPlain = column.meaning() == Meaning.ALGBW && column.label() == null
                && Unit.of(Unit.UnitKind.BANDWIDTH, unit).isPresent() && !Unit.isAmbiguous(unit);
        return isPlain ? column.with(Certainty.CERTAIN) : column;
    }

    private Map<Meaning, String> fixed(String source, List<MappedColumn> columns) {
        var fixed = new EnumMap<Meaning, String>(Meaning.class);
        var named = columns.stream().filter(column -> column.meaning().isMeasured())
                .map(column -> OperationName.in(String.join(" ", HeaderName.of(column.header()).words()))).distinct()
                .toList();
        IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).meaning() == Meaning.VARIANT)
                .mapToObj(this::onlyOperation).flatMap(Optional::stream).findFirst()
                .ifPresent(operation -> fixed.put(Meaning.OPERATION, operation.id()));
        if (named.size() == 1) {
            named.getFirst().ifPresent(operation -> fixed.put(Meaning.OPERATION, operation.id()));
        }
        OperationName.in(source).ifPresent(operation -> fixed.put(Meaning.OPERATION, operation.id()));
        return fixed;
    }

    private static Unit usual(Unit.UnitKind kind) {
        return switch (kind) {
            case SIZE -> Unit.BYTES;
            case TIME -> Unit.MICROSECONDS;
            case BANDWIDTH -> Unit.GIGABYTES_PER_SECOND;
        };
    }

    /** Returns whether the cell names two devices or nodes, {@code 5-6}, which could be read as a range of numbers. */
    static boolean isPair(String cell) {
        return PAIR.matcher(cell).matches();
    }

    private static boolean isProse(String cell) {
        return cell.split(" ").length >= WORDS_OF_PROSE;
    }

}

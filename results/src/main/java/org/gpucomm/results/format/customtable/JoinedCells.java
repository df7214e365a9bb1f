package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cells with several values: {@code 20.2 → 10.9 µs} below {@code off → on} and {@code 77 us / 98 GB/s} below {@code latency / BW}, which
 * are two columns, and {@code 3.7/4.8/5.9} beside {@code 2/4/8}, which are three rows; and lines with several rows, of tables side by side.
 */
final class JoinedCells {

    private static final String ARROW = " ?(?:[\u2192\u27a1\u21d2]\ufe0f?|\ud83d\udc49[\ud83c\udffb-\ud83c\udfff]?|[-=]>) ?";
    private static final String NUMBER = "[~\u2248]?\\d[\\d.,]{0,20}";
    private static final String UNIT = "( ?(?:[A-Za-z\u00b5\u03bc][\\w/\u00b5\u03bc]{0,9}|%))?";
    private static final Pattern VALUES = Pattern
            .compile("(" + NUMBER + ")" + UNIT + "(?:" + ARROW + "|( / ))(" + NUMBER + ")" + UNIT);
    private static final Pattern NAMES = Pattern.compile("(.{0,60}?)([^\\s\u2192>]{1,30})(?:" + ARROW
            + "| / (?!(?:rank|node|gpu|device|process)$))([^\\s\u2192>]{1,30})( \\([^()]{1,20}\\))?");
    /** Units of two values: {@code fused (ms / GB/s)}. */
    private static final Pattern UNITS = Pattern.compile("(.{1,60}?) ?\\(([^()]{1,15}?) / ([^()]{1,15})\\)");
    private static final Pattern PARTS = Pattern
            .compile("\\d{1,12}(?:\\.\\d{1,9})?(?: ?/ ?\\d{1,12}(?:\\.\\d{1,9})?){1,15}");
    private static final Pattern SLASH = Pattern.compile(" ?/ ?");
    private static final Pattern UNIT_OF_NAME = Pattern
            .compile(".{0,60}[^\\s(\\[]\\s?[(\\[]([A-Za-z\u00b5\u03bc/]{1,8})[)\\]]"
                    + "|(?i:.{0,40}\\b(?:bandwidth|(?:alg|bus)?bw|latency|time|throughput)),? (?-i:([kMGT]i?B/s|[GM]bps|Gb/s|[mun\u00b5\u03bc]s))");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,12}\\.\\d");

    private JoinedCells() {}

    /** Returns the names of columns, each of two values as two; the same names if there are none. */
    static List<String> names(List<String> header) {
        return header.stream().flatMap(cell -> {
            var units = UNITS.matcher(cell.strip());
            if (units.matches()) {
                return Stream.of(units.group(1) + " (" + units.group(2) + ")",
                        units.group(1) + " (" + units.group(3) + ")");
            }
            var names = NAMES.matcher(cell.strip());
            if (!names.matches()) {
                return Stream.of(cell);
            }
            var unit = names.group(4) == null ? "" : names.group(4);
            return Stream.of(names.group(1) + names.group(2) + unit, names.group(1) + names.group(3) + unit);
        }).toList();
    }

    /** Returns the cells of a row, each of two values as two. */
    static List<String> values(List<String> row) {
        return row.stream().flatMap(cell -> {
            var values = VALUES.matcher(cell.strip());
            if (!values.matches()) {
                return Stream.of(cell);
            }
            var last = Objects.requireNonNullElse(values.group(5), "");
            // A single unit applies to both values, except that of a share next to a time.
            var first = Objects.requireNonNullElse(values.group(2),
                    values.group(3) == null || !last.endsWith("%") ? last : "");
            return Stream.of(values.group(1) + first, values.group(4) + last);
        }).toList();
    }

    /** Returns the unit of a time or bandwidth in the name of a row, {@code post duration (ms)} or {@code busbw GB/s}; empty if it has none. */
    static Optional<String> unitOfName(String name) {
        // Most rows of long tables begin with a number.
        if (!name.endsWith(")") && !name.endsWith("]") && !name.endsWith("s")) {
            return Optional.empty();
        }
        var unit = UNIT_OF_NAME.matcher(name);
        if (!unit.matches()) {
            return Optional.empty();
        }
        var named = Objects.requireNonNullElseGet(unit.group(1), () -> unit.group(2));
        return Optional.of(named).filter(each -> Stream.of(Unit.UnitKind.TIME, Unit.UnitKind.BANDWIDTH)
                .anyMatch(kind -> Unit.of(kind, each).isPresent()));
    }

    /** Returns the cells of a row with the unit in its name, which is in its first or second cell, behind each number. */
    static List<String> withUnitOfName(List<String> row) {
        return row.stream().limit(2).map(JoinedCells::unitOfName).flatMap(Optional::stream).findFirst()
                .map(unit -> row.stream()
                        .map(cell -> TableNumber.of(cell, false).isPresent() ? cell + " " + unit : cell).toList())
                .orElse(row);
    }

    /** Returns the header of the leftmost of equal tables side by side, with or without an empty column between them; else the header. */
    static List<String> leftmost(List<String> header) {
        boolean isOfResults = HeaderName.of(header.getFirst()).meaning().filter(Meaning::isMeasured).isPresent();
        return IntStream.rangeClosed(2, isOfResults ? 0 : header.size() / 2).mapToObj(width -> header.subList(0, width))
                .filter(one -> sideBySide(header, one.size()).stream().allMatch(one::equals)).findFirst()
                .orElse(header);
    }

    /** Returns the rows of tables of this width in a line; the line's cells if it is not one of several such tables. */
    static List<List<String>> sideBySide(List<String> cells, int width) {
        for (int gap = 0; gap <= 1; gap++) {
            int step = width + gap;
            int between = gap;
            int tables = (cells.size() + gap) / step;
            boolean fits = tables > 1 && tables * step - gap == cells.size() && IntStream.range(0, cells.size())
                    .allMatch(at -> between == 0 || at % step < width || cells.get(at).isBlank());
            if (fits) {
                return IntStream.range(0, tables).mapToObj(at -> cells.subList(at * step, at * step + width))
                        .filter(row -> !row.getFirst().isBlank() || !row.getLast().isBlank()).toList();
            }
        }
        return List.of(cells);
    }

    /** Returns the cells of a row, those before its first filled one from the row above: a cell of Markdown that spans rows is filled once. */
    static List<String> filled(List<String> row, List<String> above, char separator) {
        if (separator != '|' || row.isEmpty() || !row.getFirst().isEmpty() || above.size() != row.size()) {
            return row;
        }
        int first = (int) row.stream().takeWhile(String::isEmpty).count();
        return Stream.concat(above.stream().limit(first), row.stream().skip(first)).toList();
    }

    /**
     * Returns the rows in a row whose cells have as many values parted by slashes, one of whole numbers and one of others; the row itself
     * if they do not.
     */
    static List<List<String>> rows(List<String> row) {
        if (row.stream().noneMatch(cell -> cell.indexOf('/') > 0)) {
            return List.of(row);
        }
        var parted = row.stream().map(JoinedCells::parts).toList();
        var lists = parted.stream().flatMap(Optional::stream).toList();
        boolean areNamed = lists.stream().anyMatch(parts -> parts.stream().allMatch(part -> part.indexOf('.') < 0))
                && lists.stream().anyMatch(parts -> parts.stream().allMatch(part -> part.indexOf('.') > 0));
        // A result without parts belongs to the whole row.
        boolean isResultOfAll = IntStream.range(0, row.size())
                .anyMatch(cell -> parted.get(cell).isEmpty() && DECIMAL.matcher(row.get(cell).strip()).lookingAt());
        if (!areNamed || isResultOfAll || lists.stream().map(List::size).distinct().count() > 1) {
            return List.of(row);
        }
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < lists.getFirst().size(); i++) {
            int at = i;
            rows.add(IntStream.range(0, row.size())
                    .mapToObj(cell -> parted.get(cell).map(parts -> parts.get(at)).orElse(row.get(cell))).toList());
        }
        return rows;
    }

    private static Optional<List<String>> parts(String cell) {
        var text = cell.strip();
        return PARTS.matcher(text).matches() ? Optional.of(List.of(SLASH.split(text))) : Optional.empty();
    }
}

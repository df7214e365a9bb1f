package org.gpucomm.results.format.foreigncsv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.CsvLine;
import org.jspecify.annotations.Nullable;
import org.gpucomm.results.Operation;

/** Tables of somebody's own that stand in prose or Markdown: each is a header with rows right below it. */
public final class Tables {

    private static final String SEPARATORS = "|\t,; ";
    private static final int LONGEST_HEADER = 400;

    private Tables() {}

    /**
     * Returns what the columns of the tables in the beginning of a document mean, one for each header.
     *
     * @param source   the document's name
     * @param headings the operation that a line names; null if it names none
     */
    public static List<Mapping> in(List<String> head, String source, Function<String, @Nullable Operation> headings) {
        var tables = new ArrayList<Mapping>();
        String heading = "";
        for (int at = 0; at < head.size(); at++) {
            var line = head.get(at);
            var table = headed(head, at, source);
            if (table.isPresent()) {
                var mapping = withHeading(table.get(), heading);
                if (tables.stream().noneMatch(other -> other.fingerprint().equals(mapping.fingerprint()))) {
                    tables.add(mapping);
                }
            } else {
                heading = heading(line, headings.apply(line), heading);
            }
        }
        return tables;
    }

    /** The operation that the words above a table name. A heading that names none ends what the one before said. */
    private static String heading(String line, @Nullable Operation named, String before) {
        if (named != null) {
            return named.id();
        }
        var text = line.strip();
        boolean isHeading = text.startsWith("#") || text.startsWith("**") || text.startsWith("=") || text.endsWith(":");
        return isHeading ? "" : before;
    }

    /** Returns whether it is the line between header and rows in Markdown: {@code |:---|---:|}. */
    static boolean isRule(String line) {
        var text = line.strip();
        return text.length() > 2 && text.indexOf("--") >= 0
                && text.chars().allMatch(c -> c == '|' || c == '-' || c == ':' || c == '+' || c == ' ' || c == '=');
    }

    private static Optional<Mapping> headed(List<String> head, int at, String source) {
        var line = Mapping.withoutMark(head.get(at));
        if (line.length() > LONGEST_HEADER || line.isBlank() || isRule(line)) {
            return Optional.empty();
        }
        for (char separator : SEPARATORS.toCharArray()) {
            var header = cells(line, separator);
            if (!isHeader(header)) {
                continue;
            }
            var rows = rows(head.subList(at + 1, head.size()), separator, header.size());
            if (rows.isEmpty()) {
                continue;
            }
            var mapping = new Proposal(separator, header, rows).mapping(source);
            if (isTable(mapping, rows)) {
                return Optional.of(mapping);
            }
        }
        return Optional.empty();
    }

    /** A number of columns with names, one of which means a size or how many take part. */
    private static boolean isHeader(List<String> header) {
        return header.size() > 1 && header.stream().noneMatch(cell -> cell.isEmpty() || cell.length() > 60)
                && header.stream().noneMatch(cell -> Character.isDigit(cell.charAt(0)))
                && header.stream().map(cell -> HeaderName.of(cell).meaning().orElse(null))
                        .anyMatch(meaning -> meaning == Meaning.SIZE || meaning == Meaning.RANKS);
    }

    private static List<List<String>> rows(List<String> below, char separator, int columns) {
        var rows = new ArrayList<List<String>>();
        for (var line : below) {
            if (line.isBlank()) {
                break;
            }
            var cells = cells(line, separator);
            if (!isRule(line) && cells.size() != columns) {
                break;
            }
            if (!isRule(line)) {
                rows.add(cells);
            }
        }
        return rows;
    }

    /** Returns whether sizes are sizes, and there is a column that is or could be a result. */
    private static boolean isTable(Mapping mapping, List<List<String>> rows) {
        for (int i = 0; i < mapping.columns().size(); i++) {
            var meaning = mapping.columns().get(i).meaning();
            var cell = rows.getFirst().get(i);
            if (meaning == Meaning.SIZE && Bytes.parse(cell).isEmpty()
                    && Row.number(cell, mapping.decimalComma()).isEmpty()) {
                return false;
            }
        }
        return (mapping.has(Meaning.SIZE) || mapping.has(Meaning.RANKS)) && mapping.columns().stream()
                .anyMatch(column -> column.meaning().isMeasured()
                        || column.certainty() == Mapping.Certainty.UNKNOWN);
    }

    private static Mapping withHeading(Mapping mapping, String operation) {
        return operation.isEmpty() || mapping.saysOperation()
                ? mapping
                : mapping.withFixed(Meaning.OPERATION, operation);
    }

    static List<String> cells(String line, char separator) {
        return CsvLine.cells(line, separator).orElse(List.of());
    }
}

package org.gpucomm.results.format.customtable;

import java.util.List;

/**
 * A custom table in a file: its place and the meaning of its columns. Tables with the same header under the same heading are one.
 *
 * @param source  name of the file; the path within an archive
 * @param number  1 for the first table of the file
 * @param heading line above the table, without marks, that is its title or names an operation; empty if there is none
 * @param mapping meaning of the columns, known or proposed
 */
public record CustomTable(String source, int number, String heading, Mapping mapping) {

    /** Returns the same table with another mapping. */
    public CustomTable with(Mapping other) {
        return new CustomTable(source, number, heading, other);
    }

    /** Returns whether both have the same header, under the same heading of the same file unless one of them is of any file. */
    public boolean isSameAs(CustomTable other) {
        boolean place = source.equals(other.source) && heading.equals(other.heading);
        return (place || source.isEmpty() || other.source.isEmpty())
                && mapping.fingerprint().equals(other.mapping.fingerprint());
    }

    /** Returns the questions to answer before rows can be read, in words; if there are several tables, with the name of each. */
    public static String doubts(List<CustomTable> tables) {
        var open = tables.stream().filter(table -> !table.mapping().isCertain()).toList();
        if (tables.size() == 1) {
            return "a table whose columns are not all certain: "
                    + String.join("; ", open.getFirst().mapping().doubts());
        }
        var words = new StringBuilder(
                tables.size() + " tables, of which " + open.size() + (open.size() == 1 ? " is" : " are")
                        + " not certain: ");
        for (int i = 0; i < open.size(); i++) {
            words.append(i == 0 ? "" : " | ").append(open.get(i).title()).append(": ")
                    .append(String.join("; ", open.get(i).mapping().doubts()));
        }
        return words.toString();
    }

    /** Returns a name for people: {@code table 2 ("Ring and tree")}. */
    public String title() {
        return "table " + number + (heading.isEmpty() ? "" : " (\"" + heading + "\")");
    }

    /** Source of the user's mappings of tables. */
    @FunctionalInterface
    public interface Answers {

        Answers NONE = CustomTable::mapping;

        /** Returns the mapping to read a table with: the user's, or the proposed one. */
        Mapping of(CustomTable proposed);

        /**
         * Returns whether likely values may fill gaps in a log of a known format: the operation of a table that names none, the end of a
         * run that was cut before its final line.
         */
        default boolean assumes() {
            return false;
        }

        /** Returns whether a log in which no format has a row is read for its tables, and for lines with a name at each number. */
        default boolean areOfAnyLines() {
            return false;
        }

        /** Returns answers with this mapping for every table that has its header, and the proposed mapping for all others. */
        static Answers of(Mapping said) {
            return proposed -> proposed.mapping().fingerprint().equals(said.fingerprint()) ? said : proposed.mapping();
        }
    }
}

package org.gpucomm.results.format.customtable;

import java.util.List;

/**
 * A table of somebody's own in a file: which it is there, and how it is read. Tables with one header under one heading are one.
 *
 * @param source  the file's name; a member's path in an archive
 * @param number  1 for the first table of the file
 * @param heading the line above it, without marks, that heads it or names an operation; empty if there is none
 * @param mapping what its columns mean, or seem to
 */
public record CustomTable(String source, int number, String heading, Mapping mapping) {

    /** Returns the same table, read by another mapping. */
    public CustomTable with(Mapping other) {
        return new CustomTable(source, number, heading, other);
    }

    /** Returns whether both are of one place: the same header under the same heading of the same file, or of any file. */
    public boolean isSameAs(CustomTable other) {
        boolean place = source.equals(other.source) && heading.equals(other.heading);
        return (place || source.isEmpty() || other.source.isEmpty())
                && mapping.fingerprint().equals(other.mapping.fingerprint());
    }

    /** Returns what should be said of tables before rows are read, in words; of several, which table it is. */
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

    /** Source of the mappings that somebody gives of tables. */
    @FunctionalInterface
    public interface Answers {

        Answers NONE = CustomTable::mapping;

        /** Returns how a table is to be read: by what was proposed, or said. */
        Mapping of(CustomTable proposed);

        /**
         * Returns whether a log of a known format is read by what is likely where it leaves something open: a table that names no
         * operation, a run that was cut before its final line.
         */
        default boolean assumes() {
            return false;
        }

        /** Returns the answers that are this mapping for every table of its header, and nothing for others. */
        static Answers of(Mapping said) {
            return proposed -> proposed.mapping().fingerprint().equals(said.fingerprint()) ? said : proposed.mapping();
        }
    }
}

package org.gpucomm.results.format;

import java.util.List;

/** A file format: how to know it, and how to read it. One implementation a format, listed in {@link Formats}. */
public interface Format {

    /** Stable name: {@code nccl-tests}, {@code study-csv}. */
    String id();

    /** One line for the user: which program writes it. */
    String description();

    /** Goes up whenever the parser reads some file differently than before, so that uploads can be read again. */
    int version();

    /** Whether this is the format of a file whose first lines are these. Cheap; never throws on any text. */
    boolean recognises(List<String> head);

    /**
     * A parser for one file.
     *
     * @param source name of the file without directories; may tell the operation where the content does not
     */
    Parser open(String source);

    /** Reads one file, line after line. Bad input is a {@link Entry.Problem}, never an exception. */
    interface Parser {

        /** What became of this line. Lines come in order, each once. */
        Entry read(Line line);

        /** After the last line: what is said of the file as a whole (a missing footer, say), with line 0. */
        default List<Entry> end() {
            return List.of();
        }
    }
}

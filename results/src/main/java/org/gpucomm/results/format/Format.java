package org.gpucomm.results.format;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** A format: how to know it, and how to read it. One implementation a format, listed in {@link Formats}. */
public sealed interface Format permits Format.OfFile, Format.OfSection {

    /** Stable name: {@code nccl-tests}, {@code study-csv}. */
    String id();

    /** One line for the user: which program writes it. */
    String description();

    /** Goes up whenever the parser reads some file differently than before, so that uploads can be read again. */
    int version();

    /**
     * A parser for one file, or for the sections of one writer in a log.
     *
     * @param log the file: its name, which may tell the operation, and what was said in it so far
     */
    Parser open(Log log);

    /** A format that has the whole file: CSV, JSON. */
    non-sealed interface OfFile extends Format {

        /** Whether this is the format of a file whose first lines are these. Cheap; never throws on any text. */
        boolean recognises(List<String> head);
    }

    /**
     * A format whose sections may stand anywhere in a log, between other text and sections of other formats: what
     * benchmarks print.
     */
    non-sealed interface OfSection extends Format {

        /**
         * Whether a section begins with this line: a banner, or a table's header where there is none. Asked of every line
         * that no parser knows, without launcher's prefixes; cheap; never throws on any text.
         */
        boolean begins(String line);
    }

    /** Reads line after line. Bad input is a {@link Entry.Problem}, never an exception. */
    interface Parser {

        /**
         * What became of this line. Lines come in order, each once.
         *
         * @return null if it is no line of this format; allowed only to {@link OfSection}. A parser claims no more than
         *         it knows: foreign text, and banners of other tools, are null
         */
        @Nullable
        Entry read(Line line);

        /**
         * A line that another writer wrote, which has no section of its own: another rank's failure, say.
         *
         * @return null if it says nothing to this format
         */
        default @Nullable Entry aside(Line line) {
            return null;
        }

        /**
         * Whether a next line may still tell what became of lines read before, of which the entries given were problems. They are
         * held back then, for not too long.
         */
        default boolean isUndecided() {
            return false;
        }

        /** Entries for lines read before, in place of those given for them; asked after each line while undecided. */
        default List<Entry> takeRevised() {
            return List.of();
        }

        /**
         * Whether lines of any length are of use. Then one that is too long comes in pieces, the last of them by {@link #read};
         * else it is a problem.
         */
        default boolean takesPieces() {
            return false;
        }

        /** A piece of a line, which is not its last. */
        default void piece(String text) {
            throw new UnsupportedOperationException("this format reads whole lines");
        }

        /** After the last line: what is said of the file as a whole (a missing footer, say), with line 0. */
        default List<Entry> end() {
            return List.of();
        }
    }
}

package org.gpucomm.results.format;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * A format: how to know it, and how to read it. {@link Formats} lists all. A format of whole files (CSV, JSON) is known by the
 * first lines; sections of the others may stand anywhere in a log, between other text and sections of other formats.
 *
 * @param id          stable name: {@code nccl-tests}, {@code study-csv}
 * @param version     goes up whenever the parser reads some file differently than before, so that uploads can be read again
 * @param description one line for the user: which program writes it
 * @param recognises  whether a file with these first lines is in this format; null if it is none of whole files. Cheap; never
 *                    throws on any text
 * @param begins      whether a section begins with this line: a banner, or a table's header where there is none; null if it
 *                    has no sections. Asked of every line that no parser knows, without launcher's prefixes; cheap; never
 *                    throws on any text
 * @param opening     makes a parser for one file, or for the sections of one writer in a log, of which it is given the name, and
 *                    what was said in it so far
 */
public record Format(String id, int version, String description, @Nullable Predicate<List<String>> recognises,
        @Nullable Predicate<String> begins, Function<Log, Parser> opening) {

    /** Reader of line after line. Bad input is a {@link Entry.Problem}, never an exception. */
    public interface Parser {

        /**
         * Returns what became of this line. Lines come in order, each once.
         *
         * @return null if it is no line of this format, which only formats with sections may say. A parser claims no more
         *         than it knows: foreign text, and banners of other tools, are null
         */
        @Nullable
        Entry read(Line line);

        /**
         * Reads a line that another writer wrote, which has no section of its own: another rank's failure, say.
         *
         * @return null if it says nothing to this format
         */
        default @Nullable Entry aside(Line line) {
            return null;
        }

        /**
         * Returns whether a next line may still say what became of lines read before, of which the entries given were
         * problems. They are held back then, for not too long.
         */
        default boolean isUndecided() {
            return false;
        }

        /** Entries for lines read before, in place of those given for them; asked after each line while undecided. */
        default List<Entry> takeRevised() {
            return List.of();
        }

        /**
         * Returns whether lines of any length are of use. Then one that is too long comes in pieces, the last of them
         * by {@link #read}; else it is a problem.
         */
        default boolean takesPieces() {
            return false;
        }

        /** A piece of a line, which is not its last. */
        default void piece(String text) {
            throw new UnsupportedOperationException("this format reads whole lines");
        }

        /** Returns what is said after the last line of the file as a whole (a missing footer, say), with line 0. */
        default List<Entry> end() {
            return List.of();
        }
    }
}

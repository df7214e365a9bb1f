package org.gpucomm.results.format;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * A format: how to detect and how to read it. {@link Formats} lists all formats. A format of whole files (CSV, JSON) is detected by the
 * first lines of the file; the sections of other formats may begin anywhere in a log, between other text and sections of other formats.
 *
 * @param id          stable name: {@code nccl-tests}, {@code study-csv}
 * @param version     number that goes up whenever the parser reads some file differently, so that uploads can be read again
 * @param description one line for the user: which program writes the format
 * @param recognises  test whether a file with these first lines has this format; null if this is not a format of whole files. Cheap; never
 *                    throws
 * @param begins      test whether a section begins with this line: a banner, or the header of a table without a banner; null if the format
 *                    has no sections. Called for every line that no parser knows, without the launcher's prefix. Cheap; never throws
 * @param opening     factory of a parser for one file, or for the sections of one writer in a log; the log provides its name and the facts
 *                    found so far
 */
public record Format(String id, int version, String description, @Nullable Predicate<List<String>> recognises,
        @Nullable Predicate<String> begins, Function<Log, Parser> opening) {

    /** Reader of one line after the other. Bad input becomes an {@link Entry.Problem}, never an exception. */
    public interface Parser {

        /**
         * Returns the entry for this line. Lines come in order, each once.
         *
         * @return null if the line does not belong to this format, which only formats with sections may return. A parser claims only lines
         *         that it knows: foreign text and banners of other tools give null
         */
        @Nullable
        Entry read(Line line);

        /**
         * Reads a line of another writer that has no section of its own, for example the failure of another rank.
         *
         * @return null if the line means nothing to this format
         */
        default @Nullable Entry aside(Line line) {
            return null;
        }

        /**
         * Returns whether a later line may still decide about earlier lines, whose entries were given as problems. The reader then holds
         * these entries back, up to a limit.
         */
        default boolean isUndecided() {
            return false;
        }

        /** Returns entries that replace those given for earlier lines; called after each line while undecided. */
        default List<Entry> takeRevised() {
            return List.of();
        }

        /**
         * Returns whether the parser can use lines of any length. A line that is too long then comes in pieces, the last one through
         * {@link #read}; otherwise it is a problem.
         */
        default boolean takesPieces() {
            return false;
        }

        /** Takes a piece of a line other than the last piece. */
        default void piece(String text) {
            throw new UnsupportedOperationException("this format reads whole lines");
        }

        /** Returns entries about the whole file, such as a missing footer, after the last line; their line is 0. */
        default List<Entry> end() {
            return List.of();
        }
    }
}

package org.gpucomm.runner.rig;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.launch.ProcessPlace;

/**
 * One library or technique that gpucomm measures with. A family says what it is and what it needs, reads its own options,
 * and sets up a {@link Session} for each seat; the {@link Rig} does everything else.
 */
public interface Family {

    /** Returns its name, its sentence and its operations. */
    Bench about();

    /** Returns why it cannot run on this host, one reason a missing thing; empty if it can. */
    List<String> missing(LibrarySearch search);

    /** Returns a picocli mixin with the options of this family, for one command line. */
    Options options();

    /** The options of a family as they were given. */
    interface Options {

        /**
         * Checks the arguments, as far as that needs no library.
         *
         * @throws IllegalArgumentException naming the option that cannot be used, and what is allowed
         */
        Request request(Operation operation, Protocol protocol);

        /** Takes a word in an operation's place that stands for an operation with options of its family; empty if it is none. */
        default Optional<Operation> recipe(String word) {
            return Optional.empty();
        }
    }

    /** A request says what is to be measured. Nothing is opened yet. */
    interface Request {

        /** Returns where to look for libraries; a family may have options that name some. */
        default LibrarySearch search(LibrarySearch search) {
            return search;
        }

        /**
         * Opens the libraries and finds the seats of this process.
         *
         * @throws MissingException         if a library or a device is not here
         * @throws IllegalArgumentException if what is here cannot do what is asked
         */
        Setup open(LibrarySearch search, ProcessPlace place);
    }
}

package org.gpucomm.runner.rig;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.launch.ProcessPlace;

/**
 * Family of benchmarks: one library or technique to measure. A family describes itself, checks its requirements, reads its options and
 * opens a {@link Session} for each seat; the {@link Rig} does everything else.
 */
public interface Family {

    /** Returns name, description and operations. */
    Bench about();

    /** Returns the reasons why the family cannot run on this host, one per missing library or device; empty if it can. */
    List<String> missing(LibrarySearch search);

    /** Returns a new picocli mixin with the options of this family. */
    Options options();

    /** Options of a family from the command line. */
    interface Options {

        /**
         * Checks the options as far as possible without a library, and returns the request.
         *
         * @throws IllegalArgumentException if an option is invalid; the message names the option and the allowed values
         */
        Request request(Operation operation, Protocol protocol);

        /** Reads a word given instead of an operation that stands for an operation with certain options; empty if the word is unknown. */
        default Optional<Operation> recipe(String word) {
            return Optional.empty();
        }
    }

    /** Request to measure, before any library is opened. */
    interface Request {

        /** Returns the search with the libraries that options of the family name. */
        default LibrarySearch search(LibrarySearch search) {
            return search;
        }

        /**
         * Opens the libraries and chooses the seats of this process.
         *
         * @throws MissingException         if a library or a device is not available
         * @throws IllegalArgumentException if the libraries or devices cannot do what is requested
         */
        Setup open(LibrarySearch search, ProcessPlace place);
    }
}

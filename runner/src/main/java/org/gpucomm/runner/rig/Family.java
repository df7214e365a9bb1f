package org.gpucomm.runner.rig;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.launch.ProcessPlace;

/**
 * Family of benchmarks: one library or technique to measure. The {@link Options} of a family check its requirements, and lead by a
 * {@link Request} and a {@link Setup} to a {@link Session} for each seat; the {@link Rig} does everything else.
 *
 * @param about   name, description and operations
 * @param options factory of a picocli mixin with the options of this family
 */
public record Family(Bench about, Supplier<Options> options) {

    /** Options of a family from the command line. */
    public interface Options {

        /** Returns the reasons why the family cannot run on this host, one per missing library or device; empty if it can. */
        List<String> missing(LibrarySearch search);

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
    public interface Request {

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

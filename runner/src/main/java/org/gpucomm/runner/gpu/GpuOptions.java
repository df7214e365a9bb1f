package org.gpucomm.runner.gpu;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.ProtocolOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of families that measure on GPUs: the number of GPUs of a process, and the driver. A picocli mixin. */
public final class GpuOptions {

    @Option(names = {"-g", "--ngpus", "--gpus"}, paramLabel = "N",
            description = "GPUs of this process, times --threads. Default: all, shared with the processes beside it")
    private @Nullable Integer gpus;

    @Option(names = {"-t", "--nthreads", "--threads"}, paramLabel = "N",
            description = "Multiplies --gpus; each GPU has a thread of its own anyway.")
    private @Nullable Integer threads;

    @Option(names = "--cuda-library", paramLabel = "FILE", description = "The CUDA driver to load (libcuda.so.1).")
    private @Nullable Path cuda;

    /** Throws an {@link IllegalArgumentException} that names the option if one is out of range. */
    public void check() {
        ProtocolOptions.atLeast("--gpus", 1, gpus == null ? 1 : gpus);
        ProtocolOptions.atLeast("--threads", 1, threads == null ? 1 : threads);
    }

    /** Returns a search that loads the driver given by --cuda-library; the same search if the option is absent. */
    public LibrarySearch search(LibrarySearch everywhere) {
        return everywhere.with("GPUCOMM_CUDA_LIBRARY", cuda);
    }

    /**
     * Parses the names of methods, separated by commas, or {@code all}.
     *
     * @param all methods of the operation
     */
    public static <T> List<T> methods(String names, List<T> all, Function<T, String> text, Operation operation) {
        return names.equals("all")
                ? all
                : Arrays.stream(names.split(",")).map(String::strip).map(name -> all.stream()
                        .filter(method -> text.apply(method).equals(name)).findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("there is no method '" + name + "' for "
                                + operation.id() + "; there are "
                                + all.stream().map(text).collect(Collectors.joining(", ")) + ", all")))
                        .distinct().toList();
    }

    /**
     * Returns why this host lacks two GPUs or their driver; empty if it has them.
     *
     * @param two requirement in words
     */
    public static List<String> missing(LibrarySearch search, String two) {
        return switch (Cuda.load(search)) {
            case Availability.Absent<Cuda> absent -> List.of(absent.words());
            case Availability.Present<Cuda>(var driver) -> driver.gpus().size() < 2
                    ? List.of(two + ": this host shows " + driver.gpus().size())
                    : List.of();
        };
    }

    /** Throws a {@link MissingException} if this is the only process and sees fewer than two GPUs. */
    public static void requireTwo(String family, List<Cuda.Gpu> visible, ProcessPlace place) {
        if (visible.size() < 2 && place.processes() == 1) {
            throw MissingException.ofGpus(family, visible.size());
        }
    }

    /**
     * Returns the GPUs of this process: the processes of a host share the visible GPUs in order, unless each sees only its own.
     *
     * @throws MissingException if the process sees too few GPUs
     */
    public List<Cuda.Gpu> of(List<Cuda.Gpu> visible, ProcessPlace place) {
        int each = gpus != null || threads != null
                ? (gpus == null ? 1 : gpus) * (threads == null ? 1 : threads)
                : Math.max(1, visible.size() / place.localProcesses());
        int first = visible.size() == each ? 0 : place.localProcess() * each;
        if (first + each > visible.size()) {
            throw new MissingException("process " + place.process() + " needs GPUs " + first + " to "
                    + (first + each - 1) + ", this host shows " + visible.size()
                    + "; see --gpus, --threads and CUDA_VISIBLE_DEVICES");
        }
        return visible.subList(first, first + each);
    }
}

package org.gpucomm.runner.nccl;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.collective.RoutingOptions;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.nccl.NcclRequest.Blocking;
import org.gpucomm.runner.nccl.NcclRequest.Registration;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;
import static org.gpucomm.runner.rig.ProtocolOptions.within;

/**
 * Family that measures operations of NCCL. A seat is a GPU, driven by a thread of its own. The options are named as in nccl-tests. A
 * picocli mixin.
 */
public final class NcclOptions implements Family.Options {

    private static final String ALL = "all";

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = {"-m", "--agg_iters", "--aggregated"}, paramLabel = "N", defaultValue = "1",
            description = "Operations in one group. Default: ${DEFAULT-VALUE}")
    private int aggregated;

    @Option(names = {"-o", "--op"}, paramLabel = "OP", defaultValue = "sum",
            description = "sum, prod, max, min, avg, mulsum, several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String reduction = "sum";

    @Option(names = {"-d", "--datatype"}, paramLabel = "TYPE", defaultValue = "float",
            description = "int8, uint8, int32, uint32, int64, uint64, half, float, double, bfloat16, f8e4m3, f8e5m2, "
                    + "several by commas, or all. "
                    + "Default: ${DEFAULT-VALUE}")
    private String type = "float";

    @Option(names = {"-r", "--root"}, paramLabel = "RANK", defaultValue = "0",
            description = "Root of broadcast, reduce, gather and scatter; -1 or all = each in turn. Default: ${DEFAULT-VALUE}")
    private String root = "0";

    @Option(names = {"-z", "--blocking"}, paramLabel = "0..2", defaultValue = "0",
            description = "1 waits for each operation, with a barrier; 2 without a barrier.")
    private int blocking;

    @Option(names = {"-G", "--cudagraph"}, paramLabel = "N", defaultValue = "0",
            description = "Captures the batch as a CUDA graph and launches that N times.")
    private int graphs;

    @Option(names = {"-R", "--local_register"}, paramLabel = "0..2", defaultValue = "0",
            description = "1 registers the buffers with the communicator (NCCL 2.19), 2 as symmetric memory (2.27).")
    private int registration;

    @Option(names = {"-x", "--cta_policy"}, paramLabel = "0..2",
            description = "The communicator's policy for thread blocks (NCCL 2.27): 0 NCCL's default, 1 efficiency, "
                    + "2 zero, which leaves copies to the copy engines where it can (2.28).")
    private @Nullable Integer ctaPolicy;

    @Option(names = {"-p", "--parallel_init"}, paramLabel = "0|1", hidden = true,
            description = "Accepted for nccl-tests' sake: GPUs are always initialised by their own threads.")
    private int parallelInit;

    // Accepted only with the value 0, for scripts that pass them: other values would measure something else.
    @Option(names = {"-y", "--stream_null"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int nullStream;
    @Option(names = {"-C", "--report_cputime"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int processorTime;
    @Option(names = {"-u", "--unalign"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int unaligned;

    @Mixin
    private RoutingOptions routing = new RoutingOptions();

    @Option(names = "--nccl-library", paramLabel = "FILE", description = "The NCCL to load (libnccl.so.2).")
    private @Nullable Path nccl;

    @Override
    public List<String> missing(LibrarySearch search) {
        return Stream.of(Cuda.load(search), Nccl.load(search)).flatMap(each -> each.missing().stream()).toList();
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        refuse("--stream_null", nullStream, "each GPU has a stream of its own");
        refuse("--report_cputime", processorTime, "an operation is timed until the GPUs are done");
        refuse("--unalign", unaligned, "buffers are aligned");
        gpus.check();
        return new NcclRequest(Collective.of(operation, routing.routing()), protocol, sizes.sizes(),
                named(type, ElementType.values(), ElementType::text, "data type"),
                named(reduction, Reduction.values(), Reduction::text, "reduction"), root(),
                atLeast("--agg_iters", 1, aggregated), atLeast("--cudagraph", 0, graphs),
                Blocking.values()[within("--blocking", blocking, Blocking.values().length)],
                Registration.values()[within("--local_register", registration, Registration.values().length)],
                ctaPolicy == null ? null : (Integer) within("--cta_policy", ctaPolicy, 3), gpus, nccl);
    }

    /** Returns the values with the names of a list; empty for all that the library has. */
    private static <T> List<T> named(String list, T[] all, Function<T, String> text, String what) {
        return list.equalsIgnoreCase(ALL)
                ? List.of()
                : Stream.of(list.toLowerCase(Locale.ROOT).split(","))
                        .map(name -> Stream.of(all).filter(each -> text.apply(each).equals(name)).findFirst()
                                .orElseThrow(() -> new IllegalArgumentException("there is no " + what + " '" + name
                                        + "'; there are "
                                        + Stream.of(all).map(text).collect(Collectors.joining(", ")) + ", all")))
                        .toList();
    }

    /** Returns the requested root; empty for each rank in turn. */
    private Optional<Integer> root() {
        if (root.equals(ALL) || root.equals("-1")) {
            return Optional.empty();
        }
        try {
            return Optional.of(atLeast("--root", 0, Integer.parseInt(root)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--root must be a rank, -1 or all, was '" + root + "'", e);
        }
    }

    private static void refuse(String option, int value, String instead) {
        if (value != 0) {
            throw new IllegalArgumentException(option + " " + value + " is nccl-tests' and not gpucomm's: " + instead);
        }
    }
}

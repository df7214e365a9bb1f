package org.gpucomm.results;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A family of benchmarks that {@code gpucomm bench} runs: one library or technique and its measured operations. {@link #ALL} lists all
 * families; help texts, plans, proposed commands and the tables of the documentation are generated from it.
 *
 * @param id         name on the command line, for example {@code nccl}
 * @param library    value of the column {@code library}
 * @param sentence   description of what the family measures, in one sentence
 * @param operations operations in display order
 */
public record Bench(String id, String library, String sentence, List<BenchOperation> operations) {

    public static final Bench NCCL = new Bench("nccl", "nccl",
            "Operations of NCCL between GPUs, with the options and the table of nccl-tests.",
            List.of(new BenchOperation(Operation.ALL_REDUCE, "Every rank gets the reduction of what all give."),
                    new BenchOperation(Operation.ALL_GATHER, "Every rank gets what all give, in order of rank."),
                    new BenchOperation(Operation.REDUCE_SCATTER,
                            "Every rank gets its share of the reduction of what all give."),
                    new BenchOperation(Operation.ALLTOALL, "Every rank gives each of the others an equal share."),
                    new BenchOperation(Operation.ALLTOALLV,
                            "As alltoall, with pairs (r, p) that exchange in proportion to (r + p) mod n + 1."),
                    new BenchOperation(Operation.BROADCAST, "Every rank gets what the root gives."),
                    new BenchOperation(Operation.REDUCE, "The root gets the reduction of what all give."),
                    new BenchOperation(Operation.GATHER, "The root gets what all give, in order of rank."),
                    new BenchOperation(Operation.SCATTER, "Every rank gets its share of what the root gives."),
                    new BenchOperation(Operation.SENDRECV,
                            "Every rank sends to the next and receives from the one before."),
                    new BenchOperation(Operation.HYPERCUBE,
                            "An all-gather in log₂ n steps along the edges of a hypercube."),
                    new BenchOperation(Operation.MOE_DISPATCH,
                            "A Mixture-of-Experts layer sends its tokens to their experts."),
                    new BenchOperation(Operation.MOE_COMBINE,
                            "A Mixture-of-Experts layer brings its experts' results back.")));

    public static final Bench NVLINK = new Bench("nvlink", "cuda",
            "GPUs of one host that read and write one another's memory, by kernels and copy engines.",
            List.of(new BenchOperation(Operation.WRITE,
                    "A GPU writes to the memory of another, over blocks and threads of one's choice."),
                    new BenchOperation(Operation.READ, "A GPU reads the memory of another."),
                    new BenchOperation(Operation.ALLTOALL,
                            "Every rank gives each of the others an equal share, by three ways of gpucomm's own.")));

    public static final Bench NVSHMEM = new Bench("nvshmem", "nvshmem",
            "Operations of NVSHMEM that the host asks for, or the device over one block or many.",
            List.of(new BenchOperation(Operation.ALLTOALL, "Every rank gives each of the others an equal share."),
                    new BenchOperation(Operation.ALL_GATHER,
                            "Every rank gets what all give, in order of rank: NVSHMEM's fcollect."),
                    new BenchOperation(Operation.ALL_REDUCE, "Every rank gets the sum of what all give."),
                    new BenchOperation(Operation.BROADCAST, "Every rank gets what rank 0 gives."),
                    new BenchOperation(Operation.PUT, "Every rank writes to the memory of the next."),
                    new BenchOperation(Operation.GET, "Every rank reads the memory of the next.")));

    public static final Bench JACOBI = new Bench("jacobi", "cuda",
            "Jacobi's method on a grid that is spread over the GPUs of a host, with a halo exchange and a norm in each step.",
            List.of(new BenchOperation(Operation.JACOBI,
                    "All steps of a problem; the norms and cells are those of one GPU alone.")));

    public static final Bench FABRIC = new Bench("fabric", "libfabric",
            "Transfers of libfabric between network interfaces, without a library above it and without GPUs.",
            List.of(new BenchOperation(Operation.SENDRECV,
                    "A message there and one back; the time is that of both. SEND and RECV over one interface."),
                    new BenchOperation(Operation.SEND,
                            "One rank of a pair sends a row of messages, the other receives them."),
                    new BenchOperation(Operation.WRITE,
                            "One rank of a pair writes a row of messages to the other's memory."),
                    new BenchOperation(Operation.READ,
                            "One rank of a pair reads a row of messages from the other's memory."),
                    new BenchOperation(Operation.ALLTOALL, "Every rank writes an equal share to each of the others.")));

    public static final Bench PROXY = new Bench("proxy", "cuda",
            "GPU threads that ask threads of the CPU for transfers, through queues in pinned memory.",
            List.of(new BenchOperation(Operation.QUEUE,
                    "GPU threads post requests that ask for nothing; a CPU thread takes them."),
                    new BenchOperation(Operation.WRITE,
                            "The GPU asks for writes to the next GPU's memory, which a CPU thread gives to a copy engine.")));

    /** All families; the first is the default if a command names none. */
    public static final List<Bench> ALL = List.of(NCCL, NVLINK, NVSHMEM, JACOBI, FABRIC, PROXY);

    /** Returns whether the family varies the message size; Jacobi varies the problem instead. */
    public boolean hasSizes() {
        return !equals(JACOBI);
    }

    public Bench {
        operations = List.copyOf(operations);
    }

    /** An operation of a family and what it does, in one sentence. */
    public record BenchOperation(Operation operation, String sentence) {}

    /** Returns whether the family measures the operation. */
    public boolean has(Operation operation) {
        return operations.stream().anyMatch(item -> item.operation() == operation);
    }

    /** Returns the operation with a name: {@code all_reduce}, {@code AllReduce} and nccl-tests' {@code all_reduce_perf} are one. */
    public Optional<Operation> named(String name) {
        var wanted = plain(name.replaceFirst("_perf(_mpi)?$", ""));
        return operations.stream().map(BenchOperation::operation).filter(each -> plain(each.id()).equals(wanted))
                .findFirst();
    }

    /** Returns the ids of the operations for messages, for example {@code all_reduce, all_gather}. */
    public String names() {
        return String.join(", ", operations.stream().map(item -> item.operation().id()).toList());
    }

    private static String plain(String name) {
        return String.join("", Arrays.asList(name.toLowerCase(Locale.ROOT).split("[_-]")));
    }
}

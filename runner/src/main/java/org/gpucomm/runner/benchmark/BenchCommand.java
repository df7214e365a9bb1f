package org.gpucomm.runner.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Cuda;
import org.gpucomm.runner.ffi.CudaDriver;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NcclLibrary;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.gpucomm.runner.fingerprint.FingerprintReader;
import org.gpucomm.runner.output.OutputException;
import org.gpucomm.runner.output.OutputOptions;
import org.gpucomm.runner.output.Sinks;
import org.gpucomm.runner.ranks.Launch;
import org.gpucomm.runner.ranks.LaunchException;
import org.gpucomm.runner.ranks.Meeting;
import org.gpucomm.runner.ranks.MeetingException;
import org.gpucomm.runner.ranks.Secret;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Measures an operation of NCCL on the GPUs of this host, or of all hosts that take part. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures an operation of NCCL: time, bandwidth and whether the data are right, size by size.",
        footer = {"",
                "Exit codes: 0 done, 1 done and some data were wrong, 2 wrong options, 3 something is missing here,",
                "4 a call failed, a rank was lost or the time ran out.",
                "GPUCOMM_CUDA_LIBRARY and GPUCOMM_NCCL_LIBRARY each name a file to load instead of those found by search."})
public final class BenchCommand implements Callable<Integer> {

    private static final int WRONG_DATA = 1;
    private static final int USAGE = 2;
    private static final int MISSING = 3;
    private static final int FAILED = 4;

    @Parameters(paramLabel = "OPERATION", description = "all_reduce, all_gather, reduce_scatter, alltoall, alltoallv, "
            + "broadcast, reduce, gather, scatter, sendrecv, hypercube, moe_dispatch or moe_combine; nccl-tests' names "
            + "such as all_reduce_perf will do.")
    private String operation = "";

    @Mixin
    private MeasuringOptions measuring = new MeasuringOptions();

    @Mixin
    private OtherOptions others = new OtherOptions();

    @Mixin
    private RoutingOptions routing = new RoutingOptions();

    @Mixin
    private RankOptions ranks = new RankOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    private final Map<String, String> environment;
    private final PrintStream terminal;
    private final PrintStream messages;

    public BenchCommand() {
        this(System.getenv(), System.out, System.err);
    }

    /**
     * @param terminal where the table goes
     * @param messages where everything else goes
     */
    BenchCommand(Map<String, String> environment, PrintStream terminal, PrintStream messages) {
        this.environment = environment;
        this.terminal = terminal;
        this.messages = messages;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            others.check();
            var place = Launch.detect(environment, ranks.launch());
            var secret = Secret.choose(ranks.secret(), environment, place);
            var search = ranks.search(environment);
            var libraries = new Libraries(present(Cuda.load(search)), present(NcclLibrary.load(search)),
                    KernelImage.of("check", environment));
            var gpus = ranks.gpus(present(CudaDriver.load(search)).gpus(), measuring.gpusWanted(), place);
            var spec = measuring.spec(collective(), gpus, libraries.nccl(), gpus.size() * place.processes());
            try (var meeting = Meeting.at(place, secret, measuring.timeout())) {
                return measured(spec, libraries, gpus, meeting, fingerprint(search));
            }
        } catch (MissingException | NativeCallException | UnsatisfiedLinkError e) {
            return failed(MISSING, e);
        } catch (MeetingException e) {
            return failed(FAILED, e);
        } catch (IllegalArgumentException | LaunchException | OutputException e) {
            return failed(USAGE, e);
        }
    }

    private int measured(Spec spec, Libraries libraries, List<CudaDriver.Gpu> gpus, Meeting meeting,
            CompletableFuture<Fingerprint> fingerprint) throws InterruptedException {
        var benchmark = new Benchmark(spec, libraries, gpus, hostName(), meeting, fingerprint::join,
                measuring.timeout());
        if (meeting.process() != 0) {
            return ended(benchmark.run(null, messages), false);
        }
        try (var sink = Sinks.of(output, terminal)) {
            var report = new Report(spec, libraries, sink, messages);
            return ended(benchmark.run(report, messages), report.wrong());
        }
    }

    private int ended(@Nullable Throwable failure, boolean wrong) {
        if (failure instanceof OutputException || failure instanceof Introduction.DisagreementException) {
            return failed(USAGE, failure);
        }
        if (failure != null) {
            return failed(failure instanceof UnsatisfiedLinkError ? MISSING : FAILED, failure);
        }
        if (wrong) {
            messages.println("gpucomm: some results hold wrong elements, see the columns #wrong");
        }
        return wrong ? WRONG_DATA : 0;
    }

    private int failed(int code, Throwable failure) {
        if (failure instanceof MeetingException meeting && !meeting.toldHere()) {
            return code;
        }
        boolean expected = failure instanceof RuntimeException || failure instanceof UnsatisfiedLinkError;
        messages.println("gpucomm: " + (expected && failure.getMessage() != null ? failure.getMessage() : failure));
        if (!expected || failure instanceof NullPointerException || failure instanceof ClassCastException) {
            failure.printStackTrace(messages);
        }
        return code;
    }

    private Collective collective() {
        var collectives = new Collectives(routing.routing());
        return collectives.named(operation).orElseThrow(() -> new IllegalArgumentException("there is no operation '"
                + operation + "'; there are " + String.join(", ", collectives.names())));
    }

    private static <T> T present(Availability<T> availability) {
        return switch (availability) {
            case Availability.Present<T> present -> present.library();
            case Availability.Absent<T> absent -> throw new MissingException(absent.name() + " cannot be used: "
                    + String.join("; ", absent.reasons()) + ". gpucomm doctor tells more.");
        };
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "localhost";
        }
    }

    /** Read while the GPUs start: with EFA it takes as long. */
    private static CompletableFuture<Fingerprint> fingerprint(LibrarySearch search) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new FingerprintReader(search).read();
            } catch (IOException unreadable) {
                return Fingerprint.EMPTY;
            }
        });
    }

    /** Something that no option can mend is not here. */
    static final class MissingException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        MissingException(String message) {
            super(message);
        }
    }
}

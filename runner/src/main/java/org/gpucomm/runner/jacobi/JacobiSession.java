package org.gpucomm.runner.jacobi;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.ReachableMemory;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/** Session of one GPU. Each GPU also solves the whole problem alone, for the baseline and the check. */
final class JacobiSession implements Session {

    private static final int MOST_CHECKED_STEPS = 200;
    private static final double NORM_TOLERANCE = 1e-6;

    private final JacobiSetup setup;
    private final Seat seat;
    private final Device device;
    private @Nullable Joined joined;
    private @Nullable ReachableMemory peers;
    private @Nullable Communicator communicator;
    private @Nullable JacobiCase prepared;
    private @Nullable DistributedStepper stepper;
    private @Nullable SingleGpuSolver baseline;
    private double[] measured = new double[2];
    private boolean inNvshmem;

    JacobiSession(JacobiSetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.seat = seat;
        this.device = device;
    }

    @Override
    public void join(Cases cases) {
        // With priority, the ends of each rank run before pending rows between them.
        var stream = device.urgentStream();
        var clock = new DeviceClock(seat, device, stream, setup.request().lostAfter());
        var rings = setup.request().problems().stream().map(this::ring).toList();
        joined = new Joined(stream, clock, device.kernels(setup.kernels()),
                device.allocate(setup.request().problems().getFirst().steps() * Domain.NORM_BYTES),
                device.allocate(Long.BYTES));
        if (setup.methods().contains(HaloExchangeMethod.LINKED)) {
            seat.at("mapping the memory of the other GPUs");
            peers = new ReachableMemory(seat, device,
                    rings.stream().mapToLong(LinkedSteps::bytes).max().orElseThrow());
        }
        var nccl = setup.nccl();
        if (nccl != null) {
            seat.at("joining the communicator");
            var id = seat.exchange("NCCL's unique id", seat.rank() == 0 ? nccl.uniqueId() : new byte[0]).getFirst();
            communicator = nccl.join(id, seat.ranks(), seat.rank(), device, stream, null);
        }
        var nvshmem = setup.nvshmem();
        if (nvshmem != null) {
            seat.at("joining NVSHMEM");
            long heap = rings.stream().mapToLong(NvshmemSteps::heapBytes).max().orElseThrow();
            var id = seat.exchange("NVSHMEM's unique id", seat.rank() == 0 ? nvshmem.uniqueId(heap) : new byte[0])
                    .getFirst();
            nvshmem.join(id, seat.rank(), seat.ranks(), device.ordinal(), heap);
            inNvshmem = true;
        }
        clock.complete();
    }

    @Override
    public void warmUp(Case of, int operations) {
        // The baseline and the checked steps of prepare are the warm-up.
    }

    @Override
    public void prepare(Case of) {
        var each = (JacobiCase) of;
        var problem = each.problem();
        prepared = each;
        seat.at("solving " + problem.text() + " on each GPU alone");
        var mine = joined();
        var whole = new SingleGpuSolver(problem, seat.rank(), device, mine.stream, mine.clock, mine.kernels, mine.norms,
                deadline());
        baseline = whole;
        whole.solve(checkedSteps(problem));
        measured = new double[]{whole.solve(problem.steps()), 0};
        seat.at("measuring " + each.title() + ", " + each.method().text());
        stepper = made(each);
        solve(checkedSteps(problem));
    }

    private DistributedStepper made(JacobiCase each) {
        var ring = ring(each.problem());
        var mine = joined();
        if (each.method() == HaloExchangeMethod.LINKED) {
            return new LinkedSteps(ring, mine.stream, mine.clock, mine.kernels, Objects.requireNonNull(peers),
                    mine.norms,
                    deadline());
        }
        return each.method().needsNccl()
                ? new NcclSteps(each.method(), ring, device, mine.stream, mine.clock, mine.kernels,
                        Objects.requireNonNull(setup.nccl()), Objects.requireNonNull(communicator), mine.norms)
                : new NvshmemSteps(each.method(), ring, device, mine.stream, mine.clock, mine.kernels,
                        Objects.requireNonNull(setup.nvshmem()), deadline());
    }

    /** Times a solution, then copies, so that both are measured in the same state of the GPU. */
    @Override
    public double run() {
        var problem = Objects.requireNonNull(prepared).problem();
        double time = solve(problem.steps());
        measured[1] = Math.max(measured[1], Objects.requireNonNull(baseline).copyGBps(ring(problem).rows()));
        return time;
    }

    @Override
    public double[] measured() {
        return measured;
    }

    /** Counts cells of this rank that differ from the single-GPU solution, and on rank 0 also steps with a different norm. */
    @Override
    public OptionalLong check() {
        var problem = Objects.requireNonNull(prepared).problem();
        var mine = joined();
        int steps = checkedSteps(problem);
        var whole = Objects.requireNonNull(baseline);
        whole.solvePlainly(steps);
        var right = Domain.norms(device, mine.norms, steps);
        solve(steps);
        var found = normsOfAll(Domain.norms(device, stepper().norms(), steps));
        mine.stream.fill(mine.wrong, 0, Long.BYTES);
        stepper().domain().compare(steps, whole.row(steps, 1L + problem.first(seat.rank(), seat.ranks())), mine.wrong);
        mine.clock.complete();
        long cells = device.readLong(mine.wrong);
        return OptionalLong.of(seat.rank() > 0
                ? cells
                : cells + IntStream.range(0, steps)
                        .filter(i -> !(Math.abs(Math.sqrt(found[i]) - Math.sqrt(right[i])) <= NORM_TOLERANCE
                                * Math.sqrt(right[i])))
                        .count());
    }

    @Override
    public void finish() {
        seat.barrier("all GPUs are done");
        stepper().close();
        stepper = null;
        Objects.requireNonNull(baseline).close();
        prepared = null;
    }

    @Override
    public void leave() {
        if (communicator != null) {
            communicator.destroy();
        }
        if (peers != null) {
            peers.close();
        }
        var mine = joined();
        mine.clock.close();
        if (inNvshmem) {
            seat.barrier("all GPUs are done with NVSHMEM");
            Objects.requireNonNull(setup.nvshmem()).leave();
        }
        device.free(mine.norms);
        device.free(mine.wrong);
        mine.kernels.close();
        mine.stream.close();
        device.close();
    }

    @Override
    public void abort() {
        if (communicator != null) {
            communicator.abort();
        }
    }

    /** Solves the problem on all GPUs and returns the time in µs. No GPU starts before all are initialised, as it writes to the others. */
    private double solve(int steps) {
        var all = stepper();
        seat.barrier("all GPUs are free");
        all.begin(steps);
        clock().complete();
        seat.barrier("all GPUs have begun");
        return clock().time(() -> all.queue(steps));
    }

    /** Returns the norms summed over all ranks. */
    private double[] normsOfAll(double[] mine) {
        if (stepper().sumsNorms()) {
            return mine;
        }
        var sums = new double[mine.length];
        for (var theirs : seat.exchange("norms", mine)) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += theirs[i];
            }
        }
        return sums;
    }

    private static int checkedSteps(Problem problem) {
        return Math.min(MOST_CHECKED_STEPS, problem.steps());
    }

    private Ring ring(Problem problem) {
        return new Ring(problem, seat.rank(), seat.ranks());
    }

    private long deadline() {
        return setup.request().lostAfter().toNanos();
    }

    private DeviceClock clock() {
        return joined().clock;
    }

    private Joined joined() {
        return Objects.requireNonNull(joined, "join comes first");
    }

    private DistributedStepper stepper() {
        return Objects.requireNonNull(stepper, "prepare comes first");
    }

    /** Resources that {@link #join} opens and {@link #leave} closes for all problems. */
    private record Joined(Stream stream, DeviceClock clock, Kernels kernels, long norms, long wrong) {}
}

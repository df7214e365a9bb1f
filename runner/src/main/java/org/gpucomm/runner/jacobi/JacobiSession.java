package org.gpucomm.runner.jacobi;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.Peers;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * One GPU's rows. Besides them each GPU solves the whole problem alone: for the baseline, and by the plainest kernel for the
 * check.
 */
final class JacobiSession implements Session {

    /** Where in the memory that peers reach: two marks, two counters, then the arrays. */
    private static final long COUNTERS = 64;
    private static final long ARRAYS = 4096;
    private static final int MOST_CHECKED_STEPS = 200;
    private static final double NORM_TOLERANCE = 1e-6;
    private static final int COPIES = 5;
    private static final double GBPS = 1e-3;

    private final JacobiSetup setup;
    private final Seat seat;
    private final Device device;
    private @Nullable Stream stream;
    private @Nullable DeviceClock clock;
    private @Nullable Kernels kernels;
    private @Nullable Peers peers;
    private @Nullable Communicator communicator;
    private @Nullable JacobiCase prepared;
    private @Nullable Domain domain;
    private @Nullable Domain whole;
    private final long[] wholeArrays = new long[2];
    private double[] measured = new double[2];
    private long norms;
    private long wrong;
    /** A mark and two counters of the whole problem, which is its own neighbour. */
    private long own;
    private long linkedSteps;
    private long ownSteps;

    JacobiSession(JacobiSetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.seat = seat;
        this.device = device;
    }

    @Override
    public void join(Cases cases) {
        seat.at("mapping the memory of the other GPUs");
        var made = device.stream();
        stream = made;
        clock = new DeviceClock(seat, device, made, setup.request().lostAfter());
        kernels = device.kernels(setup.kernels().bytes());
        var problems = setup.request().problems();
        long most = problems.stream().mapToLong(this::arrayBytes).max().orElseThrow();
        peers = Peers.meet(seat, device, ARRAYS + 2 * most);
        norms = device.allocate((long) problems.getFirst().steps() * Domain.SPREAD * Double.BYTES);
        wrong = device.allocate(Long.BYTES);
        own = device.allocate(2 * COUNTERS);
        made.fill(own, 0, 2 * COUNTERS);
        var nccl = setup.nccl();
        if (nccl != null) {
            seat.at("joining the communicator");
            var id = seat.exchange("NCCL's unique id", seat.rank() == 0 ? nccl.uniqueId() : new byte[0]).getFirst();
            communicator = nccl.join(id, seat.ranks(), seat.rank(), device, made, null);
        }
        clock().complete();
    }

    @Override
    public void warmUp(Case of, int operations) {
        // The baseline and the check's steps run before anything is timed.
    }

    @Override
    public void prepare(Case of) {
        var each = (JacobiCase) of;
        var problem = each.problem();
        prepared = each;
        for (int parity = 0; parity < 2; parity++) {
            wholeArrays[parity] = device.allocate(problem.bytes(problem.inner()));
        }
        var memory = peers();
        domain = new Domain(problem, stream(), kernels(), problem.first(seat.rank(), seat.ranks()),
                problem.rows(seat.rank(), seat.ranks()), memory.mine() + ARRAYS,
                memory.mine() + ARRAYS + arrayBytes(problem));
        whole = new Domain(problem, stream(), kernels(), 0, problem.inner(), wholeArrays);
        double copy = copySpeed(problem);
        seat.at("solving " + problem.text() + " on each GPU alone");
        alone(whole(), Math.min(MOST_CHECKED_STEPS, problem.steps()), false);
        measured = new double[]{alone(whole(), problem.steps(), false), copy};
        seat.at("measuring " + each.title());
        together(each, Math.min(MOST_CHECKED_STEPS, problem.steps()));
    }

    @Override
    public double run() {
        var each = Objects.requireNonNull(prepared);
        return together(each, each.problem().steps());
    }

    @Override
    public double[] measured() {
        return measured;
    }

    /** Counts cells of this rank's rows that differ from those of the whole, and on rank 0 steps whose norm does. */
    @Override
    public OptionalLong check() {
        var each = Objects.requireNonNull(prepared);
        int steps = Math.min(MOST_CHECKED_STEPS, each.problem().steps());
        alone(whole(), steps, true);
        var right = Domain.norms(device, norms, steps);
        together(each, steps);
        var found = normsOfAll(each, Domain.norms(device, norms, steps));
        stream().fill(wrong, 0, Long.BYTES);
        domain().compare(steps, whole().row(steps % 2, 1L + each.problem().first(seat.rank(), seat.ranks())), wrong);
        clock().complete();
        long cells = device.readLong(wrong);
        return OptionalLong.of(seat.rank() > 0
                ? cells
                : cells + IntStream.range(0, steps)
                        .filter(i -> !(Math.abs(Math.sqrt(found[i]) - Math.sqrt(right[i])) <= NORM_TOLERANCE
                                * Math.sqrt(right[i])))
                        .count());
    }

    @Override
    public void finish() {
        for (long array : wholeArrays) {
            device.free(array);
        }
        prepared = null;
    }

    @Override
    public void leave() {
        if (communicator != null) {
            communicator.destroy();
        }
        peers().close();
        clock().close();
        for (long memory : new long[]{norms, wrong, own}) {
            device.free(memory);
        }
        kernels().close();
        stream().close();
        device.close();
    }

    @Override
    public void abort() {
        if (communicator != null) {
            communicator.abort();
        }
    }

    /** Solves the whole problem on this GPU. Returns µs. */
    private double alone(Domain of, int steps, boolean plainly) {
        begin(of, steps);
        clock().mark(0);
        for (long step = 1; step <= steps; step++) {
            if (plainly) {
                of.plainStep(step, norm(step));
            } else {
                of.linkedStep(step, norm(step), withItself(of), deadline(), clock().lost());
            }
        }
        clock().mark(1);
        clock().complete();
        ownSteps += plainly ? 0 : steps;
        return clock().micros(0, 1);
    }

    /** Solves the problem with the other GPUs. Returns µs. No GPU steps before all have begun: the first writes into the others. */
    private double together(JacobiCase each, int steps) {
        seat.barrier("all GPUs are free");
        begin(domain(), steps);
        clock().complete();
        seat.barrier("all GPUs have begun");
        var links = each.way() == Way.LINKED ? withNeighbours(each.problem()) : null;
        clock().mark(0);
        for (long step = 1; step <= steps; step++) {
            if (links != null) {
                domain().linkedStep(step, norm(step), links, deadline(), clock().lost());
            } else {
                stepByNccl(each.problem(), step);
            }
        }
        clock().mark(1);
        clock().complete();
        linkedSteps += links == null ? 0 : steps;
        return clock().micros(0, 1);
    }

    /** Receives are in the order in which the neighbour sends, should both neighbours be one rank. */
    private void stepByNccl(Problem problem, long step) {
        var nccl = Objects.requireNonNull(communicator);
        var mine = domain();
        int above = (seat.rank() + seat.ranks() - 1) % seat.ranks();
        int below = (seat.rank() + 1) % seat.ranks();
        int floats = Communicator.typeCode(ElementType.FLOAT);
        int doubles = Communicator.typeCode(ElementType.DOUBLE);
        long now = step % 2;
        mine.step(step, norm(step));
        nccl.groupStart();
        nccl.send(mine.row(now, 1), problem.nx(), floats, above);
        nccl.send(mine.row(now, mine.rows()), problem.nx(), floats, below);
        nccl.receive(mine.row(now, mine.rows() + 1L), problem.nx(), floats, below);
        nccl.receive(mine.row(now, 0), problem.nx(), floats, above);
        nccl.groupEnd();
        nccl.allReduce(norm(step), norm(step), Domain.SPREAD, doubles,
                nccl.reduction(Reduction.SUM, ElementType.DOUBLE, 0));
    }

    private void begin(Domain of, int steps) {
        of.begin();
        stream().fill(norms, 0, (long) steps * Domain.SPREAD * Double.BYTES);
    }

    private Domain.Links withNeighbours(Problem problem) {
        var memory = peers();
        int ranks = seat.ranks();
        int above = (seat.rank() + ranks - 1) % ranks;
        int below = (seat.rank() + 1) % ranks;
        long array = arrayBytes(problem);
        long last = (problem.rows(above, ranks) + 1L) * domain().rowBytes();
        return new Domain.Links(
                new long[]{memory.of(above) + ARRAYS + last, memory.of(above) + ARRAYS + array + last},
                new long[]{memory.of(below) + ARRAYS, memory.of(below) + ARRAYS + array}, memory.mine(),
                memory.mine() + Integer.BYTES, memory.of(above) + Integer.BYTES, memory.of(below),
                memory.mine() + COUNTERS,
                linkedSteps, above, below);
    }

    private Domain.Links withItself(Domain of) {
        int rank = seat.rank();
        long last = of.rows() + 1L;
        return new Domain.Links(new long[]{of.row(0, last), of.row(1, last)}, new long[]{of.row(0, 0), of.row(1, 0)},
                own,
                own + Integer.BYTES, own + Integer.BYTES, own, own + COUNTERS, ownSteps, rank, rank);
    }

    /** By NCCL every rank has the sums of all; else each has its own. */
    private double[] normsOfAll(JacobiCase each, double[] mine) {
        if (each.way() == Way.NCCL) {
            return mine;
        }
        var bytes = ByteBuffer.allocate(mine.length * Double.BYTES);
        bytes.asDoubleBuffer().put(mine);
        var sums = new double[mine.length];
        for (var theirs : seat.exchange("norms", bytes.array())) {
            var values = ByteBuffer.wrap(theirs).asDoubleBuffer();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values.get(i);
            }
        }
        return sums;
    }

    /** Returns the bytes that a copy within the GPU's memory reads and writes a second, 10⁹. */
    private double copySpeed(Problem problem) {
        long bytes = problem.bytes(problem.inner());
        stream().copy(wholeArrays[1], wholeArrays[0], bytes);
        clock().mark(0);
        for (int i = 0; i < COPIES; i++) {
            stream().copy(wholeArrays[1], wholeArrays[0], bytes);
        }
        clock().mark(1);
        clock().complete();
        return 2.0 * bytes * COPIES / clock().micros(0, 1) * GBPS;
    }

    /** Returns the bytes of an array that holds any rank's rows. */
    private long arrayBytes(Problem problem) {
        int most = IntStream.range(0, seat.ranks()).map(rank -> problem.rows(rank, seat.ranks())).max().orElseThrow();
        return problem.bytes(most);
    }

    private long norm(long step) {
        return norms + (step - 1) * Domain.SPREAD * Double.BYTES;
    }

    private long deadline() {
        return setup.request().lostAfter().toNanos();
    }

    private Stream stream() {
        return Objects.requireNonNull(stream, "join comes first");
    }

    private DeviceClock clock() {
        return Objects.requireNonNull(clock, "join comes first");
    }

    private Kernels kernels() {
        return Objects.requireNonNull(kernels, "join comes first");
    }

    private Peers peers() {
        return Objects.requireNonNull(peers, "join comes first");
    }

    private Domain domain() {
        return Objects.requireNonNull(domain, "prepare comes first");
    }

    private Domain whole() {
        return Objects.requireNonNull(whole, "prepare comes first");
    }
}

package org.gpucomm.runner.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.gpucomm.runner.output.Heading;
import org.gpucomm.runner.output.SizeResult;
import org.gpucomm.runner.output.SizeResult.Block;
import org.jspecify.annotations.Nullable;

/** What the thread of one rank does from beginning to end, in step with all others. */
final class RankProgram {

    /** Device memory that is left to NCCL and CUDA, as nccl-tests leaves it. */
    private static final long RESERVED_BYTES = 1L << 30;
    /** Message of the operations by which the JVM compiles the loop, bytes a rank. */
    private static final int SMALLEST_BYTES = 16;
    private static final int QUEUED_AT_ONCE = 100;
    private static final int REHEARSALS = 3;

    private final Spec spec;
    private final Libraries libraries;
    private final Crew crew;
    private final int seat;
    private final Introduction.Self self;
    private final Supplier<Fingerprint> fingerprint;
    private final @Nullable Report report;

    /**
     * @param fingerprint of this host; may wait for it
     * @param report      where results go; rank 0 has one
     */
    RankProgram(Spec spec, Libraries libraries, Crew crew, int seat, Introduction.Self self,
            Supplier<Fingerprint> fingerprint, @Nullable Report report) {
        this.spec = spec;
        this.libraries = libraries;
        this.crew = crew;
        this.seat = seat;
        this.self = self;
        this.fingerprint = fingerprint;
        this.report = report;
    }

    /** @throws RuntimeException what went wrong; the communicator is then aborted, so that its kernels end */
    void run() {
        crew.at(seat, "opening the GPU");
        var device = libraries.cuda().open(self.device());
        var ranks = introductions(device.freeBytes());
        var sizes = fitting(ranks);
        crew.at(seat, "joining the communicator");
        var stream = device.stream();
        var communicator = libraries.nccl().join(uniqueId(), ranks.size(), self.rank(), device, stream);
        try {
            crew.at(seat, "taking device memory");
            var rank = new Rank(crew, seat, device, stream, libraries.nccl(), communicator,
                    bufferBytes(sizes, ranks.size()));
            measure(rank, ranks, sizes);
            crew.at(seat, "leaving the communicator");
            rank.close();
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            crew.fail(e);
            communicator.abort();
            throw e;
        }
        if (report != null) {
            report.end();
        }
    }

    private void measure(Rank rank, List<Introduction> ranks, Sizes sizes) {
        var fingerprint = fingerprint();
        // Closed when all went well only: while a collective hangs on the GPU, freeing its memory would wait for it.
        var verification = verification(rank);
        var loop = new TimedLoop(spec, crew, seat, rank, verification);
        var heading = report == null ? null : report.begin(ranks, sizes, fingerprint);
        var combinations = Combination.of(spec, ranks.size());
        compileLoop(loop, rank, combinations.getFirst());
        for (var combination : combinations) {
            measure(rank, loop, sizes, combination, heading);
        }
        loop.close();
        if (verification != null) {
            verification.close();
        }
    }

    /** Those of all hosts together; each process's first rank speaks for its own. */
    private Fingerprint fingerprint() {
        crew.at(seat, "reading the host's fingerprint");
        var own = seat == 0 ? fingerprint.get().encoded() : new byte[0];
        return Fingerprint.together(crew.exchange(seat, "fingerprints", own).stream().filter(bytes -> bytes.length > 0)
                .map(Fingerprint::decoded).toList());
    }

    private List<Introduction> introductions(long freeBytes) {
        crew.at(seat, "meeting the other ranks");
        var mine = self.introduction(spec.plan(libraries.nccl()), freeBytes);
        var ranks = crew.exchange(seat, "introductions", mine.toBytes()).stream().map(Introduction::of).toList();
        Introduction.requireSamePlan(ranks);
        return ranks;
    }

    /** Two buffers must fit the memory of every GPU. */
    private Sizes fitting(List<Introduction> ranks) {
        long free = ranks.stream().mapToLong(Introduction::freeBytes).min().orElseThrow();
        long limit = Math.max(0, (free - RESERVED_BYTES) / 2);
        if (spec.sizes().max() > limit && report != null) {
            report.say(
                    "the largest size is reduced to " + limit + " bytes: two buffers of it and 1 GiB fill the memory "
                            + "that is free on every GPU");
        }
        return spec.sizes().upTo(limit);
    }

    private byte[] uniqueId() {
        return crew.exchange(seat, "NCCL's unique id", self.rank() == 0 ? libraries.nccl().uniqueId() : new byte[0])
                .getFirst();
    }

    private long bufferBytes(Sizes sizes, int ranks) {
        long most = Math.max(sizes.max(), (long) SMALLEST_BYTES * ranks);
        for (var type : spec.types()) {
            most = Math.max(most,
                    spec.collective().layout(sizes.max() / type.bytes(), type.bytes(), ranks).largest() * type.bytes());
        }
        return most;
    }

    private @Nullable Verification verification(Rank rank) {
        return spec.checks() > 0 && libraries.kernels() instanceof KernelImage.Present image
                ? new Verification(rank.device(), rank.stream(), image)
                : null;
    }

    private void measure(Rank rank, TimedLoop loop, Sizes sizes, Combination combination, @Nullable Heading heading) {
        crew.at(seat, "warming up");
        int code = reductionCode(rank, combination);
        loop.warmUp(work(sizes.max(), rank, combination, code), spec.warmups());
        loop.warmUp(work(sizes.min(), rank, combination, code), spec.warmups());
        sizes.stream().forEach(size -> {
            crew.at(seat, "measuring " + spec.collective().operation().id() + " of " + size + " bytes");
            measure(work(size, rank, combination, code), loop, combination, heading);
        });
        rank.communicator().release(combination.reduction(), code);
    }

    private void measure(Work work, TimedLoop loop, Combination combination, @Nullable Heading heading) {
        boolean known = report != null && heading != null && report.has(heading, work, combination);
        if (crew.exchange(seat, "whether it is measured already", known ? 1 : 0)[0] > 0) {
            return;
        }
        var blocks = new ArrayList<Block>();
        blocks.add(loop.measure(work, Placement.OUT_OF_PLACE));
        if (spec.collective().measuredInPlace()) {
            blocks.add(loop.measure(work, Placement.IN_PLACE));
        }
        if (report != null) {
            report.add(new SizeResult(work.messageBytes(), work.count(), combination.type().text(),
                    combination.redop(), combination.root(), blocks));
        }
    }

    /**
     * The JVM interprets what it has not seen often and links what it sees first: a few thousand of the smallest operations
     * take tens of ms, and a rehearsal of the whole measurement keeps its first run, some tens of µs, out of the results.
     */
    private void compileLoop(TimedLoop loop, Rank rank, Combination combination) {
        crew.at(seat, "letting the JVM compile the loop");
        int code = reductionCode(rank, combination);
        var smallest = work((long) SMALLEST_BYTES * rank.communicator().ranks(), rank, combination, code);
        for (int left = spec.codeWarmups(); left > 0; left -= QUEUED_AT_ONCE) {
            loop.warmUp(smallest, Math.min(left, QUEUED_AT_ONCE));
        }
        for (int i = 0; i < REHEARSALS; i++) {
            loop.measure(smallest, Placement.OUT_OF_PLACE);
        }
        rank.communicator().release(combination.reduction(), code);
    }

    private int reductionCode(Rank rank, Combination combination) {
        return rank.communicator().reduction(combination.reduction(), combination.type(),
                Verification.scalarBits(combination.type(), self.rank()));
    }

    private Work work(long bytes, Rank rank, Combination combination, int code) {
        int ranks = rank.communicator().ranks();
        int elementBytes = combination.type().bytes();
        return combination.work(spec.collective().layout(bytes / elementBytes, elementBytes, ranks), code,
                self.rank(), ranks);
    }
}

package org.gpucomm.runner.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.nccl.NcclOptions;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.SizeOptions;
import org.gpucomm.runner.rig.Sizes;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A family of one file, without a GPU and without a library: each process copies memory of its host. It shows what a family
 * needs to say, and is the second of the list that {@link #main} starts gpucomm with.
 */
public final class HostCopy {

    public static final Bench ABOUT = new Bench("host", "host",
            "Copies of memory on the host, by each process at once.",
            List.of(new Bench.BenchOperation(Operation.MEMCPY,
                    "Each process copies a block of its memory to another.")));

    static final List<Family> FAMILIES = List.of(new Family(Bench.NCCL, NcclOptions::new),
            new Family(ABOUT, CopyOptions::new));

    /** gpucomm bench with this family. */
    public static void main(String[] args) {
        var bench = BenchCommand.commandLine(FAMILIES, System.getenv(), System.out, System.err);
        System.exit(bench.execute(Arrays.copyOfRange(args, 1, args.length)));
    }

    static final class CopyOptions implements Family.Options {

        @Mixin
        private SizeOptions sizes = new SizeOptions();

        @Option(names = "--spoil", description = "Makes this many bytes wrong, to see that it is found.")
        private int spoil;

        @Override
        public List<String> missing(LibrarySearch search) {
            return List.of();
        }

        @Override
        public Family.Request request(Operation operation, Protocol protocol) {
            var asked = sizes.sizes();
            return (search, place) -> new CopySetup(asked, protocol, spoil, place);
        }
    }

    record CopyCase(Workload workload) implements Case {

        int bytes() {
            var size = workload.messageSize();
            return size == null ? 0 : Math.toIntExact(size.count());
        }
    }

    record CopySetup(Sizes sizes, Protocol protocol, int spoil, ProcessPlace process) implements Setup {

        @Override
        public List<SeatName> seats() {
            return List.of(new SeatName("process " + process.process(), "memory of the host", "nothing"));
        }

        @Override
        public String agreement() {
            return sizes + " " + protocol;
        }

        @Override
        public @Nullable String libraryVersion() {
            return null;
        }

        @Override
        public Cases cases(int ranks, long room) {
            var points = sizes.stream().mapToObj(bytes -> new Cases.Point(List.of(new CopyCase(new Workload(
                    Operation.MEMCPY, null, null, new Bytes(bytes), null, null, null, null,
                    (long) protocol.iterations()))))).toList();
            var warmUps = new ArrayList<Case>(points.getLast().cases());
            return new Cases(List.of(new Cases.Series(warmUps, points)), List.of(new Fact("ranks", "" + ranks)),
                    points.getFirst().cases().getFirst(), null);
        }

        @Override
        public Session open(Seat seat) {
            return new CopySession(this, seat);
        }

        @Override
        public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
            return times.outcome(((CopyCase) of).bytes(), Double.NaN, wrong);
        }
    }

    static final class CopySession implements Session {

        private final CopySetup setup;
        private final Seat seat;
        private byte[] from = new byte[0];
        private byte[] to = new byte[0];

        CopySession(CopySetup setup, Seat seat) {
            this.setup = setup;
            this.seat = seat;
        }

        @Override
        public void join(Cases cases) {
            seat.barrier("everybody is there");
        }

        @Override
        public void warmUp(Case of, int operations) {
            prepare(of);
            copy(operations);
        }

        @Override
        public void prepare(Case of) {
            from = new byte[((CopyCase) of).bytes()];
            to = new byte[from.length];
            Arrays.fill(from, (byte) (1 + seat.rank()));
        }

        @Override
        public double run() {
            seat.barrier("the start line");
            long began = System.nanoTime();
            copy(setup.protocol().iterations());
            return (System.nanoTime() - began) / 1e3 / setup.protocol().iterations();
        }

        @Override
        public double[] iterations() {
            var micros = new double[setup.protocol().iterations()];
            for (int i = 0; i < micros.length; i++) {
                long began = System.nanoTime();
                copy(1);
                micros[i] = (System.nanoTime() - began) / 1e3;
            }
            return micros;
        }

        @Override
        public OptionalLong check() {
            Arrays.fill(to, (byte) 0);
            copy(1);
            Arrays.fill(to, 0, Math.min(setup.spoil(), to.length), (byte) 0);
            long wrong = 0;
            for (byte each : to) {
                wrong += each == (byte) (1 + seat.rank()) ? 0 : 1;
            }
            return OptionalLong.of(wrong);
        }

        @Override
        public void finish() {
            // The next case takes memory of its own.
        }

        @Override
        public void leave() {
            seat.barrier("everybody leaves");
        }

        @Override
        public void abort() {
            // A copy ends by itself.
        }

        private void copy(int times) {
            for (int i = 0; i < times; i++) {
                System.arraycopy(from, 0, to, 0, from.length);
            }
        }
    }
}

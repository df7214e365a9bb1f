package org.gpucomm.runner.output;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.host.Fingerprint;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.RankLine;
import org.gpucomm.runner.rig.Sample;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.IterationTimes;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** A benchmark whose numbers follow from the size, so that a test can compute them again. */
public final class Example {

    private Example() {}

    /** A case of it. */
    public record ExampleCase(Workload workload) implements Case {

        @Override
        public OptionalLong elements() {
            return OptionalLong.of(Objects.requireNonNull(workload.messageSize()).count() / 4);
        }
    }

    public static Heading heading() {
        return heading(Operation.ALL_REDUCE, "node-0.cluster.local", "NVIDIA H200", null);
    }

    public static Heading heading(Operation operation, String host, String gpu, @Nullable String settings) {
        return new Heading(operation, members(host, gpu), parameters("1"),
                new Stack("gpucomm", "0.1.0", "nccl", "2.28.3"), new Platform("p5en.48xlarge", gpu, 1, 2),
                new Fingerprint(List.of(new Fact("driver", "580.1"))), NamedValues.parse(settings), points(operation),
                Setup.Style.NCCL_TESTS, null);
    }

    public static Heading unchecked() {
        var checked = heading();
        return new Heading(checked.operation(), checked.members(), parameters("0"), checked.stack(),
                checked.platform(), checked.fingerprint(), NamedValues.NONE, checked.points(), checked.style(),
                "this build has no kernels");
    }

    /** 1 KiB to 1 MiB. */
    private static List<Point> points(Operation operation) {
        return LongStream.iterate(1024, bytes -> bytes <= 1048576, bytes -> bytes * 2)
                .mapToObj(bytes -> point(operation, bytes, "float", "sum", null)).toList();
    }

    public static Point point(long bytes) {
        return point(Operation.ALL_REDUCE, bytes, "float", "sum", null);
    }

    public static Point point(Operation operation, long bytes, String type, String redop, @Nullable Integer root) {
        return new Point(Stream.of(Placement.values()).map(placement -> (Case) new ExampleCase(new Workload(operation,
                null, null, new Bytes(bytes), type, redop, root, placement, 20L))).toList());
    }

    /** Both placements; out of place takes {@link #micros} and in place 1 µs more. */
    public static List<Sample> size(long bytes) {
        return size(bytes, 0L);
    }

    public static List<Sample> size(long bytes, @Nullable Long wrong) {
        return size(Operation.ALL_REDUCE, bytes, wrong);
    }

    public static List<Sample> size(Operation operation, long bytes, @Nullable Long wrong) {
        var cases = point(operation, bytes, "float", "sum", null).cases();
        return List.of(sample(cases.get(0), bytes, micros(bytes), wrong),
                sample(cases.get(1), bytes, micros(bytes) + 1, wrong));
    }

    public static double micros(long bytes) {
        return 8.125 + bytes / 300e3;
    }

    private static Sample sample(Case each, long bytes, double micros, @Nullable Long wrong) {
        var spread = new IterationTimes(micros - 1, micros, micros + 2, micros + 3, 1, 4.2, 20);
        return new Sample(each, new Times(micros, spread, List.of()).outcome(bytes, 1, wrong));
    }

    private static List<RankLine> members(String host, String gpu) {
        return IntStream.range(0, 2).mapToObj(
                rank -> new RankLine(rank, 4000, host, "device  " + rank + " [0000:0" + rank + ":00] " + gpu)).toList();
    }

    private static List<Fact> parameters(String validation) {
        return List.of(new Fact("nThread", "1"), new Fact("nGpus", "2"), new Fact("minBytes", "1024"),
                new Fact("maxBytes", "1048576"), new Fact("step", "2(factor)"), new Fact("warmup_iters", "5"),
                new Fact("iters", "20"), new Fact("agg_iters", "1"), new Fact("validation", validation),
                new Fact("graph", "0"));
    }
}

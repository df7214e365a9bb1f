package org.gpucomm.analysis.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;

/**
 * A machine that measures a curve as machines do: each process a sweep over the sizes, its times off by the law of one kind. Two sides
 * that measure on the same machine have the same law, whatever they are called.
 */
public final class Machine {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Kind kind;
    private final Random random;
    private double drift;
    private int started;

    public Machine(Kind kind, long seed) {
        this.kind = kind;
        this.random = new Random(seed * 7919 + kind.ordinal());
        this.drift = 0.02 * random.nextGaussian();
    }

    /** Laws of noise, of the logarithm of a time. */
    public enum Kind {
        GAUSS_1("1 %"),
        GAUSS_5("5 %"),
        GAUSS_10("10 %"),
        /** 1 %, and one time in twenty × 1.5. */
        OUTLIERS("5 % × 1.5"),
        /** 1 %, and below 128 KiB each time 6 or 10 µs. */
        MODES_OF_POINTS("two modes a point"),
        /** The same, one mode a process. */
        MODES_OF_PROCESSES("two modes a process"),
        /** 1 %, and each size's slower mode one time in five. */
        RARE_MODE("a rare mode"),
        /** 1 %, and half of the processes 5 % slower. */
        PLACEMENT("half of the processes 5 % slower"),
        /** 20 % at the smallest to 0.5 % at the largest. */
        BY_SIZE("20 to 0.5 %"),
        /** 7 % to 1 KiB, 3 % to 512 KiB, 1.4 % at 1 MiB, 0.8 % to 32 MiB, 0.3 % above: the rounds of H200s. */
        H200("H200 rounds"),
        /** A level of 2 % that resembles that of the process before by 0.9, and 0.5 % of noise. */
        DRIFT("AR(.9) drift, in turns"),
        /** Each process is off by 3 %, all of its sizes alike, and 1 % of noise. */
        OFFSETS("3 % a process"),
        /** Each process is off by 3 % at each size by itself, and 1 % of noise. */
        OFFSETS_BY_SIZE("3 % a process and size"),
        /** Lognormal with a long tail: exp(5 % · exp of a normal number / 2). */
        SKEWED("skewed, long tail"),
        /** As forty processes on H200s: below 1 MiB all of a process off by 12 % and 9 % each, 2 % at 1 MiB, 1 % to 16 MiB, 0.3 % above. */
        PROCESSES_OF_H200("as forty processes on H200s");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** Returns what docs/analysis.md calls it. */
        public String title() {
            return title;
        }
    }

    /** One process: what all of its times share. */
    public final class Process {

        private final boolean slowMode = random.nextBoolean();
        private final double offset = 0.03 * random.nextGaussian();
        private final double[] offsets = random.doubles(64).map(ignored -> 0.03 * random.nextGaussian()).toArray();
        private final double level;

        private Process() {
            drift = 0.9 * drift + Math.sqrt(1 - 0.81) * 0.02 * random.nextGaussian();
            this.level = drift;
        }

        /** Returns the logarithm of what a time is off by. @param size index of the size @param of how many */
        double off(long bytes, int size, int of) {
            double normal = random.nextGaussian();
            boolean small = bytes < 128 << 10;
            return switch (kind) {
                case GAUSS_1 -> 0.01 * normal;
                case GAUSS_5 -> 0.05 * normal;
                case GAUSS_10 -> 0.1 * normal;
                case OUTLIERS -> 0.01 * normal + (random.nextInt(20) == 0 ? Math.log(1.5) : 0);
                case MODES_OF_POINTS -> 0.01 * normal + (small && random.nextBoolean() ? Math.log(10 / 6.0) : 0);
                case MODES_OF_PROCESSES -> 0.01 * normal + (small && slowMode ? Math.log(10 / 6.0) : 0);
                case RARE_MODE -> 0.01 * normal + (small && random.nextInt(5) == 0 ? Math.log(10 / 6.0) : 0);
                case PLACEMENT -> 0.01 * normal + (slowMode ? 0.05 : 0);
                case BY_SIZE -> 0.2 * Math.pow(0.025, (double) size / (of - 1)) * normal;
                case H200 -> h200(bytes) * normal;
                case DRIFT -> 0.005 * normal + level;
                case OFFSETS -> 0.01 * normal + offset;
                case OFFSETS_BY_SIZE -> 0.01 * normal + offsets[size];
                case SKEWED -> 0.05 * Math.exp(normal) / 2;
                case PROCESSES_OF_H200 -> bytes < 1 << 20
                        ? 4 * offset + 0.09 * normal
                        : (bytes == 1 << 20 ? 0.02 : bytes < 32 << 20 ? 0.01 : 0.003) * normal;
            };
        }
    }

    public static double h200(long bytes) {
        return bytes <= 1 << 10
                ? 0.07
                : bytes < 1 << 20 ? 0.03 : bytes == 1 << 20 ? 0.014 : bytes < 32 << 20 ? 0.008 : 0.003;
    }

    /** A side of a comparison: how many processes measure each size how often. */
    public record Side(int processes, int repetitions) {}

    /** Times by message size. */
    @FunctionalInterface
    public interface Law {
        double time(long bytes);
    }

    /** Sizes that double, the last 1 GiB: of 22 the first is 512 B. */
    public static long[] sizes(int count) {
        var sizes = new long[count];
        for (int i = 0; i < count; i++) {
            sizes[i] = 1L << 30 - (count - 1 - i);
        }
        return sizes;
    }

    /**
     * Both sides, in turns or A before B.
     *
     * @param sizes as {@link #sizes}
     */
    public List<Evidence> both(long[] sizes, Side a, Law lawOfA, Side b, Law lawOfB, boolean inTurns) {
        var ofA = new Planted("nccl", 0, 0);
        var ofB = new Planted("nccl", 0, 0);
        var order = new ArrayList<Boolean>();
        int all = a.processes() + b.processes();
        for (int i = 0; i < all; i++) {
            // The fewer are spread evenly over the more.
            order.add(inTurns
                    ? (long) (i + 1) * a.processes() / all > (long) i * a.processes() / all
                    : i < a.processes());
        }
        int processOfA = 0;
        int processOfB = 0;
        for (boolean isOfA : order) {
            if (isOfA) {
                sweep(ofA, sizes, a, lawOfA, ++processOfA);
            } else {
                sweep(ofB, sizes, b, lawOfB, ++processOfB);
            }
        }
        return List.of(ofA.evidence(), ofB.evidence());
    }

    /** Two libraries and two operations that all take the same time, measured in turns. */
    public Evidence page(long[] sizes, Side of, Law law) {
        var sides = List.of(new Planted("nccl", 0, 0), new Planted("nvshmem", 0, 0));
        for (int process = 1; process <= of.processes(); process++) {
            for (var operation : List.of(Operation.ALL_GATHER, Operation.ALL_REDUCE)) {
                for (var side : sides) {
                    sweep(side.of(operation), sizes, of, law, process);
                }
            }
        }
        return Evidence.of(sides.stream().flatMap(side -> side.observations().stream()).toList());
    }

    /** The same of one library, each size out-of-place and in-place by the same process. */
    public Evidence inBothPlacements(long[] sizes, Side of, Law law) {
        var side = new Planted("nccl", 0, 0);
        for (int number = 1; number <= of.processes(); number++) {
            for (var operation : List.of(Operation.ALL_GATHER, Operation.ALL_REDUCE)) {
                var process = new Process();
                side.of(operation);
                sweep(side.placed(Placement.OUT_OF_PLACE), sizes, of, law, number, process);
                sweep(side.placed(Placement.IN_PLACE), sizes, of, law, number, process);
            }
        }
        return side.evidence();
    }

    private void sweep(Planted side, long[] sizes, Side of, Law law, int number) {
        sweep(side, sizes, of, law, number, new Process());
    }

    private void sweep(Planted side, long[] sizes, Side of, Law law, int number, Process process) {
        var at = START.plusSeconds(60L * started++).toString();
        for (int repetition = 0; repetition < of.repetitions(); repetition++) {
            for (int size = 0; size < sizes.length; size++) {
                side.add(8, sizes[size],
                        law.time(sizes[size]) * Math.exp(process.off(sizes[size], size, sizes.length)), null, number,
                        at);
            }
        }
    }
}

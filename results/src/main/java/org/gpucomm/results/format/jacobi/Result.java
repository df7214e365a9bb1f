package org.gpucomm.results.format.jacobi;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.CsvLine;
import org.jspecify.annotations.Nullable;

/**
 * The line with the duration, at the end of a run.
 *
 * @param ny         points of the mesh along y, printed first by the plain form and second by the CSV
 * @param iterations iterations of the relaxation; null if the line does not name them
 * @param time       time of the whole run on all GPUs, in s
 * @param baseline   time of the run on one GPU that each program makes first, in s
 */
record Result(JacobiProgram program, long ny, long nx, @Nullable Long iterations, int gpus, Decimal time,
        @Nullable Decimal baseline, @Nullable Decimal speedup, @Nullable Decimal efficiency,
        NamedValues settings) {

    /** Matches {@code 16384x16384: 1 GPU: 472.1434 s, 16 GPUs:  31.5063 s, speedup:    14.99, efficiency:    93.66}. */
    private static final Pattern PLAIN = Pattern.compile(
            "(\\d{1,9})x(\\d{1,9}): 1 GPU:\\s+(\\d+\\.\\d{4}) s, (\\d{1,7}) GPUs:\\s+(\\d+\\.\\d{4}) s, speedup:\\s+(\\d+\\.\\d\\d),"
                    + " efficiency:\\s+(\\d+\\.\\d\\d)\\s*");
    private static final Pattern PLAIN_BEGIN = Pattern.compile("\\d{1,9}x\\d{1,9}: 1 GPU: .*");
    private static final Pattern PLAIN_REST = Pattern.compile("\\d{1,9}x\\d{1,9}: ?1.*");
    private static final Pattern SECONDS = Pattern.compile("\\d+\\.\\d{6}");
    private static final int CELLS = 9;
    private static final int CELLS_OF_ONE_GPU = 6;

    static boolean isPlain(String line) {
        return line.indexOf(" 1 GPU: ") > 0 && PLAIN_BEGIN.matcher(line).matches();
    }

    /** Returns whether the line is the rest of a result into which other text was written. */
    static boolean isRestOfPlain(String line) {
        return PLAIN_REST.matcher(line).matches();
    }

    /** Returns whether the line is a program name and numbers: {@code nccl, 16384, 16384, 1000, 1, 2, 1, 0.773406, 1.489573}. */
    static boolean isCsv(String line) {
        int comma = line.indexOf(',');
        if (comma < 3 || comma > 120 || comma + 1 >= line.length()) {
            return false;
        }
        if (JacobiProgram.named(line.substring(0, comma)).isEmpty()) {
            return false;
        }
        var cells = cells(line);
        return cells.size() > 1 && Cells.isWhole(cells.get(1));
    }

    /** Reads a line of the plain form. @throws IllegalArgumentException if the line is damaged */
    static Result ofPlain(String line, JacobiProgram program) {
        var found = PLAIN.matcher(line);
        if (!found.matches()) {
            throw new IllegalArgumentException(
                    "the result is cut or torn: expected both times, speedup and efficiency");
        }
        return new Result(program, Long.parseLong(found.group(1)), Long.parseLong(found.group(2)), null,
                gpus(found.group(4)), new Decimal(found.group(5)), new Decimal(found.group(3)),
                new Decimal(found.group(6)), new Decimal(found.group(7)), NamedValues.NONE);
    }

    /**
     * Reads a line of CSV, with the time on all GPUs before that on one; {@code single_gpu} has only its own.
     *
     * @throws IllegalArgumentException if the line is damaged
     */
    static Result ofCsv(String line) {
        var cells = cells(line);
        var name = cells.getFirst();
        boolean single = name.equals("single_gpu");
        int expected = single ? CELLS_OF_ONE_GPU : CELLS;
        if (cells.size() != expected) {
            throw new IllegalArgumentException("expected " + expected + " fields of " + name + ", found " + cells.size()
                    + ": the line is torn, or two are on one line");
        }
        int times = single ? expected - 1 : expected - 2;
        for (int i = 1; i < times; i++) {
            if (!Cells.isWhole(cells.get(i)) || cells.get(i).length() > 9) {
                throw new IllegalArgumentException("field " + (i + 1) + " is no whole number: '" + cells.get(i) + "'");
            }
        }
        for (int i = times; i < expected; i++) {
            if (!SECONDS.matcher(cells.get(i)).matches()) {
                throw new IllegalArgumentException("field " + (i + 1) + " is no time in seconds with six decimals: '"
                        + cells.get(i) + "'");
            }
        }
        var check = NamedValues.of("nccheck", cells.get(4));
        var settings = name.equals("single_threaded_copy") ? check.with("p2p", cells.get(6)) : check;
        return new Result(JacobiProgram.named(name).orElseThrow(), Long.parseLong(cells.get(2)),
                Long.parseLong(cells.get(1)),
                Long.valueOf(cells.get(3)), single ? 1 : gpus(cells.get(5)), new Decimal(cells.get(times)),
                single ? null : new Decimal(cells.get(expected - 1)), null, null, settings);
    }

    /** Returns the measurement. @param known iterations reported by a line before the result */
    Measurement measurement(String source, int section, @Nullable String gpu, @Nullable String libraryVersion,
            @Nullable Long known) {
        return new Measurement(source, section, new Stack("jacobi", null, program.library(), libraryVersion),
                new Platform(null, gpu, null, gpus),
                Workload.of(Operation.JACOBI, program.variant()).withProblem(ny + "x" + nx)
                        .withIterations(iterations == null ? known : iterations),
                new Outcome(Micros.ofSeconds(time), null, null, null, null, null, null, null,
                        baseline == null ? null : Micros.ofSeconds(baseline), speedup, efficiency),
                null, settings);
    }

    private static List<String> cells(String line) {
        return line.indexOf('"') >= 0 ? List.of() : CsvLine.cells(line).orElse(List.of());
    }

    private static int gpus(String text) {
        int gpus = text.length() > 7 ? 0 : Integer.parseInt(text);
        if (gpus < 1) {
            throw new IllegalArgumentException("the number of GPUs must be at least 1, was " + text);
        }
        return gpus;
    }
}

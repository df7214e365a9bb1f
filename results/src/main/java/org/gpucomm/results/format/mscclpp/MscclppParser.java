package org.gpucomm.results.format.mscclpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run: parameters, GPUs, a table with the columns {@code size count} and two blocks of {@code time algbw busbw #wrong}. The
 * first block is in place, and most tests leave one block blank; the position of the numbers shows which one.
 */
public final class MscclppParser extends SectionParser {

    private static final Pattern HEADER = Pattern
            .compile(
                    "#\\s+size\\s+count\\s+time\\s+algbw\\s+busbw\\s+#wrong(?:\\s+time\\s+algbw\\s+busbw\\s+#wrong)?\\s*");
    private static final Pattern PARAMETERS = Pattern
            .compile("# minBytes \\d+ maxBytes \\d+ step: .* iters: (\\d{1,9}) validation: .*kernel num: (\\d+).*");
    private static final Pattern RANK = Pattern
            .compile("#\\s+Rank\\s+(\\d{1,6}) Pid\\s+\\d+ on\\s+(\\S+) device\\s+\\d+ \\[[^]]*] (.+?)\\s*");
    private static final Pattern PROGRAM = Pattern.compile("\\b(\\w+)_test_perf\\b");
    private static final Pattern PLACEMENTS = Pattern
            .compile("#\\s+(?:in-place|out-of-place)\\s+(?:in-place|out-of-place)\\s*");
    private static final List<String> NAMES = List.of("size", "count", "time", "algbw", "busbw", "#wrong");
    private static final int SHARED = 2;
    private static final int BLOCK = 4;
    /** Tolerance in characters: a number ends where the name of its column ends, or nearby. */
    private static final int NEAR = 4;

    private final Set<String> hosts = new HashSet<>();
    private final Set<String> gpus = new HashSet<>();
    private List<Placement> placements = List.of(Placement.IN_PLACE, Placement.OUT_OF_PLACE);
    private int firstTimeEnds = -1;
    private int blocks;
    private int ranks;
    private @Nullable Long iterations;
    private @Nullable String kernel;

    public MscclppParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("#") && (line.contains("#wrong") && HEADER.matcher(line).matches()
                || line.contains("kernel num:") && PARAMETERS.matcher(line).matches()
                || line.equals("# Initializing MSCCL++"));
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (begins(text) && (blocks > 0 && !text.startsWith("# Init"))) {
            return null;
        }
        var parameters = PARAMETERS.matcher(text);
        if (parameters.matches()) {
            iterations = Long.valueOf(parameters.group(1));
            kernel = parameters.group(2);
            return note(line);
        }
        if (HEADER.matcher(text).matches()) {
            firstTimeEnds = text.indexOf("time") + 4;
            blocks = text.indexOf("time", firstTimeEnds) < 0 ? 1 : 2;
            return note(line);
        }
        var rank = RANK.matcher(text);
        if (rank.matches() && blocks == 0) {
            ranks++;
            hosts.add(rank.group(2));
            gpus.add(rank.group(3));
            return note(line);
        }
        if (PLACEMENTS.matcher(text).matches()) {
            boolean inFirst = text.indexOf("in-place") < text.indexOf("out-of-place");
            placements = inFirst ? placements : List.of(Placement.OUT_OF_PLACE, Placement.IN_PLACE);
            return note(line);
        }
        if (text.startsWith("# Using devices") || text.startsWith("# Initializing MSCCL++")
                || text.startsWith("# Setting up the connection in MSCCL++")
                || text.startsWith("# Launching MSCCL++") || text.startsWith("#        (B)    (elements)")) {
            return note(line);
        }
        if (blocks > 0 && text.startsWith("# Out of bounds values :")) {
            return text.contains("FAILED") ? wrongData(line) : note(line);
        }
        var cells = Cells.of(text);
        boolean isRow = blocks > 0 && cells.size() > 1 && Cells.isWhole(cells.getFirst())
                && Cells.isWhole(cells.get(1));
        return isRow ? row(line, () -> measurements(text, cells)) : null;
    }

    private List<Measurement> measurements(String text, List<String> cells) {
        int columns = SHARED + BLOCK * blocks;
        boolean whole = cells.size() == columns;
        boolean half = blocks == 2 && cells.size() == SHARED + BLOCK;
        if (!whole && !half) {
            throw new IllegalArgumentException("expected " + columns + " columns, or " + (SHARED + BLOCK)
                    + " where one placement was not measured, found " + cells.size());
        }
        boolean second = half && !endsNear(text, cells);
        var operation = operation();
        var all = new ArrayList<Measurement>();
        for (int block = 0; block * BLOCK + SHARED < cells.size(); block++) {
            all.add(measurement(operation, cells, SHARED + block * BLOCK, placements.get(second ? 1 : block)));
        }
        return all;
    }

    /** Returns whether the third cell is below the first column {@code time}. */
    private boolean endsNear(String text, List<String> cells) {
        int at = 0;
        for (var cell : cells.subList(0, SHARED + 1)) {
            at = text.indexOf(cell, at) + cell.length();
        }
        return Math.abs(at - firstTimeEnds) <= NEAR;
    }

    private Measurement measurement(Operation operation, List<String> cells, int from, Placement placement) {
        var block = new ArrayList<>(cells.subList(0, SHARED));
        block.addAll(cells.subList(from, from + BLOCK));
        var row = NamedCells.of(NAMES, block);
        return measurement(new Stack("mscclpp-test", null, "mscclpp", null), Platform.of(gpus, hosts, ranks),
                new Workload(operation, null, null, row.bytes("size"), null, null, null, placement, iterations),
                Outcome.of(row.micros("time"), row.gigabytesPerSecond("algbw"), row.gigabytesPerSecond("busbw"),
                        row.number("#wrong")),
                NamedValues.NONE.withNullable("kernel", kernel));
    }

    private Operation operation() {
        var program = PROGRAM.matcher(log().command().orElse(""));
        var named = program.find() ? OperationName.in(program.group(1)) : Optional.<Operation>empty();
        return named.or(() -> log().words()).or(() -> OperationName.in(log().source())).or(() -> log().nameless())
                .orElseThrow(
                        () -> new IllegalArgumentException("the operation is not known: the table does not say it, "
                                + "nor does a command line; put it into the file's name, as in allreduce.log"));
    }
}

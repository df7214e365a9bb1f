package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/** Parser of a program that copies between the devices of one host, names its version once and prints matrices. */
public abstract class DeviceCopyParser extends SectionParser {

    private final String tool;
    private final String library;
    private @Nullable String version;

    protected DeviceCopyParser(Log log, String tool, String library) {
        super(log);
        this.tool = tool;
        this.library = library;
    }

    /**
     * Takes the version that a line names. Returns null if the section already has a version or rows, so that the line begins the next run.
     *
     * @param fact name of the fact that holds the version
     */
    protected final @Nullable Entry versioned(Line line, String named, String fact) {
        if (version != null || hasRows()) {
            return null;
        }
        version = named;
        return note(line, new Fact(fact, named));
    }

    /** Returns a measurement on a single host. */
    protected final Measurement copy(Workload workload, Outcome outcome, NamedValues settings) {
        return measurement(new Stack(tool, version, library, null), new Platform(null, null, 1, null), workload,
                outcome,
                settings);
    }

    /**
     * Returns a measurement for each bandwidth, in GB/s, in a row of a matrix.
     *
     * @param cells    cells of the row without the name in front
     * @param settings settings by name of the column; null if the cell is not a result
     */
    protected final List<Measurement> ofMatrix(List<String> columns, List<String> cells, Workload workload,
            Function<String, @Nullable NamedValues> settings) {
        var row = NamedCells.of(columns, cells);
        var measurements = new ArrayList<Measurement>();
        for (var column : columns) {
            var value = row.number(column);
            var given = settings.apply(column);
            if (value != null && given != null) {
                measurements
                        .add(copy(workload, Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null),
                                given));
            }
        }
        return measurements;
    }
}

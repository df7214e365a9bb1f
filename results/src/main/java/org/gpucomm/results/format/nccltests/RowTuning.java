package org.gpucomm.results.format.nccltests;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.Tuning;
import org.jspecify.annotations.Nullable;

/** Algorithm, protocol and channels of a row: from its own cells, or from the library's log about calls of its size. */
final class RowTuning {

    private static final Map<Operation, String> FUNCTIONS = Map.of(Operation.ALL_REDUCE, "AllReduce",
            Operation.ALL_GATHER, "AllGather", Operation.REDUCE_SCATTER, "ReduceScatter", Operation.BROADCAST,
            "Broadcast", Operation.REDUCE, "Reduce", Operation.ALLTOALL, "AlltoAll", Operation.GATHER, "Gather",
            Operation.SCATTER, "Scatter");
    private static final Map<String, String> NAMES = Map.of("algorithm", "algo", "protocol", "proto", "nchannels",
            "channels", "nChannels", "channels");
    /** Columns that only rccl-tests prints. */
    private static final Set<String> OF_RCCL = Set.of("algo", "algorithm", "proto", "protocol", "nchannels",
            "nChannels", "channels");
    private static final List<String> UNNAMED = List.of("algo", "proto", "channels");

    private final Log log;
    private final Section section;

    RowTuning(Log log, Section section) {
        this.log = log;
        this.section = section;
    }

    /** Returns the settings of a row: those of the section and those chosen for this size. */
    NamedValues settings(Operation operation, long size, long elements, LineWords words, Shape shape,
            TableLayout layout) {
        var common = section.settings();
        if (shape.extras() >= 0) {
            if (layout.extras().isEmpty() || layout.extras().stream().anyMatch(OF_RCCL::contains)) {
                section.isRccl();
            }
            return common.with(cells(words, shape.extras(), layout.extras()));
        }
        var function = FUNCTIONS.get(operation);
        if (function == null) {
            return common;
        }
        var tuning = find(log.tunings(elements), function);
        if (tuning == null && elements != size) {
            tuning = find(log.tunings(size), function);
        }
        return tuning == null ? common : common.with(tuning.settings());
    }

    private static @Nullable Tuning find(List<Tuning> tunings, String function) {
        for (var tuning : tunings) {
            if (tuning.function().equals(function) || tuning.function().isEmpty()) {
                return tuning;
            }
        }
        return null;
    }

    private static NamedValues cells(LineWords words, int at, List<String> names) {
        var settings = NamedValues.NONE;
        var columns = names.isEmpty() ? UNNAMED : names;
        for (int i = 0; i < columns.size(); i++) {
            settings = settings.with(NAMES.getOrDefault(columns.get(i), columns.get(i)),
                    words.get(at + i).toUpperCase(Locale.ROOT));
        }
        return settings;
    }
}

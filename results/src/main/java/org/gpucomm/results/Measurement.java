package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * One measured point: a row of the canonical CSV. Reported values stay as printed; nothing is derived.
 *
 * @param source    file name without directories; control characters become spaces
 * @param section   1-based number of the benchmark section in that file
 * @param startedAt start time in ISO 8601 with zone; null if unknown
 * @param settings  options of the run that have no column of their own, for example {@code NCCL_ALGO=Ring}
 */
public record Measurement(String source, int section, Stack stack, Platform platform, Workload workload,
        Outcome outcome, @Nullable String startedAt, NamedValues settings) {

    public Measurement {
        if (section < 1) {
            throw new IllegalArgumentException("section must be at least 1, was " + section);
        }
        source = hasControls(source) ? source.replaceAll("\\p{Cntrl}", " ") : source;
    }

    private static boolean hasControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}

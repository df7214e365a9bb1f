package org.gpucomm.server.runs;

import java.util.List;

import org.gpucomm.server.annotations.Notes.Note;
import org.gpucomm.analysis.series.Snapshot;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Run with everything known about it.
 *
 * @param fingerprint facts in the log about where the run was made, and the settings of its measurements
 * @param baselines   names of the baselines that contain it
 * @param data        snapshot of the data; no later upload changes the run
 */
public record RunDetail(@JsonUnwrapped Run run, List<Fact> fingerprint, List<Part> series, @Nullable Note note,
        List<String> baselines, Snapshot data) {

    record Fact(String name, String value) {}

    /** @param ranks null = not known */
    record Part(String operation, String variant, String placement, @Nullable Integer ranks, long points) {}
}

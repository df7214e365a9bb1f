package org.gpucomm.server.runs;

import java.util.List;

import org.gpucomm.server.annotations.Notes.Note;
import org.gpucomm.server.series.Snapshot;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A run with all that is known of it.
 *
 * @param fingerprint what the log says about where it was made, and the settings of its measurements
 * @param series      what it holds
 * @param note        what people wrote about it
 * @param baselines   names of those that it is in
 * @param data        no later upload changes it
 */
public record RunDetail(@JsonUnwrapped Run run, List<Fact> fingerprint, List<Part> series, @Nullable Note note,
        List<String> baselines, Snapshot data) {

    record Fact(String name, String value) {}

    /** @param ranks null = not known */
    record Part(String operation, String variant, String placement, @Nullable Integer ranks, long points) {}
}

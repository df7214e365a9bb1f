package org.gpucomm.analysis.nextrun;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The run that would settle a comparison, for the reader.
 *
 * @param command for a shell, which measures it; null where no plan does
 * @param said    sentences: what it takes, and what no plan can measure; none where nothing is open
 */
public record NextRun(@Nullable String command, List<String> said) {

    public NextRun {
        said = List.copyOf(said);
    }
}

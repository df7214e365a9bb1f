package org.gpucomm.analysis.nextrun;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Run that would settle a comparison, as text.
 *
 * @param command shell command of the run; null if there is no plan
 * @param said    sentences about the needed measurements and those that no plan can make; empty if nothing is open
 */
public record NextRun(@Nullable String command, List<String> said) {

    public NextRun {
        said = List.copyOf(said);
    }
}

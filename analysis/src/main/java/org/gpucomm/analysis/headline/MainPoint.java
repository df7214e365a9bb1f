package org.gpucomm.analysis.headline;

import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Finding;

/**
 * Most important sentence about some results.
 *
 * @param sentence text without the file name, ending in a full stop
 * @param quoted   beginning of the finding that the sentence repeats; empty if it repeats none
 */
public record MainPoint(Consequence consequence, String sentence, @JsonIgnore String quoted) {

    MainPoint(Consequence consequence, String sentence) {
        this(consequence, sentence, "");
    }

    /** Returns the rest of a finding whose beginning this sentence repeats; empty if it does not repeat the finding. */
    public Optional<String> beyond(Finding finding) {
        if (quoted.isEmpty() || !finding.sentence().startsWith(quoted)) {
            return Optional.empty();
        }
        var rest = finding.sentence().substring(quoted.length());
        return Optional.of(rest.startsWith(";") ? "…" + rest.substring(1) : rest.replaceFirst("^\\.", "").strip());
    }
}

package org.gpucomm.analysis.headline;

import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Finding;

/**
 * The one sentence that an expert would say first.
 *
 * @param sentence without the name of the file, ends in a full stop
 * @param quoted   the words of a finding that it repeats, from that finding's beginning; empty where it has its own
 */
public record MainPoint(Consequence consequence, String sentence, @JsonIgnore String quoted) {

    MainPoint(Consequence consequence, String sentence) {
        this(consequence, sentence, "");
    }

    /** Returns what a finding says beyond this, if this repeats it: nothing of what both say. */
    public Optional<String> beyond(Finding finding) {
        if (quoted.isEmpty() || !finding.sentence().startsWith(quoted)) {
            return Optional.empty();
        }
        var rest = finding.sentence().substring(quoted.length());
        return Optional.of(rest.startsWith(";") ? "…" + rest.substring(1) : rest.replaceFirst("^\\.", "").strip());
    }
}

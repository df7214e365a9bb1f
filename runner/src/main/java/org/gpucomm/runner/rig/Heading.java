package org.gpucomm.runner.rig;

import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.host.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark before its first result.
 *
 * @param members      in order of rank
 * @param parameters   what was asked for, as the fingerprint of the results keeps it
 * @param settings     those of all points
 * @param points       in the order in which they are measured
 * @param whyUnchecked why results are not checked; null when they are
 */
public record Heading(Operation operation, List<RankLine> members, List<Fact> parameters, Stack stack,
        Platform platform,
        Fingerprint fingerprint, NamedValues settings, List<Cases.Point> points, Setup.Style style,
        @Nullable String whyUnchecked) {

    public Heading {
        members = List.copyOf(members);
        parameters = List.copyOf(parameters);
        points = List.copyOf(points);
    }

    /** Returns the settings of a case; where two have a name, the more special decides: the case, then what was given. */
    public NamedValues settings(Case each, NamedValues given) {
        return settings.with(each.settings()).with(given);
    }

    /** Returns a sample as a row. @param given settings of the command line */
    public Measurement row(String source, int section, Sample sample, @Nullable String startedAt, NamedValues given) {
        return new Measurement(source, section, stack, platform, sample.of().workload(), sample.outcome(), startedAt,
                settings(sample.of(), given));
    }
}

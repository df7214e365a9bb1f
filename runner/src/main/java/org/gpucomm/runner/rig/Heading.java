package org.gpucomm.runner.rig;

import java.util.ArrayList;
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
 * Description of a benchmark, known before its first result.
 *
 * @param members      ranks in order
 * @param parameters   requested parameters, for the fingerprint of the results
 * @param settings     settings common to all points
 * @param points       points in the order of measurement
 * @param whyUnchecked reason why results are not checked; null if they are
 */
public record Heading(Operation operation, List<RankLine> members, List<Fact> parameters, Stack stack,
        Platform platform, Fingerprint fingerprint, NamedValues settings, List<Cases.Point> points, Setup.Style style,
        @Nullable String whyUnchecked) {

    /** Name of the fact, the same as for tables of nccl-tests, so that both can be compared. */
    public static final String HOST = "host";

    /** Returns the facts of the results in addition to their rows: fingerprint, hosts and requested parameters. */
    public List<Fact> facts() {
        var facts = new ArrayList<>(fingerprint.facts());
        members.stream().map(rank -> new Fact(HOST, rank.host())).distinct().filter(fact -> !facts.contains(fact))
                .forEach(facts::add);
        facts.addAll(parameters);
        if (whyUnchecked != null) {
            facts.add(new Fact("unchecked", whyUnchecked));
        }
        return List.copyOf(facts);
    }

    /** Returns the settings of a case. Settings of the case override common ones, and given ones override both. */
    public NamedValues settings(Case each, NamedValues given) {
        return settings.with(each.settings()).with(given);
    }

    /** Returns a sample as a measurement, with the given settings of the command line. */
    public Measurement row(String source, int section, Sample sample, @Nullable String startedAt, NamedValues given) {
        return new Measurement(source, section, stack, platform, sample.of().workload(), sample.outcome(), startedAt,
                settings(sample.of(), given));
    }
}

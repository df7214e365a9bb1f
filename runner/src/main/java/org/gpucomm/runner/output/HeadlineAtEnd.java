package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/** Sink that prints the first sentence of {@code gpucomm explain} below the table. The analysis is loaded only for this. */
final class HeadlineAtEnd implements ResultSink {

    private static final String SOURCE = "bench";
    private static final String RUN = SOURCE + "#1";

    private final PrintStream out;
    private final NamedValues settings;
    private final List<Measurement> rows = new ArrayList<>();
    private @Nullable Heading heading;
    private boolean isWhole;

    /** @param settings settings of the command line */
    HeadlineAtEnd(PrintStream out, NamedValues settings) {
        this.out = out;
        this.settings = settings;
    }

    @Override
    public void begin(Heading begun) {
        heading = begun;
    }

    @Override
    public void point(List<Sample> samples) {
        var begun = Objects.requireNonNull(heading, "begin comes first");
        samples.forEach(sample -> rows.add(begun.row(SOURCE, 1, sample, null, settings)));
    }

    @Override
    public void end() {
        isWhole = true;
    }

    @Override
    public void close() {
        if (!isWhole || rows.isEmpty()) {
            return;
        }
        try {
            out.println("# " + sentence(Objects.requireNonNull(heading).facts()));
        } catch (RuntimeException e) {
            // The results matter more than a sentence about them.
            out.println("# no headline: " + e);
        }
        out.flush();
    }

    private String sentence(List<Fact> known) {
        var observations = new ArrayList<Observation>();
        for (var row : rows) {
            int number = observations.size() + 1;
            observations.add(new Observation(row, new RowRef(RUN, number, SOURCE, number)));
        }
        var circumstances = Circumstances
                .of(known.stream().map(fact -> new Circumstances.Fact(fact.name(), fact.value())).toList());
        var facts = known.stream().map(fact -> new RunFact(RUN, fact.name(), fact.value())).toList();
        var evidence = Evidence.of(observations, List.of(), Map.of(RUN, circumstances), facts);
        var findings = new Rules(Profiles.bundled()).examine(evidence);
        return Headlines.of(evidence, evidence, facts, findings).sentence();
    }
}

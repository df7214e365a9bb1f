package org.gpucomm.analysis.matrices;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.identity.Circumstances;

/** Logs as the server looks at them: measurements with the facts of their runs. */
final class Logs {

    private Logs() {}

    static List<PlacedObservation> of(InputStream in, String name) throws IOException, UnreadableFile {
        var observations = new ArrayList<Observation>();
        var facts = new ArrayList<RunFact>();
        try (var reader = LogReader.open(in, name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    row.measurements().forEach(each -> observations.add(new Observation(each,
                            new RowRef(name + "-" + each.section(), observations.size() + 1, name, row.line()))));
                } else if (entry instanceof Entry.Note note) {
                    note.facts().forEach(
                            fact -> facts.add(new RunFact(name + "-" + note.section(), fact.name(), fact.value())));
                }
            }
        }
        return PlacedObservation.of(observations, facts, facts.stream().collect(Collectors.groupingBy(RunFact::run,
                Collectors.collectingAndThen(Collectors.toList(), all -> Circumstances.of(
                        all.stream().map(fact -> new Circumstances.Fact(fact.name(), fact.value())).toList())))));
    }
}

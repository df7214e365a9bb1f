package org.gpucomm.runner.output;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.rig.Heading;

/** Facts of a section in addition to its rows: fingerprint, hosts and requested parameters. */
final class Facts {

    /** Name of the fact, the same as for tables of nccl-tests, so that both can be compared. */
    static final String HOST = "host";

    private Facts() {}

    static List<Fact> of(Heading heading) {
        var facts = new ArrayList<>(heading.fingerprint().facts());
        heading.members().stream().map(rank -> new Fact(HOST, rank.host())).distinct()
                .filter(fact -> !facts.contains(fact))
                .forEach(facts::add);
        facts.addAll(heading.parameters());
        if (heading.whyUnchecked() != null) {
            facts.add(new Fact("unchecked", heading.whyUnchecked()));
        }
        return List.copyOf(facts);
    }
}

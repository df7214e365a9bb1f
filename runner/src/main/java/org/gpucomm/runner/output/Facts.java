package org.gpucomm.runner.output;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** What is known of a section apart from its rows: the fingerprint, the hosts, and what was asked for. */
final class Facts {

    /** Named as in what nccl-tests' tables tell, so that both compare. */
    static final String HOST = "host";

    private Facts() {}

    static List<Fact> of(Heading heading) {
        var facts = new ArrayList<>(heading.fingerprint().facts());
        heading.ranks().stream().map(rank -> new Fact(HOST, rank.host())).distinct()
                .filter(fact -> !facts.contains(fact))
                .forEach(facts::add);
        var p = heading.parameters();
        facts.add(new Fact("nThread", Integer.toString(p.threads())));
        facts.add(new Fact("nGpus", Integer.toString(p.gpusPerThread())));
        facts.add(new Fact("minBytes", Long.toString(p.minBytes())));
        facts.add(new Fact("maxBytes", Long.toString(p.maxBytes())));
        facts.add(new Fact("step", p.step()));
        facts.add(new Fact("warmup_iters", Integer.toString(p.warmups())));
        facts.add(new Fact("iters", Integer.toString(p.iterations())));
        facts.add(new Fact("agg_iters", Integer.toString(p.aggregated())));
        facts.add(new Fact("validation", p.validation() ? "1" : "0"));
        facts.add(new Fact("graph", Integer.toString(p.graph())));
        if (heading.whyUnchecked() != null) {
            facts.add(new Fact("unchecked", heading.whyUnchecked()));
        }
        return List.copyOf(facts);
    }
}

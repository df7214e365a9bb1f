package org.gpucomm.runner.fingerprint;

import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** Everything known of hosts and software, names from an allow-list, in a fixed order. */
public record Fingerprint(List<Fact> facts) {

    public static final Fingerprint EMPTY = new Fingerprint(List.of());

    public Fingerprint {
        facts = List.copyOf(facts);
    }
}

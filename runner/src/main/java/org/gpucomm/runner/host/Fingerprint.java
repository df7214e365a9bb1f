package org.gpucomm.runner.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/** Facts about hosts and software, with names from an allow-list in a fixed order. */
public record Fingerprint(List<Fact> facts) {

    public static final Fingerprint EMPTY = new Fingerprint(List.of());

    /** Separator between the values of different hosts. */
    private static final String OR = " | ";

    public Fingerprint {
        facts = List.copyOf(facts);
    }

    /** Returns the value of a fact; null if unknown. */
    public @Nullable String value(String name) {
        return facts.stream().filter(fact -> fact.name().equals(name)).map(Fact::value).findFirst().orElse(null);
    }

    /** Returns the platform of a measurement on hosts with this fingerprint. */
    public Platform platform(int nodes, int ranks) {
        return new Platform(value("instance_type"), value("gpu"), nodes, ranks);
    }

    /** Combines the fingerprints of several hosts. A fact that differs has all distinct values, in order of host. */
    public static Fingerprint together(List<Fingerprint> ofHosts) {
        var values = new LinkedHashMap<String, Set<String>>();
        for (var fingerprint : ofHosts) {
            for (var fact : fingerprint.facts()) {
                values.computeIfAbsent(fact.name(), name -> new LinkedHashSet<>()).add(fact.value());
            }
        }
        var facts = new ArrayList<Fact>();
        values.forEach((name, ofName) -> facts.add(new Fact(name, String.join(OR, ofName))));
        return new Fingerprint(facts);
    }

    /** Encodes the fingerprint for other processes; {@link #decoded} is the inverse. */
    public byte[] encoded() {
        var text = new StringBuilder();
        facts.forEach(fact -> text.append(fact.name()).append('=').append(fact.value()).append('\n'));
        return text.toString().getBytes(UTF_8);
    }

    public static Fingerprint decoded(byte[] encoded) {
        var facts = new ArrayList<Fact>();
        new String(encoded, UTF_8).lines().filter(line -> line.indexOf('=') > 0)
                .forEach(line -> facts
                        .add(new Fact(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1))));
        return new Fingerprint(facts);
    }
}

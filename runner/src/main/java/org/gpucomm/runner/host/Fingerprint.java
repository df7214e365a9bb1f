package org.gpucomm.runner.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/** Everything known of hosts and software, names from an allow-list, in a fixed order. */
public record Fingerprint(List<Fact> facts) {

    public static final Fingerprint EMPTY = new Fingerprint(List.of());

    /** Between the values of hosts that differ. */
    private static final String OR = " | ";

    public Fingerprint {
        facts = List.copyOf(facts);
    }

    /** Returns the value of a fact; null if it is not known. */
    public @Nullable String value(String name) {
        return facts.stream().filter(fact -> fact.name().equals(name)).map(Fact::value).findFirst().orElse(null);
    }

    /** Returns the hardware of a measurement on hosts like this one. */
    public Platform platform(int nodes, int ranks) {
        return new Platform(value("instance_type"), value("gpu"), nodes, ranks);
    }

    /** Returns what hosts have in common, and where they differ the values of each, once, in order of host. */
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

    /** Returns names of facts in which hosts differ that should be alike; their names and addresses may. */
    public static List<String> differences(List<Fingerprint> ofHosts) {
        var free = Set.of("host", "topology", "sm_clock_mhz");
        return together(ofHosts).facts().stream().map(Fact::name).filter(name -> !free.contains(name))
                .filter(name -> ofHosts.stream().map(host -> Optional.ofNullable(host.value(name))).distinct()
                        .count() > 1)
                .toList();
    }

    /** Writes it for other processes; {@link #decoded} reads it. */
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

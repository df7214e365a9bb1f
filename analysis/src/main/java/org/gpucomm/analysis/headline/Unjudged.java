package org.gpucomm.analysis.headline;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Bytes;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.rules.LineRates;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.rules.UnknownHardware;

/** Reason why numbers cannot be judged, with what they show all the same or with what the next log needs. */
final class Unjudged {

    /** Options that make benchmarks measure larger messages. */
    private static final Map<String, String> OPTIONS = Map.of("nccl-tests", " (-e 1G)", "rccl-tests", " (-e 1G)",
            "nvshmem-perftest", " (-e 1073741824)");
    /** Size in bytes from which a link shows its bandwidth. */
    private static final long LARGE_OF_LINKS = 16 << 20;
    /** Least bandwidth of a link between GPUs in GB/s. */
    private static final double LEAST_OF_LINKS = 6;
    /** Bandwidth in GB/s that a single NVLink of the second generation reaches. */
    private static final double LEAST_OF_NVLINK = 20;

    private final Evidence evidence;
    private final List<RunFact> facts;
    private final RankedFindings findings;

    Unjudged(Evidence evidence, List<RunFact> facts, RankedFindings findings) {
        this.evidence = evidence;
        this.facts = facts;
        this.findings = findings;
    }

    /** Returns the reason in one or two sentences. */
    String sentence() {
        if (MeasuredBest.isOfSmallMessages(evidence)) {
            long most = evidence.observations().stream().map(each -> each.measurement().workload().messageSize())
                    .filter(Objects::nonNull).mapToLong(Bytes::count).max().orElse(0);
            return "Messages up to " + new Bytes(most) + " show latency alone; larger ones"
                    + OPTIONS.getOrDefault(evidence.key(evidence.observations().getFirst()).tool(), "")
                    + " show the links.";
        }
        if (isBelow(LEAST_OF_LINKS)) {
            return overNetwork()
                    .orElse("Only TCP or copies through host memory are this slow: NCCL_DEBUG=INFO shows the path "
                            + "(P2P, SHM or NET).");
        }
        var rising = MeasuredBest.rising(evidence);
        if (rising.isPresent()) {
            return "It still rises at " + Phrases.size(rising.get().bytes()) + ": larger messages"
                    + OPTIONS.getOrDefault(evidence.key(evidence.observations().getFirst()).tool(), "")
                    + " show what the links carry.";
        }
        if (isBelow(LEAST_OF_NVLINK)) {
            return "No NVLink is this slow: PCIe, host memory or a network limits it, and NCCL_DEBUG=INFO shows which.";
        }
        return findings.all().stream().filter(finding -> finding.rule().equals(UnknownHardware.ID)).findFirst()
                .map(finding -> Headlines.first(finding.sentence()))
                .orElse("Cannot be judged: neither a published value nor a limit of the hardware applies.");
    }

    /** Returns the best bandwidth in the unit of networks; empty if NCCL names none but sockets, or the ranks are on one host. */
    private Optional<String> overNetwork() {
        double best = evidence.observations().stream().flatMapToDouble(each -> each.busbw().stream()).max().orElse(0);
        boolean isOneHost = evidence.observations().stream()
                .anyMatch(each -> Integer.valueOf(1).equals(each.measurement().platform().nodes()));
        return facts.stream().filter(fact -> fact.name().equals("network")).map(RunFact::value)
                .filter(name -> !name.equals("Socket") && !isOneHost).findFirst()
                .map(name -> "Over " + name + ", if the ranks are on several hosts, that is "
                        + Phrases.number(best * 8) + " Gbit/s"
                        + LineRates.port(best).map(share -> ", " + share).orElse("") + ".");
    }

    /** Returns whether all large messages of NCCL have less bandwidth than this, in GB/s. */
    private boolean isBelow(double least) {
        var rates = evidence.observations().stream().filter(each -> evidence.key(each).isOfGpus()
                && List.of("nccl", "rccl").contains(evidence.key(each).library())
                && each.measurement().workload().messageSize() != null
                && each.measurement().workload().messageSize().count() >= LARGE_OF_LINKS)
                .flatMapToDouble(each -> each.busbw().stream()).toArray();
        return rates.length > 0 && Arrays.stream(rates).allMatch(rate -> rate < least);
    }
}

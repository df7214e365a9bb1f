package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Cause;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Bandwidth of copies and point-to-point transfers compared with their link: that of the hardware profile or, if the log names no
 * hardware, the standard link with a similar rate.
 */
public final class LineRates implements Rule {

    static final String ID = "line-rate";

    /** GPUs that share the memory of their host, so that a copy uses no link. */
    private static final Pattern INTEGRATED = Pattern.compile("(?i)tegra|xavier|orin|thor|gb10");
    /** Size in bytes below which latency dominates the time. */
    private static final long LARGE = 64 << 10;
    /** Size in bytes up to which a message takes only the latency. */
    private static final long SMALL = 64;
    /** Ratio of mean and median from which late calls hide the usual time. */
    private static final double FAR_FROM_MEDIAN = 1.2;
    /** One-way latencies in µs between hosts, as ib_send_lat and osu_latency print them for healthy fabrics. */
    private static final double LEAST_OF_RDMA = 0.8;
    private static final double MOST_OF_RDMA = 4;
    private static final double LEAST_OF_SOCKETS = 10;
    private static final Set<Operation> TRANSFERS = Set.of(Operation.SEND, Operation.READ, Operation.WRITE,
            Operation.PUT, Operation.GET, Operation.TRANSFER, Operation.SENDRECV);
    /** Operations whose traffic off a node equals the bus bandwidth if each rank has a node of its own. */
    private static final Set<Operation> RINGS = Set.of(Operation.ALL_REDUCE, Operation.ALL_GATHER,
            Operation.REDUCE_SCATTER, Operation.SENDRECV, Operation.ALLTOALL);
    private static final Set<String> OF_THE_NETWORK = Set.of("mpi", "ibverbs", "ucx", "libfabric", "nixl", "uccl");
    /** Share of a profile's link below which lanes are missing or another path was taken. */
    private static final double FEW_LANES = 0.6;
    /** GB/s one way of a GPU's fifth-generation NVLink, the fastest link between two GPUs. */
    private static final double FASTEST_LINK = 900;
    /** GB/s of dispatch and combine over RDMA on 16 H800 in DeepEP's README; low-latency kernels have used NVLink too since June 2025. */
    private static final double DEEPEP = 43;
    /** GB/s within a node of 8 H800 in the same README. */
    private static final double DEEPEP_DISPATCH = 153;
    private static final double DEEPEP_COMBINE = 158;
    /** GB/s of one port of 400 Gbit/s. Faster low-latency kernels use NVLink too. */
    private static final double MOST_OF_A_NIC = 50;
    /** Smallest share of a port that DeepEP reaches. */
    private static final double DEEPEP_OF_A_PORT = 0.8;
    private static final double AS_DEEPEP = 0.85;
    /** GB/s of one port of the slowest EFA interface, and of InfiniBand and RoCE in clusters built since 2015. */
    private static final double LEAST_OF_FABRICS = 12.5;
    /** Share of a port's rate below which the rate does not suggest that port. */
    private static final double SIMILAR = 0.75;
    /** Growth of the rate, as a share of that of the size, from which the rate is that of the latency. */
    private static final double RISING = 0.75;
    /** Ratio of the mean to the shortest call from which some calls were disturbed. */
    private static final double UNEVEN = 3;
    /** Least ratio of the slowest call to the mean that is reported. */
    private static final double UNEVEN_TAIL = 2;
    /** Share of one NIC's bandwidth, half and a quarter more, below which GPUs seem to share a NIC. */
    private static final double SHARED_NIC = 0.625;
    /** deepseek-ai/DeepEP issues 51 and 285. */
    private static final String COUNTED = """
            \sDeepEP counts tokens that stay on their node too: of two nodes, half of this bandwidth crosses the network.""";
    private static final String SHARED = """
            \sGPUs that share a NIC, or all use the first one, are this slow: NVSHMEM_DEBUG=INFO shows which each takes.""";

    /** Network ports. perftest prints 48.9 of 50, 24.6 of 25 and 12.2 of 12.5 GB/s for healthy ports. */
    private static final Kind NETWORK = new Kind(0.92, 1,
            List.of(port(10), port(25), port(40), port(56), port(100), port(200), port(400)));
    /** Network ports used by collectives, which reach a little less than transfers do. */
    private static final Kind NETWORK_OF_RINGS = new Kind(0.85, 1, NETWORK.links());
    /** Gaudi accelerators, which use 21 of 24 ports for the other seven in a node. */
    private static final Kind GAUDI = new Kind(0.9, 1,
            List.of(new Link("a Gaudi 2's 21 ports of 100 Gbit/s", 262.5),
                    new Link("a Gaudi 3's 21 ports of 200 Gbit/s", 525)));
    private static final Kind PCIE = new Kind(0.75, 0.95,
            List.of(new Link("PCIe 3.0 x4", 3.94), new Link("PCIe 4.0 x4 or 3.0 x8", 7.88),
                    new Link("PCIe 3.0 x16 or 4.0 x8", 15.8), new Link("PCIe 4.0 x16 or 5.0 x8", 31.5),
                    new Link("PCIe 5.0 x16", 63), new Link("PCIe 6.0 x16", 126)));
    private static final Kind C2C = new Kind(0.75, 0.95, List.of(new Link("NVLink-C2C of a Grace CPU", 450)));
    private static final Kind NVLINK = new Kind(0.8, 0.99,
            List.of(new Link("NVLink between two of four A100", 100), new Link("NVLink of a V100", 150),
                    new Link("NVLink of an A100 or of a bridge between two GPUs", 300),
                    new Link("NVLink of an H100 or H200", 450), new Link("NVLink of a B200", 900)));

    private final Profiles profiles;

    LineRates(Profiles profiles) {
        this.profiles = profiles;
    }

    /** @param rate GB/s one way */
    private record Link(String name, double rate) {}

    /**
     * Links of one kind.
     *
     * @param from smallest share of the rate that programs reach over a healthy link
     * @param to   largest share
     */
    private record Kind(double from, double to, List<Link> links) {

        Optional<Link> near(double rate) {
            return links.stream().filter(link -> rate >= from * link.rate() && rate <= to * link.rate()).findFirst();
        }
    }

    private static Link port(int gigabits) {
        return new Link("one port of " + gigabits + " Gbit/s", gigabits / 8.0);
    }

    /** Returns the PCIe link with a rate similar to this one in GB/s. */
    static Optional<String> pcie(double rate) {
        return PCIE.near(rate).map(Link::name);
    }

    /** Returns a rate in GB/s as a share of a similar network port, for example {@code 97 % of one port of 400 Gbit/s}. */
    public static Optional<String> port(double rate) {
        return NETWORK.near(rate).map(link -> Phrases.percent(rate / link.rate()) + " of " + link.name());
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var alike = new LinkedHashMap<List<Object>, List<Curve>>();
        for (var curve : evidence.alongSize()) {
            var key = curve.subject();
            // Each pair of a matrix is a curve of its own. Access between GPUs over NVLink is judged by its fastest variant.
            var variant = isBetweenPeers(key) ? "" : key.variant();
            alike.computeIfAbsent(List.of(key.operation(), variant, key.library(), key.run(), curve.fixed()),
                    added -> new ArrayList<>()).add(curve);
        }
        // Beside a test of bandwidth, one of latency does not show what the link carries.
        alike.values().stream().filter(curves -> curves.stream().anyMatch(LineRates::isOfManyInFlight))
                .forEach(curves -> curves.removeIf(curve -> !isOfManyInFlight(curve)));
        double fastestAlone = best(evidence.alongSize().stream()
                .filter(curve -> curve.subject().variant().equals("low-latency")).toList()).stream()
                .mapToDouble(Reached::rate).max().orElse(0);
        return alike.values().stream().flatMap(curves -> finding(curves, fastestAlone).stream())
                .sorted(Comparator.comparingDouble(finding -> -finding.numbers().getFirst().value())).toList();
    }

    private static boolean isOfManyInFlight(Curve curve) {
        return curve.subject().identity().isOfManyInFlight();
    }

    /** Returns the best of a tuning, whose settings are not alternatives that a user would average; empty if there is none. */
    private static Optional<Reached> tuned(List<Curve> curves) {
        // The line of the best repeats one of the tries.
        var tries = best(curves).stream().filter(each -> each.subject().settings().contains("_chunk=")
                && !each.subject().settings().contains("tuned=best")).toList();
        return tries.stream().max(Comparator.comparingDouble(Reached::rate)).flatMap(most -> {
            var alike = tries.stream().filter(each -> each.subject().title().equals(most.subject().title())
                    && each.subject().datatype().equals(most.subject().datatype())).toList();
            var given = alike.stream().map(each -> NamedValues.parse(each.subject().settings())).toList();
            var varied = NamedValues.parse(most.subject().settings())
                    .only(name -> given.stream().map(each -> each.get(name)).distinct().count() > 1);
            double worst = alike.stream().mapToDouble(Reached::rate).min().orElseThrow();
            return varied.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Reached(most.subject(), most.cell(), most.rate(),
                            ", the best of " + alike.size() + " settings (" + varied.toString().replace(";", ", ")
                                    + "; the worst " + Phrases.number(worst) + ")"));
        });
    }

    /**
     * @param rate   GB/s in each direction
     * @param tuning words about the settings among which it is the best; empty if they were not varied
     */
    record Reached(SeriesKey subject, Cell cell, double rate, String tuning) {

        String text() {
            boolean isBoth = isBidirectional(subject);
            return subject.withLibrary() + " reaches " + Phrases.gbps(isBoth ? 2 * rate : rate)
                    + (isBoth ? " both ways" : "") + (cell.bytes() > 0 ? " at " + Phrases.size(cell.bytes()) : "")
                    + tuning;
        }

        String each() {
            return isBidirectional(subject) ? " each way" : "";
        }
    }

    /** Returns the curve whose best rate is nearest to the median; empty if no curve has a rate. */
    static Optional<Reached> typical(List<Curve> curves) {
        var best = best(curves);
        if (best.isEmpty()) {
            return Optional.empty();
        }
        double median = Median.withDefaults().evaluate(best.stream().mapToDouble(Reached::rate).toArray());
        return best.stream().min(Comparator.comparingDouble(each -> Math.abs(each.rate() - median)));
    }

    private static List<Reached> best(List<Curve> curves) {
        return curves.stream().filter(curve -> !curve.subject().isOwnMemory()).flatMap(curve -> fastest(curve).stream())
                .toList();
    }

    /** @param fastestAlone bandwidth in GB/s of dispatch or combine measured alone by DeepEP */
    private Optional<Finding> finding(List<Curve> curves, double fastestAlone) {
        var reached = typical(curves);
        if (reached.isEmpty()) {
            return latency(curves);
        }
        var key = reached.get().subject();
        var typical = key.library().equals("deepep") ? tuned(curves).orElseGet(reached::get) : reached.get();
        if (isDeepEpOverRdma(key, typical.rate())) {
            return Optional.of(uneven(typical).orElseGet(() -> ofDeepEp(typical, fastestAlone)));
        }
        if (key.operation() == Operation.MEMCPY && key.library().equals("cuda")) {
            return ofCopies(best(curves).stream().max(Comparator.comparingDouble(Reached::rate)).orElse(typical));
        }
        if (isBetweenPeers(key)) {
            return ofPeers(best(curves).stream().max(Comparator.comparingDouble(Reached::rate)).orElse(typical));
        }
        if (key.library().equals("deepep") && key.variant().equals("intranode+nvl")) {
            return Optional.of(ofDeepEpInNode(typical));
        }
        if (key.library().equals("hccl") && key.operation().busFactor(2).isPresent()) {
            return GAUDI.near(typical.rate()).map(link -> near(typical, link));
        }
        boolean isHybrid = key.library().equals("deepep") && key.variant().startsWith("hybrid")
                && key.variant().endsWith("+rdma");
        return isHybrid || isOverOneNetwork(key, typical.cell())
                ? ofKnownPorts(typical).or(() -> ofNetwork(typical))
                : Optional.empty();
    }

    private static boolean isBetweenPeers(SeriesKey key) {
        return key.library().equals("cuda")
                && (key.operation() == Operation.READ || key.operation() == Operation.WRITE);
    }

    private Optional<Finding> ofPeers(Reached at) {
        return profiles.of(at.subject().instanceType(), at.subject().gpu())
                .filter(profile -> at.cell().ranks() != 1 && at.rate() <= profile.nvlink())
                .map(profile -> near(at,
                        new Link(profile.links() + " of one GPU (" + profile.title() + ")", profile.nvlink())));
    }

    /** Compares a transfer between nodes with known network ports: one port, those of a GPU, or all. */
    private Optional<Finding> ofKnownPorts(Reached at) {
        var key = at.subject();
        boolean isBetweenNodes = at.cell().nodes() > 1 || key.library().equals("libfabric")
                || key.library().equals("ibverbs");
        return profiles.of(key.instanceType(), key.gpu())
                .filter(profile -> isBetweenNodes && TRANSFERS.contains(key.operation()))
                .flatMap(profile -> ports(profile).stream().filter(link -> at.rate() <= link.rate()).findFirst())
                .map(link -> near(at, link));
    }

    /** Returns the sets of ports that a transfer may use on such a node, the smallest first. */
    private static List<Link> ports(Profile profile) {
        var all = profile.nic();
        var interfaces = profile.interfaces();
        if (all == null || interfaces == null) {
            return List.of();
        }
        int ofGpu = interfaces / profile.nodeGpus();
        return List.of(
                new Link("one of the " + interfaces + " network ports of " + profile.title(), all / interfaces),
                new Link("the " + ofGpu + " network ports of a GPU of " + profile.title(), all / profile.nodeGpus()),
                new Link("the " + interfaces + " network ports of " + profile.title(), all));
    }

    private static Finding ofDeepEpInNode(Reached at) {
        double published = at.subject().operation() == Operation.COMBINE ? DEEPEP_COMBINE : DEEPEP_DISPATCH;
        double share = at.rate() / published;
        var sentence = "%s, %s the %s in DeepEP's README. Those are of 8 H800, whose NVLink carries 160 GB/s."
                .formatted(at.text(), share < 1 ? Phrases.percent(share) + " of" : Phrases.number(share) + " times",
                        Phrases.gbps(published));
        return share < AS_DEEPEP
                ? below(Confidence.LIKELY, sentence, at, published)
                : notice(sentence, at, published);
    }

    private static boolean isDeepEpOverRdma(SeriesKey key, double rate) {
        return key.library().equals("deepep") && (key.variant().equals("internode+rdma")
                || key.variant().equals("low-latency+with-combine") && rate < MOST_OF_A_NIC);
    }

    /** Returns whether the rate is that of one port: a transfer between two ranks, or a ring with one rank per node. */
    private static boolean isOverOneNetwork(SeriesKey key, Cell cell) {
        int ranks = cell.ranks();
        int nodes = cell.nodes();
        boolean isOfSeveral = !NamedValues.parse(key.settings()).get("nics").orElse("1").equals("1");
        boolean isTransfer = !isOfSeveral && TRANSFERS.contains(key.operation())
                && OF_THE_NETWORK.contains(key.library()) && (ranks <= 2 || key.variant().contains("pairs"))
                && nodes != 1;
        return isTransfer || RINGS.contains(key.operation()) && nodes > 1 && ranks == nodes;
    }

    private static Optional<Reached> fastest(Curve curve) {
        return curve.cells().stream().filter(cell -> cell.bytes() >= LARGE || cell.bytes() < 0)
                .map(cell -> new Reached(curve.subject(), cell, rate(curve.subject(), cell), ""))
                .max(Comparator.comparingDouble(Reached::rate))
                .filter(reached -> reached.rate() > 0 && !isRising(curve, reached));
    }

    /** Returns whether the rate still grows almost as the size does, so that no link limits it. */
    private static boolean isRising(Curve curve, Reached best) {
        return curve.cells().stream().filter(cell -> 4 * cell.bytes() >= best.cell().bytes()
                && cell.bytes() > 0 && cell.bytes() < best.cell().bytes())
                .max(Comparator.comparingLong(Cell::bytes)).filter(before -> best.rate()
                        / rate(curve.subject(), before) > RISING * best.cell().bytes() / before.bytes())
                .isPresent();
    }

    /** Returns the rate in GB/s in each direction; 0 if the cell has no bandwidth. */
    private static double rate(SeriesKey subject, Cell cell) {
        double rate = (RINGS.contains(subject.operation()) && cell.busbw().isPresent() ? cell.busbw() : cell.algbw())
                .orElse(0);
        return isBidirectional(subject) ? rate / 2 : rate;
    }

    /** Judges the latency of the smallest message if large messages were not measured. */
    private static Optional<Finding> latency(List<Curve> curves) {
        var curve = curves.getFirst();
        var cell = curve.first();
        var key = curve.subject();
        boolean counts = isOverOneNetwork(key, cell) && key.operation() != Operation.SENDRECV && !key.isOfGpus()
                && cell.isTimed() && cell.bytes() > 0 && cell.bytes() <= SMALL && cell.time().isPresent()
                && !isBidirectional(key);
        if (!counts) {
            return Optional.empty();
        }
        boolean isRoundTrip = key.operation() == Operation.READ || key.operation() == Operation.GET;
        double median = Median.withDefaults().evaluate(cell.observations().stream()
                .map(each -> each.measurement().outcome().timeP50()).filter(Objects::nonNull)
                .mapToDouble(Micros::doubleValue).toArray());
        double mean = cell.time().orElseThrow();
        // Few late calls lengthen the mean.
        boolean isFar = mean > FAR_FROM_MEDIAN * median;
        double time = (isFar ? median : mean) / (isRoundTrip ? 2 : 1);
        var whose = time < LEAST_OF_RDMA
                ? "as between processes of one host"
                : time <= MOST_OF_RDMA
                        ? "as over InfiniBand, RoCE or Slingshot (1 to 3 µs)"
                        : time >= LEAST_OF_SOCKETS
                                ? "as over TCP sockets or EFA; InfiniBand and RoCE take 1 to 3 µs"
                                : "";
        return whose.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY,
                        "%s takes %s%s at %s%s: %s.".formatted(key.withLibrary(),
                                Phrases.time(isFar ? median : mean),
                                isFar ? " in the median (mean " + Phrases.time(mean) + ")" : "",
                                Phrases.size(cell.bytes()), isRoundTrip ? ", there and back" : "", whose),
                        List.of(new Quantity("time", time, "µs")), cell.rows()));
    }

    /** Returns whether the rate is the sum of both directions. For bidirectional copies, nvbandwidth also prints single directions. */
    private static boolean isBidirectional(SeriesKey subject) {
        return subject.variant().contains("bidirectional") && (!subject.variant().contains("bidirectional_memcpy")
                || subject.variant().endsWith("+total"));
    }

    private static Optional<Finding> ofNetwork(Reached at) {
        if (at.rate() > FASTEST_LINK) {
            return Optional.of(below(Confidence.AMBIGUOUS, """
                    %s: no link between two GPUs carries more than %s. Either both ends share a memory, or the tool adds or \
                    multiplies what single devices carry.""".formatted(at.text(), Phrases.gbps(FASTEST_LINK)), at,
                    FASTEST_LINK));
        }
        var key = at.subject();
        boolean isOfOneHost = key.isOfGpus() && at.cell().nodes() <= 1 && !key.variant().endsWith("+rdma");
        boolean hasNvlink = !key.variant().contains("rocm");
        boolean isEfa = key.identity().transport().contains("efa");
        var network = RINGS.contains(key.operation()) && at.cell().nodes() > 1 ? NETWORK_OF_RINGS : NETWORK;
        return network.near(at.rate()).filter(link -> !isEfa || link.rate() >= LEAST_OF_FABRICS)
                .or(() -> isOfOneHost && hasNvlink ? NVLINK.near(at.rate()) : Optional.empty())
                .or(() -> isOfOneHost ? PCIE.near(at.rate()) : Optional.empty())
                .map(link -> near(at, link)).or(() -> isOfOneHost ? Optional.empty() : between(at, isEfa));
    }

    /** Compares a rate that matches no port with the ports below and above it. */
    private static Optional<Finding> between(Reached at, boolean isEfa) {
        var ports = NETWORK.links();
        int above = IntStream.range(0, ports.size()).filter(i -> at.rate() <= ports.get(i).rate()).findFirst()
                .orElse(0);
        if (above == 0) {
            return Optional.empty();
        }
        double share = at.rate() / ports.get(above).rate();
        if (isEfa || share < SIMILAR && ports.get(above).rate() <= LEAST_OF_FABRICS) {
            return ports.get(above).rate() > LEAST_OF_FABRICS
                    ? Optional.empty()
                    : Optional.of(notice("%s%s: %s of one port of 100 Gbit/s, %s".formatted(at.text(), at.each(),
                            Phrases.percent(at.rate() / LEAST_OF_FABRICS),
                            isEfa ? "the slowest of EFA." : "little for InfiniBand, RoCE or EFA."), at,
                            LEAST_OF_FABRICS));
        }
        return Optional.of(notice("%s: %s of %s%s, more than %s.".formatted(at.text(), Phrases.percent(share),
                ports.get(above).name(), at.each(), ports.get(above - 1).name().replace("one port ", "one ")), at,
                ports.get(above).rate()));
    }

    private Optional<Finding> ofCopies(Reached at) {
        var variant = at.subject().variant();
        boolean isOfHost = variant.matches("(host_to_device|device_to_host)(_memcpy_(ce|sm)|\\+pinned)");
        boolean isOfPeers = variant.matches("device_to_device_memcpy_(read|write)_(ce|sm)|.*p2p-enabled.*");
        if (!isOfHost && !isOfPeers) {
            return Optional.empty();
        }
        var profile = profiles.of(at.subject().instanceType(), at.subject().gpu());
        if (profile.isPresent()) {
            return Optional.of(ofProfile(at, profile.get(), isOfHost));
        }
        if (INTEGRATED.matcher(at.subject().gpu()).find()) {
            return Optional.empty();
        }
        // The rate of an unknown GPU may be similar to that of another vendor's link by accident.
        var wide = at.subject().gpu().isEmpty()
                ? (isOfHost ? C2C : NVLINK).near(at.rate())
                : Optional.<Link>empty();
        return wide.or(() -> PCIE.near(at.rate())).map(link -> near(at, link));
    }

    private static Finding ofProfile(Reached at, Profile profile, boolean isOfHost) {
        double limit = isOfHost ? profile.pcie() : profile.nvlink();
        double share = at.rate() / limit;
        boolean isLow = share < FEW_LANES;
        var sentence = "%s, %s of the %s that %s carries (%s).".formatted(at.text(), Phrases.percent(share),
                Phrases.gbps(limit), isOfHost ? "the link to the host" : profile.links(), profile.title())
                + (isLow && isOfHost
                        ? " Half the lanes, an older generation, or memory of another socket give so little."
                        : "");
        return isLow ? below(Confidence.AMBIGUOUS, sentence, at, limit) : notice(sentence, at, limit);
    }

    private static Finding below(Confidence confidence, String sentence, Reached at, double limit) {
        return Finding.of(ID, Severity.WARNING, confidence, sentence, numbers(at, limit), at.cell().rows())
                .withConsequence(Consequence.BELOW).withOpen(false).withCause(Cause.Kind.NETWORK, limit / at.rate());
    }

    private static Finding notice(String sentence, Reached at, double limit) {
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence, numbers(at, limit), at.cell().rows());
    }

    private static Finding near(Reached at, Link link) {
        return notice(at.text() + ": " + Phrases.percent(at.rate() / link.rate()) + " of what " + link.name()
                + (link.name().matches("(?:the|a) .* ports .*") ? " carry" : " carries")
                + (at.each().isEmpty() ? " (" + Phrases.gbps(link.rate()) + ")" : at.each()) + ".", at, link.rate());
    }

    /** Reports that a few slow calls dominate the mean, so that its bandwidth is not that of a link. */
    private static Optional<Finding> uneven(Reached at) {
        var outcome = at.cell().observations().getFirst().measurement().outcome();
        if (outcome.time() == null || outcome.timeMin() == null || outcome.timeMax() == null
                || outcome.time().doubleValue() < UNEVEN * outcome.timeMin().doubleValue()) {
            return Optional.empty();
        }
        double mean = outcome.time().doubleValue();
        double least = outcome.timeMin().doubleValue();
        return Optional.of(Finding.of(ID, Severity.WARNING, Confidence.CERTAIN, """
                %s takes %s times as long in the mean (%s) as at its shortest (%s; longest %s): few calls that hang make its \
                bandwidth.""".formatted(at.subject().withLibrary(), Phrases.number(mean / least), Phrases.time(mean),
                Phrases.time(least), Phrases.time(outcome.timeMax().doubleValue())),
                List.of(new Quantity("mean", mean, "µs"), new Quantity("least", least, "µs")), at.cell().rows())
                .withConsequence(Consequence.BELOW));
    }

    private static Finding ofDeepEp(Reached at, double fastestAlone) {
        double share = at.rate() / DEEPEP;
        var port = NETWORK.links().stream().filter(link -> link.rate() >= LEAST_OF_FABRICS
                && fastestAlone <= link.rate() && at.rate() <= link.rate()
                && at.rate() >= DEEPEP_OF_A_PORT * link.rate()).map(Link::name).findFirst();
        boolean isShared = share < SHARED_NIC && fastestAlone < SHARED_NIC * DEEPEP;
        var like = share >= AS_DEEPEP
                ? ""
                : port.map(name -> ": as with " + name + " a GPU")
                        .orElse(isShared ? ": as where GPUs share a NIC" : "");
        var sentence = "%s, %s of the %s in DeepEP's README%s. The README measured 16 H800 with one 400 Gbit/s NIC each.%s%s%s"
                .formatted(at.text(), Phrases.percent(share), Phrases.gbps(DEEPEP), like,
                        at.subject().variant().startsWith("internode") ? COUNTED : "", isShared ? SHARED : "",
                        tail(at.cell()));
        // If dispatch or combine alone reaches twice as much, their difference is the better finding.
        return share >= AS_DEEPEP
                ? notice(sentence, at, DEEPEP)
                : fastestAlone < 2 * at.rate()
                        ? below(Confidence.LIKELY, sentence, at, DEEPEP)
                        : below(Confidence.LIKELY, sentence, at, DEEPEP).withConsequence(Consequence.DOUBT);
    }

    /** Returns a remark about the slowest call if it took much longer than the mean, else empty. */
    private static String tail(Cell cell) {
        double most = cell.observations().stream().map(each -> each.measurement().outcome())
                .filter(outcome -> outcome.time() != null && outcome.timeMax() != null)
                .mapToDouble(outcome -> outcome.timeMax().doubleValue() / outcome.time().doubleValue()).max().orElse(0);
        return most > UNEVEN_TAIL
                ? " The slowest call takes " + Phrases.number(most) + " times as long as the mean one."
                : "";
    }

    private static List<Quantity> numbers(Reached at, double limit) {
        return List.of(new Quantity("speed", at.rate(), "GB/s"), new Quantity("limit", limit, "GB/s"),
                new Quantity("share", 100 * at.rate() / limit, "%"));
    }
}

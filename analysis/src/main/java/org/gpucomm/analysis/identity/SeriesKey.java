package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.DevicePair;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Stack;
import org.jspecify.annotations.Nullable;

/**
 * Key of a curve: measurements with the same key are repetitions of one another, at each message size.
 *
 * @param identity what was measured and how
 * @param place    where
 * @param stack    with which versions
 * @param run      the run's name, where runs that should be repetitions do not agree; empty = all that have the rest
 */
public record SeriesKey(Identity identity, Place place, Stack stack, String run) {

    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*=.*");

    /** Returns the key of one measurement. @param circumstances of its run */
    public static SeriesKey of(Measurement measurement, Circumstances circumstances) {
        return new SeriesKey(Identity.of(measurement, circumstances), circumstances.place(), measurement.stack(), "");
    }

    public static SeriesKey of(SeriesRow row, int ranks, int nodes, Circumstances circumstances) {
        return new SeriesKey(Identity.of(row, ranks, nodes, circumstances), circumstances.place(), row.stack(), "");
    }

    /** Returns what runs on different numbers of ranks have in common when they lie on one curve along ranks. */
    public SeriesKey alongRanks() {
        return new SeriesKey(identity.whateverRanks(), place.ofAnyHosts(), stack, run);
    }

    /** Returns the same on whichever hosts of its cluster. */
    public SeriesKey onAnyHosts() {
        return new SeriesKey(identity, place.ofAnyHosts(), stack, run);
    }

    /** Returns the same of one run alone. @param name of the run; empty = of all */
    public SeriesKey ofRun(String name) {
        return new SeriesKey(identity, place, stack, name);
    }

    /** Returns what all runs of one history have in common: versions change in it. */
    public History history() {
        return new History(identity, place);
    }

    /** An identity and a place: what is looked at over time. */
    public record History(Identity identity, Place place) {

        /** Returns 32 hexadecimal digits that are the same for the same history on every server. */
        public String hash() {
            return SeriesRow.hash(List.of(identity.toString(), place.toString()));
        }
    }

    /** Returns 32 hexadecimal digits that are the same for the same key on every server. */
    public String hash() {
        return SeriesRow.hash(List.of(identity.toString(), place.toString(), stack.toString()));
    }

    public Operation operation() {
        return identity.operation();
    }

    public String library() {
        return identity.library();
    }

    public String variant() {
        return identity.variant();
    }

    public @Nullable Placement placement() {
        return identity.placement();
    }

    public String tool() {
        return stack.tool();
    }

    public String toolVersion() {
        return text(stack.toolVersion());
    }

    public String libraryVersion() {
        return text(stack.libraryVersion());
    }

    public String instanceType() {
        return identity.instanceType();
    }

    public String gpu() {
        return identity.gpu();
    }

    public String problem() {
        return identity.problem();
    }

    public String datatype() {
        return identity.datatype();
    }

    public String redop() {
        return identity.redop();
    }

    public String settings() {
        return identity.settings();
    }

    /** Returns the variables of the environment with the settings, which count where both name one. */
    public NamedValues withEnvironment() {
        return NamedValues.parse(identity.environment()).with(NamedValues.parse(settings()));
    }

    /** {@code All-Reduce}, {@code All-to-All (host)}, {@code All-Gather in-place}. */
    public String title() {
        var words = new ArrayList<String>();
        words.add(operation().title());
        if (!variant().isEmpty()) {
            words.add("(" + variant() + ")");
        }
        if (placement() == Placement.IN_PLACE) {
            words.add("in-place");
        }
        return String.join(" ", words);
    }

    /** Returns the library as its makers write it. */
    public String libraryTitle() {
        return libraryTitle(library(), "an unnamed library");
    }

    /** @param otherwise where the library is not known */
    public static String libraryTitle(String library, String otherwise) {
        return switch (library) {
            case "nccl" -> "NCCL";
            case "rccl" -> "RCCL";
            case "nvshmem" -> "NVSHMEM";
            case "cuda" -> "CUDA";
            case "mpi" -> "MPI";
            case "ucx" -> "UCX";
            case "deepep" -> "DeepEP";
            case "gloo" -> "Gloo";
            case "hccl" -> "HCCL";
            case "mscclpp" -> "MSCCL++";
            case "nixl" -> "NIXL";
            case "oneccl" -> "oneCCL";
            case "ucc" -> "UCC";
            case "rocm" -> "ROCm";
            case "hip" -> "HIP";
            case "" -> otherwise;
            default -> library;
        };
    }

    /**
     * Returns the library with the variables that it was given: {@code NCCL}, {@code NCCL (NCCL_PROTO=LL)}. They are
     * what is compared where a file has several; the tools' own options go without saying.
     */
    public String stackTitle() {
        var title = variables().isEmpty()
                ? libraryTitle()
                : libraryTitle() + " (" + String.join(", ", variables()) + ")";
        return run.isEmpty() ? title : title + " in " + run;
    }

    /** Returns the variables of the environment among the settings: {@code NCCL_PROTO=LL}. */
    public List<String> variables() {
        return Stream.of(settings().split(";")).filter(each -> VARIABLE.matcher(each).matches()).toList();
    }

    /** Returns what distinguishes this from {@code other}, for a sentence: library and variant, else what differs. */
    public String nameAgainst(SeriesKey other) {
        if (!libraryTitle().equals(other.libraryTitle())) {
            return variant().isEmpty() ? libraryTitle() : libraryTitle() + " " + variant();
        }
        if (!variant().equals(other.variant())) {
            return variant().isEmpty() ? "plain " + libraryTitle() : libraryTitle() + " " + variant();
        }
        var parts = new ArrayList<String>();
        addIfBothKnown(parts, number(libraryVersion()), number(other.libraryVersion()));
        addIfBothKnown(parts, identity.hardware(), other.identity.hardware());
        addIfDifferent(parts, tool(), other.tool());
        addIfBothKnown(parts, toolVersion(), other.toolVersion());
        var others = Set.of(other.settings().split(";"));
        Stream.of(settings().split(";")).filter(each -> !each.isEmpty() && !others.contains(each)).forEach(parts::add);
        addIfBothKnown(parts, identity.environment(), other.identity.environment());
        addIfBothKnown(parts, identity.transport(), other.identity.transport());
        addIfDifferent(parts, identity.timing(), other.identity.timing());
        addIfBothKnown(parts, place.title(), other.place.title());
        addIfDifferent(parts, run, other.run);
        if (parts.isEmpty()) {
            return settings().equals(other.settings()) ? title() : "the default";
        }
        return String.join(" ", parts);
    }

    /** Returns whether ranks are GPUs: the tools of MPI and of the network run on host memory unless they say otherwise. */
    public boolean isOfGpus() {
        boolean inGpuMemory = Stream.of(variant(), settings())
                .anyMatch(text -> text.contains("cuda") || text.contains("rocm"));
        return switch (tool()) {
            case "osu", "imb", "gloo-benchmark", "oneccl-benchmark" -> inGpuMemory;
            case "perftest", "fabtests", "ucx-perftest", "ucc-perftest" -> inGpuMemory || !gpu().isEmpty();
            case "csv" -> inGpuMemory || !gpu().isEmpty() || !library().equals("mpi");
            case "gpucomm" -> !library().equals("libfabric") || !variant().startsWith("host");
            default -> true;
        };
    }

    /** Returns whether a device copied within its own memory: the diagonal of a matrix, whose other cells are links. */
    public boolean isOwnMemory() {
        // Rows and columns of nvbandwidth's other matrices are different things: a host's and a device's number.
        if (tool().equals("cuda-bandwidth-test")
                || tool().equals("nvbandwidth") && !variant().startsWith("device_to_device")) {
            return variant().startsWith("device_local_copy");
        }
        return DevicePair.of(NamedValues.parse(settings())).filter(pair -> pair.row().equals(pair.column()))
                .isPresent();
    }

    /** Returns the same but out-of-place, of an in-place one: its curves say what this one repeats. */
    public Optional<SeriesKey> twin() {
        return placement() == Placement.IN_PLACE
                ? Optional.of(new SeriesKey(identity.outOfPlace(), place, stack, run))
                : Optional.empty();
    }

    /** {@code 2.29.3} of {@code 2.29.3+cuda13.1}, which some logs of the same version print. */
    private static String number(String version) {
        return version.replaceFirst("\\+cuda.*", "");
    }

    /** What one of two logs does not say is unknown: no difference. */
    private static void addIfBothKnown(List<String> parts, String mine, String others) {
        if (!others.isEmpty()) {
            addIfDifferent(parts, mine, others);
        }
    }

    private static void addIfDifferent(List<String> parts, String mine, String others) {
        if (!mine.equals(others) && !mine.isEmpty()) {
            parts.add(mine);
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}

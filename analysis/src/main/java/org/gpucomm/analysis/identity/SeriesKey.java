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
 * Key of a curve. Measurements with the same key and message size are repetitions of each other.
 *
 * @param identity what was measured and how
 * @param place    place of the run
 * @param stack    versions of tool and library
 * @param run      name of the run, if runs that should be repetitions disagree; empty for all runs
 */
public record SeriesKey(Identity identity, Place place, Stack stack, String run) {

    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*=.*");

    /** Returns the key of one measurement. @param circumstances circumstances of its run */
    public static SeriesKey of(Measurement measurement, Circumstances circumstances) {
        return new SeriesKey(Identity.of(measurement, circumstances), circumstances.place(), measurement.stack(), "");
    }

    public static SeriesKey of(SeriesRow row, int ranks, int nodes, Circumstances circumstances) {
        return new SeriesKey(Identity.of(row, ranks, nodes, circumstances), circumstances.place(), row.stack(), "");
    }

    /** Returns the key that runs on different numbers of ranks have in common on a curve along ranks. */
    public SeriesKey alongRanks() {
        return new SeriesKey(identity.whateverRanks(), place.ofAnyHosts(), stack, run);
    }

    /** Returns the key for any hosts of the cluster. */
    public SeriesKey onAnyHosts() {
        return new SeriesKey(identity, place.ofAnyHosts(), stack, run);
    }

    /** Returns the key of one run. @param name name of the run; empty for all runs */
    public SeriesKey ofRun(String name) {
        return new SeriesKey(identity, place, stack, name);
    }

    /** Returns the key of a test of bandwidth, which is no repetition of a test of latency. */
    public SeriesKey ofManyInFlight() {
        return new SeriesKey(identity.ofManyInFlight(), place, stack, run);
    }

    /** Omits the versions: a file has few of them, and a key is looked up for each row. */
    @Override
    public int hashCode() {
        return 31 * (31 * identity.hashCode() + place.hosts().hashCode()) + run.hashCode();
    }

    /** Returns the key of the history, which spans versions. */
    public History history() {
        return new History(identity, place);
    }

    /** Identity and place, observed over time. */
    public record History(Identity identity, Place place) {

        /** Returns a hash as 32 hexadecimal digits, the same on every server. */
        public String hash() {
            return SeriesRow.hash(List.of(identity.toString(), place.toString()));
        }
    }

    /** Returns a hash as 32 hexadecimal digits, the same on every server. */
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

    /** Returns the variables of the environment and the settings, which take precedence. */
    public NamedValues withEnvironment() {
        return NamedValues.parse(identity.environment()).with(NamedValues.parse(settings()));
    }

    /**
     * Returns a title, for example {@code All-Reduce}, {@code All-to-All (host)} or {@code All-Gather in-place}. A variant of an unnamed
     * operation is a title by itself.
     */
    public String title() {
        var words = new ArrayList<String>();
        boolean isNamed = operation() != Operation.UNNAMED || variant().isEmpty();
        if (isNamed) {
            words.add(operation().title());
        }
        if (!variant().isEmpty()) {
            words.add(isNamed ? "(" + variant() + ")" : variant());
        }
        if (placement() == Placement.IN_PLACE) {
            words.add("in-place");
        }
        return String.join(" ", words);
    }

    /** Returns the title and the run, for example {@code Send in GPUs 0,1}. */
    public String titleInRun() {
        return title() + inRun();
    }

    /** Returns, for example, {@code All-Reduce with NCCL}; without the library if it is unknown. */
    public String withLibrary() {
        return library().isEmpty() ? title() : title() + " with " + libraryTitle();
    }

    /** Returns the same with the library's variables and the run, as {@link #stackTitle()} has them. */
    public String withStack() {
        return library().isEmpty() && variables().isEmpty()
                ? titleInRun()
                : title() + " with " + stackTitle();
    }

    /** Returns the library's name as its makers write it. */
    public String libraryTitle() {
        return libraryTitle(library(), "an unnamed library");
    }

    /** @param otherwise name if the library is unknown */
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
            case "uccl" -> "UCCL";
            case "oneccl" -> "oneCCL";
            case "ucc" -> "UCC";
            case "rocm" -> "ROCm";
            case "hip" -> "HIP";
            case "" -> otherwise;
            default -> library;
        };
    }

    /**
     * Returns the library with its variables: {@code NCCL}, {@code NCCL (NCCL_PROTO=LL)}. A file with several of these compares them; the
     * tools' own options are omitted.
     */
    public String stackTitle() {
        var title = variables().isEmpty()
                ? libraryTitle()
                : libraryTitle() + " (" + String.join(", ", variables()) + ")";
        return title + inRun();
    }

    private String inRun() {
        return run.isEmpty() ? "" : " in " + run;
    }

    /** Returns the environment variables in the settings, for example {@code NCCL_PROTO=LL}. */
    public List<String> variables() {
        return Stream.of(settings().split(";")).filter(each -> VARIABLE.matcher(each).matches()).toList();
    }

    /** Returns a name that distinguishes this key from {@code other} in a sentence: library and variant, else the differences. */
    public String nameAgainst(SeriesKey other) {
        if (!libraryTitle().equals(other.libraryTitle())) {
            return variant().isEmpty() ? libraryTitle() : withVariant();
        }
        if (!variant().equals(other.variant())) {
            return variant().isEmpty() ? "plain " + libraryTitle() : withVariant();
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

    private String withVariant() {
        return library().isEmpty() ? variant() : libraryTitle() + " " + variant();
    }

    /** Returns whether ranks are GPUs. Tools of MPI and of networks use host memory unless they state otherwise. */
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
        return isOwnMemory(tool(), variant(), settings());
    }

    /** Returns {@link #isOwnMemory()} of the series with these values. */
    public static boolean isOwnMemory(String tool, String variant, String settings) {
        // In other matrices of nvbandwidth, rows and columns are different things: the numbers of a host and of a device.
        if (tool.equals("cuda-bandwidth-test")
                || tool.equals("nvbandwidth") && !variant.startsWith("device_to_device")) {
            return variant.startsWith("device_local_copy");
        }
        return DevicePair.of(NamedValues.parse(settings)).filter(pair -> pair.row().equals(pair.column()))
                .isPresent();
    }

    /** Returns the out-of-place key for an in-place key, whose curves only repeat the out-of-place ones; empty for others. */
    public Optional<SeriesKey> twin() {
        return placement() == Placement.IN_PLACE
                ? Optional.of(new SeriesKey(identity.outOfPlace(), place, stack, run))
                : Optional.empty();
    }

    /** Returns {@code 2.29.3} for {@code 2.29.3+cuda13.1}, which some logs of the same version print. */
    private static String number(String version) {
        return version.replaceFirst("\\+cuda.*", "");
    }

    /** Adds a difference, unless one of two logs does not state the value. */
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

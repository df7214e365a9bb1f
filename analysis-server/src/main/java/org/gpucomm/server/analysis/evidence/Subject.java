package org.gpucomm.server.analysis.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What was measured, apart from message size and ranks: measurements of one subject lie on the same curves. Texts as
 * printed; "" = not known.
 */
public record Subject(Operation operation, String library, String variant, @Nullable Placement placement, String tool,
        String toolVersion, String libraryVersion, String instanceType, String gpu, String problem, String datatype,
        String redop, String settings) {

    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*=.*");

    static Subject of(Measurement measurement) {
        var stack = measurement.stack();
        var platform = measurement.platform();
        var workload = measurement.workload();
        return new Subject(workload.operation(), text(stack.library()), text(workload.variant()), workload.placement(),
                stack.tool(), text(stack.toolVersion()), text(stack.libraryVersion()), text(platform.instanceType()),
                text(platform.gpu()), text(workload.problem()), text(workload.datatype()), text(workload.redop()),
                measurement.settings().sortedText());
    }

    /** The same hardware, as far as it is known. */
    public boolean onTheSameMachines(Subject other) {
        return instanceType.equals(other.instanceType) && gpu.equals(other.gpu);
    }

    /** Measured by the same program with the same library: their times may be set against one another. */
    public boolean inTheSameStack(Subject other) {
        return tool.equals(other.tool) && toolVersion.equals(other.toolVersion) && library.equals(other.library)
                && libraryVersion.equals(other.libraryVersion) && onTheSameMachines(other);
    }

    /** {@code All-Reduce}, {@code All-to-All host of NVSHMEM}, {@code All-Gather in-place of NCCL}. */
    public String title() {
        var words = new ArrayList<String>();
        words.add(operation.title());
        if (!variant.isEmpty()) {
            words.add("(" + variant + ")");
        }
        if (placement == Placement.IN_PLACE) {
            words.add("in-place");
        }
        return String.join(" ", words);
    }

    /** The library as its makers write it. */
    public String libraryTitle() {
        return switch (library) {
            case "nccl" -> "NCCL";
            case "rccl" -> "RCCL";
            case "nvshmem" -> "NVSHMEM";
            case "cuda" -> "CUDA";
            case "mpi" -> "MPI";
            case "ucx" -> "UCX";
            case "" -> tool;
            default -> library;
        };
    }

    /**
     * The library with the variables that it was told: {@code NCCL}, {@code NCCL (NCCL_PROTO=LL)}. They are what is compared
     * where a file has several; the tools' own options go without saying.
     */
    public String stackTitle() {
        return variables().isEmpty() ? libraryTitle() : libraryTitle() + " (" + String.join(", ", variables()) + ")";
    }

    /** The variables of the environment among the settings: {@code NCCL_PROTO=LL}. */
    public List<String> variables() {
        return Stream.of(settings.split(";")).filter(each -> VARIABLE.matcher(each).matches()).toList();
    }

    /** What tells this subject from {@code other}, for a sentence: library and variant, else the version or settings. */
    public String nameAgainst(Subject other) {
        if (!libraryTitle().equals(other.libraryTitle())) {
            return variant.isEmpty() ? libraryTitle() : libraryTitle() + " " + variant;
        }
        if (!variant.equals(other.variant)) {
            return variant.isEmpty() ? "plain " + libraryTitle() : libraryTitle() + " " + variant;
        }
        var parts = new ArrayList<String>();
        addIfDifferent(parts, libraryVersion, other.libraryVersion);
        addIfDifferent(parts, instanceType, other.instanceType);
        addIfDifferent(parts, gpu, other.gpu);
        addIfDifferent(parts, tool, other.tool);
        addIfDifferent(parts, toolVersion, other.toolVersion);
        addIfDifferent(parts, settings, other.settings);
        return parts.isEmpty() ? title() : String.join(" ", parts);
    }

    /** Whether ranks are GPUs: the tools of MPI and of the network run on host memory unless they say otherwise. */
    public boolean isOfGpus() {
        return switch (tool) {
            case "osu" -> variant.contains("cuda") || variant.contains("rocm");
            case "perftest", "fabtests", "ucx" -> !gpu.isEmpty() || variant.contains("cuda");
            default -> true;
        };
    }

    /** The same but in-place: its curves repeat what the out-of-place ones say. */
    boolean isTwinOf(Subject other) {
        return placement == Placement.IN_PLACE && other.placement == Placement.OUT_OF_PLACE
                && new Subject(operation, library, variant, other.placement, tool, toolVersion, libraryVersion,
                        instanceType, gpu, problem, datatype, redop, settings).equals(other);
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

package org.gpucomm.results.format.context;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Reports by launchers, kernels and libraries of the end of a program. */
public final class Failure {

    private static final List<String> LAUNCHER = List.of("srun: error:", "slurmstepd: error:", "salloc: error:",
            "mpirun noticed that process", "mpirun detected that one or more processes exited", "prterun noticed that",
            "Primary job  terminated normally", "Primary job terminated normally", "MPI_ABORT was invoked",
            "BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", "PMIX ERROR", "ORTE was unable to",
            "has exited improperly", "exited on signal", "oom-kill", "Out of memory: Killed process",
            "DUE TO TIME LIMIT", "error: *** STEP", "error: *** JOB", "command terminated with exit code",
            "srun: Job step aborted", "srun: Force Terminated", "Exited with exit code", "CANCELLED AT",
            "Exceeded job memory",
            "salloc: Job allocation", "Job has exceeded its");
    private static final List<String> PROGRAM = List.of("Segmentation fault", "Bus error",
            "Aborted (core dumped)", "terminate called after throwing", "CUDA error:", "Invalid number of GPUs:",
            "error while loading shared libraries", "Caught signal 11", "Unrecoverable error",
            "Test NCCL failure", "Test CUDA failure", ": Test failure ", "Test timeout (",
            // PyTorch and what builds on it
            "Watchdog caught collective operation timeout", "NCCL error in:", "Error: NCCL error", "NCCL Error ",
            "ncclSystemError:", "ncclInternalError:", "ncclUnhandledCudaError:", "ncclInvalidUsage:",
            "ncclRemoteError:", "CUDA out of memory", "The client socket has timed out", "connectFullMesh failed",
            // DeepEP, and programs that connect queue pairs themselves
            "Failed: CUDA error", "Message truncated : received", "Failed: Assertion error", "ailed to modify QP",
            "[error] util/pingpong.c",
            // UCX, of a completion with an error
            "ib_mlx5_log.c:",
            // Open MPI's transport, NVSHMEM's, and NCCL's watch over its queue pairs
            "is aborting the MPI job", "init failed for transport: ", "async fatal event on ");

    /** Ends of processes and failures of library calls without a reason. */
    private static final Pattern UNNAMED = Pattern.compile("[Ee]xit(?:ed with exit)? code|non-zero|NCCL failure"
            + "|: Test failure |unhandled \\w+ error|Primary job|BAD TERMINATION|Job step aborted|Force Terminated|TASK FAILURE"
            + "|NCCL [Ee]rror|nccl(?:System|Internal|UnhandledCuda|Remote)Error:|ncclInvalidUsage:");
    /** Effects of a failed process on other processes. */
    private static final Pattern FOLLOWS = Pattern.compile("Connection closed|Connection reset|remote process exited"
            + "|Broken pipe|Socket recv failed|Failed to execute operation");
    /** Warnings after which programs continue. */
    private static final Pattern HARMLESS = Pattern.compile("(?i)Failed to open lib|plugin|P2P|peer access|iommu|NUMA"
            + "|affinity|topology|incoming CPU|Maximum retry|nvml|nvidia_peermem|gdr");

    /** Error after which no program continues, unlike other messages about peer access. */
    private static final String OF_PEERS = "failed to open CUDA IPC handle";

    private Failure() {}

    /** Returns whether a line that reports a failure names no cause, or only a consequence of another failure. */
    public static boolean isConsequence(String line) {
        return isUnnamed(line) || FOLLOWS.matcher(line).find();
    }

    /** Returns whether a line that reports a failure does not name what failed. */
    public static boolean isUnnamed(String line) {
        return UNNAMED.matcher(line).find();
    }

    /** Returns whether programs continue after this warning. */
    public static boolean isHarmless(String line) {
        return HARMLESS.matcher(line).find() && !line.contains(OF_PEERS);
    }

    /** Returns whether the line reports an error that a program may survive. */
    static boolean isTrouble(String line) {
        return line.contains("UCX  ERROR ") || line.contains(": NULL value ") || line.contains(": non-zero status: ")
                || line.contains("detected. Skipping transport");
    }

    /** Returns the index of the words that report a failure; 0 if no known words occur. */
    public static int at(String line) {
        return PROGRAM.stream().mapToInt(line::indexOf).filter(at -> at > 0).min().orElse(0);
    }

    /** Returns who reports a failure, in words; null if the line reports none. */
    static @Nullable String in(String line) {
        for (var words : LAUNCHER) {
            if (line.contains(words)) {
                return ContextLine.BY_LAUNCHER;
            }
        }
        for (var words : PROGRAM) {
            if (line.contains(words)) {
                return ContextLine.BY_PROGRAM;
            }
        }
        return line.contains("DeepEP ") && line.contains(" timeout") ? ContextLine.BY_PROGRAM : null;
    }
}

package org.gpucomm.results.format.context;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Launchers, kernels and libraries that report the end of a program. */
final class Failure {

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
            "Test NCCL failure", "Test CUDA failure", ": Test failure ", "Test timeout (");

    /** A process ended, or a call of the library failed, for a reason that such a line does not name. */
    private static final Pattern CONSEQUENCE = Pattern.compile("[Ee]xit(?:ed with exit)? code|non-zero|NCCL failure"
            + "|: Test failure |unhandled \\w+ error|Primary job|BAD TERMINATION|Job step aborted|Force Terminated|TASK FAILURE");

    private Failure() {}

    static boolean isConsequence(String line) {
        return CONSEQUENCE.matcher(line).find();
    }

    /** Returns what to say of the line; null if it reports no failure. */
    static @Nullable String in(String line) {
        for (var words : LAUNCHER) {
            if (line.contains(words)) {
                return Commentary.BY_LAUNCHER;
            }
        }
        for (var words : PROGRAM) {
            if (line.contains(words)) {
                return "a program reports a failure";
            }
        }
        return null;
    }
}

package org.gpucomm.results.format.context;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Reports by launchers, kernels and libraries of the end of a program. */
public final class Failure {

    /**
     * Causes whose consequences other lines report, before or after them: the sooner in this list, the closer to the origin. Each of them
     * ends a program.
     */
    private static final List<String> ORIGINS = List.of(
            // of the kernel, Slurm and Kubernetes; the line that names the task first
            ": Out Of Memory", "ut of memory: Killed process", "oom-kill", "oom_kill", "OOMKilled",
            "memory limit at some point", "exceeded memory limit", "Exceeded job memory",
            // hardware
            "fallen off the bus", "reason :GPU Hang", "uncorrectable ECC error", "uncorrectable NVLink error",
            // programs and libraries that do not fit
            "GTL library is not linked", "cie atomics not enabled", "CIe atomics not enabled",
            "detected as host by UCX", "Unexpected number of remote rails", "Unexpected number of remote control rails",
            "NVSwitch multicast resources", "Failed to bind NVLink SHARP", "(size 0), error: No such file",
            "[0x0..0x0]: Invalid parameter", "exceeds device/fn maxSharedMem",
            // IBV_WC_LOC_PROT_ERR in linux-rdma perftest; the other end only loses its connection
            "Failed status 4: ",
            // lines of HCCL that name the ranks or the device
            "createLink para:rank[", "hccl fftsplus task timeout",
            "Duplicate GPU detected", "NCCL EP timeout for ");
    private static final List<String> LAUNCHER = List.of("srun: error:", "slurmstepd: error:", "salloc: error:",
            "mpirun noticed that process", "mpirun detected that one or more processes exited", "prterun noticed that",
            "Primary job  terminated normally", "Primary job terminated normally", "MPI_ABORT was invoked",
            "BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", "PMIX ERROR", "ORTE was unable to",
            "has exited improperly", "exited on signal", "Killed process", "OOMKilled", "Exceeded job memory",
            "DUE TO TIME LIMIT", "DUE TO NODE FAILURE",
            "DUE TO PREEMPTION",
            "srun: fatal:", "slurmstepd: fatal:", "sbatch: error:", "There are not enough slots available",
            "Other MPI error, error stack:",
            "Host key verification failed",
            "error: *** STEP", "error: *** JOB", "command terminated with exit code",
            "srun: Job step aborted", "srun: Force Terminated", "Exited with exit code", "CANCELLED AT",
            "salloc: Job allocation", "Job has exceeded its");
    private static final List<String> PROGRAM = List.of("Segmentation fault", "Bus error", "*** SIGSEGV ",
            "*** SIGBUS ",
            "Aborted (core dumped)", "terminate called after throwing", "atl_ofi_get_prov_list: fi_getinfo error",
            "CUDA error:", "[CUDA_ERROR_", "Invalid number of GPUs:",
            "error while loading shared libraries", "Caught signal 11", "Unrecoverable error",
            "Test NCCL failure", "Test CUDA failure", ": Test failure ", "Test timeout (",
            // PyTorch and what builds on it
            "Watchdog caught collective operation timeout", "Received a dump signal",
            "Heartbeat monitor timed out", "watchdog got stuck for ", "failed (exitcode: ",
            "Detected mismatch between collectives on ranks", "custom_all_reduce.cuh:",
            "detected by watchdog at work: ", "error msg: Culprit rank ", "detected by watchdog at work sequence id: ",
            "Timeout at NCCL work: ",
            "NCCL error in:", "Error: NCCL error",
            "NCCL Error ",
            "ncclSystemError:", "ncclInternalError:", "ncclUnhandledCudaError:", "ncclInvalidUsage:",
            "ncclRemoteError:", "CUDA out of memory", "The client socket has timed out", "connectFullMesh failed",
            // DeepEP, and programs that connect queue pairs themselves
            "Failed: CUDA error", "Failed: Cuda error", "Failed, NCCL error", "Failed: NCCL error", "Failed: MPI error",
            "Message truncated : received", "Failed: Assertion error", "ailed to modify QP",
            "[error] util/pingpong.c",
            // UCX, of a completion with an error
            "ib_mlx5_log.c:", "send completion[", "recv completion[",
            // the plugin of NCCL for libfabric
            "completed with error. RC:",
            // linux-rdma perftest
            "Couldn't listen to port ", "Couldn't allocate MR", "Couldn't connect to ", " Failed status ",
            // MPICH and its descendants
            "MPICH ERROR [", "Fatal error in PMPI_", "Fatal error in internal_", " failed (ofi_",
            "Open MPI failed an OFI Libfabric library call", "No components were able to be opened in the ",
            "MPI_INIT has failed because", "OFI poll failed",
            // NIXL
            "NIXL transport error", "Error: NIXL_ERR_",
            // Open MPI's transport, NVSHMEM's, and NCCL's watch over its queue pairs
            "is aborting the MPI job", "is not accessible, exiting",
            "Unable to initialize any transports", "Memory access fault by GPU",
            "async fatal event on ",
            // the kernel's driver, and Slurm's state of a node
            "caused by previous Xid ", "count reported lower than configured",
            // PSM, libfabric's provider for Omni-Path and Ethernet
            ": Assertion failure at ");
    /** Error codes of HCCL: {@code EI0006: [PID: 4711] …}, {@code Execution Error ROCE CQE(EI0013): …}. */
    private static final Pattern OF_HCCL = Pattern.compile("\\bE[IJ]0\\d{3}(?:: |\\): )");

    /** Ends of processes and failures of library calls without a reason. */
    private static final Pattern UNNAMED = Pattern.compile(
            "[Ee]xit(?:ed with exit)? code|non-zero(?! status: \\d+:? (?:Error in )?(?:cu[A-Z]|ibv_|mlx5dv_))|NCCL failure"
                    + "|: Test failure |unhandled \\w+ error|Primary job|BAD TERMINATION|Job step aborted|Force Terminated|TASK FAILURE"
                    + "|NCCL [Ee]rror|nccl(?:System|Internal|UnhandledCuda|Remote)Error:|ncclInvalidUsage:|ncclInvalidArgument:"
                    + "|Caught signal 11|terminate called after throwing|ChildFailedError|ast enqueued NCCL work|Heartbeat monitor|watchdog got stuck|exitcode: |operation timeout:\\s*$|NULL value\\s*$|OPS function error: Hccl|NIXL_ERR_|createBackend failed");
    /** Effects of a failed process on other processes. */
    private static final Pattern FOLLOWS = Pattern.compile("Connection closed|Connection reset|remote process exited"
            + "|Broken pipe|Socket recv failed|Failed to execute operation|is not accessible, exiting"
            + "|ethernet_read_keys: |IBV_WC_WR_FLUSH_ERR|with (?:status|error)[ =]5\\b|Unable to initialize any transports|building transport map failed|detect topo failed");
    /** Warnings of NCCL and RCCL after which programs continue. */
    private static final Pattern HARMLESS = Pattern
            .compile("(?i)Failed to open lib|plugin|P2P|peer access|iommu|NUMA[ _](?:auto|balanc)"
                    + "|affinity|topology|incoming CPU|Maximum retry|nvml|nvidia_peermem|gdr");

    private static final List<String> TROUBLE = List.of("UCX  ERROR ", "UCX  FATAL ", ": NULL value ",
            ": non-zero status: ", "detected. Skipping transport", "init failed for transport: ",
            "init failed for remote transport: ", "cannot allocate buffer on the specified memory type",
            "GPU cannot map UAR of device", "Unable to create ah",
            "UCC  ERROR ", "TL_UCP ERROR ", "NET/OFI Unexpected",
            "NET/OFI Failed",
            // CUDA, HIP and the dynamic linker
            "system not yet initialized", "unsupported display driver", "no kernel image is available",
            "driver version is insufficient", "no CUDA-capable device", "HIP error: ", "hipErrorNoBinaryForGpu",
            "invalid kernel file", "Failed to initialize NVML", "HSA_STATUS_ERROR", "symbol lookup error:",
            "undefined symbol:",
            // UCX between processes of one host
            "process_vm_readv(", "process_vm_writev(",
            // NIXL
            "registration failed for the specified", "unsupported backend '", "createBackend failed", "NIXL ERROR ",
            "fi_mr_reg failed on rail",
            // HCCL
            "[ERROR] HCCL(", "|CCL_ERROR|",
            // libfabric, and its provider for Slingshot
            "provider efa output empty list", "_handle_error():", "Unable to create extended CQ: Cannot allocate",
            "cxil_map() failed: -",
            // PSM's reads from processes of one host
            "from remote process' memory failed");
    /** Errors in the form of Google's logging library, as of NIXL: {@code E0421 11:56:59.774282 4711 nixl_agent.cpp:259] …}. */
    private static final Pattern GOOGLE_LOG = Pattern
            .compile(
                    "(?:^|\\s)[EF]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +(?:\\d+ )?[\\w./-]+\\.(?:cc|cpp|cu|h|hpp):\\d+\\] ");
    /** Last line of a Python traceback. */
    private static final Pattern EXCEPTION = Pattern
            .compile("^(?:\\[rank\\d+\\]: ?)?(?:[a-z_]\\w*+\\.)*+[A-Z_]\\w*(?:Error|Exception): \\S");

    /**
     * Frames of stack traces: library and function of glibc and Open MPI, function of Abseil's {@code PC:}, function and library of gdb.
     */
    private static final Pattern FRAME = Pattern.compile("\\[ ?\\d{1,2}\\] \\S*?([\\w+-]+)\\.so[.\\d]*\\((\\w+)\\+0x"
            + "|^PC: @ +0x[0-9a-f]+ +\\([^)]{1,60}\\) +(\\w+)\\(\\)"
            + "|^#\\d{1,2} +0x[0-9a-f]+ in (\\w+) \\(\\)(?: from \\S*?([\\w+-]+)\\.so)?");
    /** Libraries that catch signals. */
    private static final Set<String> HANDLERS = Set.of("libc", "libpthread", "libucs", "linux-vdso");

    private static final Pattern RANK_BEFORE = Pattern.compile("\\[[^\\[\\]]{0,120}\\bRank \\d{1,7}\\] $");

    /** Errors after which no program continues, unlike other messages about peer access, NVML and plugins. */
    private static final List<String> FATAL = List.of("failed to open CUDA IPC handle", "Failed to initialize NVML",
            "can not be loaded when explicitly choosing", "nixl_");

    private Failure() {}

    /** Returns whether a line that reports a failure names no cause, or only a consequence of another failure. */
    public static boolean isConsequence(String line) {
        return isUnnamed(line) || FOLLOWS.matcher(line).find();
    }

    /** Returns whether a line that reports a failure does not name what failed. */
    public static boolean isUnnamed(String line) {
        return UNNAMED.matcher(line).find();
    }

    /** Returns whether this is a warning of NCCL, RCCL or libfabric after which programs continue. */
    public static boolean isHarmless(String line) {
        // The file that warns, such as transport/p2p.cc, is before the text.
        int text = line.indexOf("CCL WARN ");
        // libfabric asks its providers for some features after others.
        return line.contains("output empty list")
                || text >= 0 && HARMLESS.matcher(line).region(text, line.length()).find()
                        && FATAL.stream().noneMatch(line::contains);
    }

    /** Returns whether the line is of RAS, which watches NCCL and without which programs run on. */
    static boolean isOfMonitoring(String line) {
        return line.contains("] ras/");
    }

    /** Returns the place of the line among causes whose consequences other lines report, 0 for the closest to the origin; -1 if it is none. */
    public static int origin(String line) {
        for (int i = 0; i < ORIGINS.size(); i++) {
            if (line.contains(ORIGINS.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether the line reports an error that a program may survive. */
    static boolean isTrouble(String line) {
        return TROUBLE.stream().anyMatch(line::contains)
                || line.contains(".c") && line.contains("] ") && GOOGLE_LOG.matcher(line).find()
                || isException(line);
    }

    /** Returns whether the line is the last of a Python traceback without a known failure. */
    public static boolean isException(String line) {
        return (line.contains("Error: ") || line.contains("Exception: ")) && EXCEPTION.matcher(line).find()
                && in(line) == null;
    }

    /** Returns the index of the words that report a failure, with the rank before them; 0 if no known words occur. */
    public static int at(String line) {
        int words = PROGRAM.stream().mapToInt(line::indexOf).filter(at -> at > 0).min().orElse(0);
        var rank = RANK_BEFORE.matcher(line).region(0, words);
        return rank.find() ? rank.start() : words;
    }

    /** Returns the function in a frame of a stack trace, with its library if known; empty if it is no such frame or handles the signal. */
    public static Optional<String> crashedIn(String line) {
        var frame = FRAME.matcher(line);
        if (!line.contains("0x") || !frame.find()) {
            return Optional.empty();
        }
        var library = first(frame.group(1), frame.group(5));
        return library.filter(HANDLERS::contains).isPresent()
                ? Optional.empty()
                : first(frame.group(2), frame.group(3), frame.group(4))
                        .map(function -> function + library.map(of -> " (" + of + ")").orElse(""));
    }

    private static Optional<String> first(@Nullable String... groups) {
        return Arrays.stream(groups).filter(Objects::nonNull).map(Objects::requireNonNull).findFirst();
    }

    /** Returns who reports a failure, in words; null if the line reports none. */
    static @Nullable String in(String line) {
        for (var words : LAUNCHER) {
            if (line.contains(words)) {
                return ContextLine.BY_LAUNCHER;
            }
        }
        if (origin(line) >= 0) {
            return ContextLine.BY_PROGRAM;
        }
        for (var words : PROGRAM) {
            if (line.contains(words)) {
                return ContextLine.BY_PROGRAM;
            }
        }
        return line.contains("DeepEP ") && line.contains(" timeout")
                || (line.contains("EI0") || line.contains("EJ0")) && OF_HCCL.matcher(line).find()
                        ? ContextLine.BY_PROGRAM
                        : null;
    }
}

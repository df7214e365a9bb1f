package org.gpucomm.results.format.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.Entry.Fact;

/**
 * Variables of the environment in traces of shells, dumps and command lines. Only variables on the list, which affect the libraries, become
 * facts, and no value that looks like a secret does, whatever its name.
 */
final class Environment {

    private static final List<String> PREFIXES = List.of("NCCL_", "RCCL_", "NVSHMEM_", "NVSHMEMTEST_", "FI_", "OFI_",
            "UCX_", "UCC_", "MSCCLPP_", "MSCCL_", "MPICH_", "GLOO_SOCKET_");
    private static final Set<String> NAMES = Set.of("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_MAX_CONNECTIONS",
            "CUDA_DEVICE_ORDER", "CUDA_LAUNCH_BLOCKING", "CUDA_CACHE_DISABLE", "NVIDIA_VISIBLE_DEVICES",
            "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "HSA_FORCE_FINE_GRAIN_PCIE", "HSA_NO_SCRATCH_RECLAIM",
            "OMP_NUM_THREADS", "RDMAV_FORK_SAFE", "SLURM_JOB_NUM_NODES", "SLURM_NNODES", "SLURM_NTASKS",
            "SLURM_NPROCS", "SLURM_NTASKS_PER_NODE", "SLURM_TASKS_PER_NODE", "SLURM_CPUS_PER_TASK",
            "SLURM_GPUS_PER_NODE", "SLURM_GPUS_PER_TASK", "SLURM_GPUS_ON_NODE", "SLURM_GPUS", "SLURM_JOB_PARTITION",
            "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE", "WORLD_SIZE", "LOCAL_WORLD_SIZE");
    private static final List<String> SECRET_NAMES = List.of("TOKEN", "KEY", "PASSW", "PASSPHRASE", "SECRET",
            "CREDENTIAL",
            "AUTH", "AWS_", "PRIVATE", "COOKIE", "SESSION", "BEARER", "APIKEY");
    /** A secret within the value of another variable. */
    private static final Pattern SECRET_WITHIN = Pattern
            .compile("(?i:password|passwd|secret|token|credential)s?\\s*[=:]");
    /** A comma ends the value only before another assignment, as in {@code --export=ALL,NCCL_DEBUG=INFO,FI_PROVIDER=efa}. */
    private static final Pattern ASSIGNMENT = Pattern.compile("(?:^|[\\s'\",;(])([A-Z][A-Z0-9_]{2,60})="
            + "('[^']*'|\"[^\"]*\"|(?:[^\\s,;'\"]|,(?![A-Z][A-Z0-9_]{2,60}=))*+)");
    private static final int LONGEST_VALUE = 300;

    private Environment() {}

    /** Returns the variables in {@code + export NCCL_DEBUG=INFO}, {@code mpirun -x FI_PROVIDER=efa …} or a line of {@code env}. */
    static List<Fact> facts(String line) {
        if (line.indexOf('=') < 0) {
            return List.of();
        }
        var facts = new ArrayList<Fact>();
        var assignment = ASSIGNMENT.matcher(line);
        while (assignment.find()) {
            // UCX's "(set UCX_WARN_UNUSED_ENV_VARS=n to suppress this warning)" is only advice
            if (line.startsWith("(set ", assignment.start(1) - "(set ".length())) {
                continue;
            }
            fact(assignment.group(1), quoted(line, assignment.start(1))
                    ? restOfQuoted(line, assignment.start(2))
                    : assignment.group(2)).ifPresent(facts::add);
        }
        return facts;
    }

    /** Returns a fact such as {@code env:NCCL_DEBUG} = {@code INFO}; empty if the variable is not on the list or is a secret. */
    static Optional<Fact> fact(String name, String value) {
        var bare = withoutQuotes(value.strip());
        boolean keep = isKept(name) && !isSecret(name, bare) && !bare.isEmpty() && bare.length() <= LONGEST_VALUE
                && bare.indexOf('$') < 0;
        return keep ? Optional.of(new Fact("env:" + name, bare)) : Optional.empty();
    }

    static boolean isSecret(String name, String value) {
        var upper = name.toUpperCase(Locale.ROOT);
        return SECRET_NAMES.stream().anyMatch(upper::contains) || Secrets.hasOne(value)
                || SECRET_WITHIN.matcher(value).find();
    }

    private static boolean isKept(String name) {
        return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** Returns whether the quotes enclose the whole assignment: {@code export 'NCCL_NET=AWS Libfabric'}. */
    private static boolean quoted(String line, int name) {
        return name > 0 && line.charAt(name - 1) == '\'';
    }

    private static String restOfQuoted(String line, int value) {
        int end = line.indexOf('\'', value);
        return end < 0 ? line.substring(value) : line.substring(value, end);
    }

    private static String withoutQuotes(String value) {
        boolean quoted = value.length() >= 2 && (value.charAt(0) == '\'' || value.charAt(0) == '"')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}

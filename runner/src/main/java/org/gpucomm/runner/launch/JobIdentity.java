package org.gpucomm.runner.launch;

import java.util.Map;
import java.util.Optional;

/** The identity of a job tells it from all others on the cluster and is the same in all of its processes. It is no secret. */
public final class JobIdentity {

    /** Below the range from which Linux gives ports to outgoing connections (32768 up), above the registered services. */
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;

    private JobIdentity() {}

    public static Optional<String> of(Map<String, String> environment) {
        // The innermost launcher first: mpirun may run inside a Slurm job.
        return first(environment, "PMIX_NAMESPACE").or(() -> first(environment, "OMPI_MCA_ess_base_jobid"))
                .or(() -> first(environment, "PMI_JOBID")).or(() -> slurm(environment));
    }

    /** The port of a job that names none: the same in all its processes, another one in most other jobs. */
    static int port(String identity) {
        return FIRST_PORT + Math.floorMod(identity.hashCode(), PORTS);
    }

    private static Optional<String> slurm(Map<String, String> environment) {
        return first(environment, "SLURM_JOB_ID").or(() -> first(environment, "SLURM_JOBID"))
                .map(job -> job + "." + environment.getOrDefault("SLURM_STEP_ID", "batch"));
    }

    private static Optional<String> first(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}

package org.gpucomm.runner.launch;

import java.util.Map;
import java.util.Optional;

/** The identity of a job distinguishes it from all others on the cluster and is the same in all of its processes. It is no secret. */
public final class JobIdentity {

    /** Below the range from which Linux gives ports to outgoing connections (32768 up), above the registered services. */
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;

    private JobIdentity() {}

    public static Optional<String> of(Map<String, String> environment) {
        var surroundings = Surroundings.of(environment);
        // The innermost launcher first: mpirun may run inside a Slurm job.
        return surroundings.firstText("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID")
                .or(() -> surroundings.firstText("SLURM_JOB_ID", "SLURM_JOBID")
                        .map(job -> job + "." + environment.getOrDefault("SLURM_STEP_ID", "batch")));
    }

    /** Returns the port of a job that names none: the same in all its processes, another one in most other jobs. */
    static int port(String identity) {
        return FIRST_PORT + Math.floorMod(identity.hashCode(), PORTS);
    }
}

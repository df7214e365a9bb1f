package org.gpucomm.runner.launch;

import java.util.Map;
import java.util.Optional;

/** Identity of a job: the same in all processes of the job, and different from other jobs of the cluster. It is not secret. */
public final class JobIdentity {

    /** Lower end of the ports, which are all below Linux's range for outgoing connections, from 32768 up. */
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;

    private JobIdentity() {}

    public static Optional<String> of(Map<String, String> environment) {
        var surroundings = LaunchEnvironment.of(environment);
        // The innermost launcher comes first: mpirun may run inside a Slurm job.
        return surroundings.firstText("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID")
                .or(() -> surroundings.firstText("SLURM_JOB_ID", "SLURM_JOBID")
                        .map(job -> job + "." + environment.getOrDefault("SLURM_STEP_ID", "batch")));
    }

    /** Returns the default port of a job: the same in all of its processes, and different in most other jobs. */
    static int port(String identity) {
        return FIRST_PORT + Math.floorMod(identity.hashCode(), PORTS);
    }
}

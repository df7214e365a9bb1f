package org.gpucomm.runner.launch;

import java.util.List;
import java.util.Optional;

/** Finder of the host of process 0 of an MPI run, which MPI launchers do not report to processes. */
final class MpiHosts {

    private static final List<String> HOST_FILES = List.of("OMPI_MCA_orte_default_hostfile", "OMPI_MCA_orte_hostfile",
            "PRTE_MCA_prte_default_hostfile", "OMPI_MCA_prte_default_hostfile", "HYDRA_HOST_FILE",
            "I_MPI_HYDRA_HOST_FILE", "PBS_NODEFILE");
    /** File in which the MPI operator of Kubernetes lists the workers. */
    private static final String OPERATORS_HOST_FILE = "/etc/mpi/hostfile";

    private MpiHosts() {}

    static Optional<String> first(LaunchEnvironment surroundings) {
        return worker(surroundings).or(() -> hostFile(surroundings)).or(() -> Slurm.firstHost(surroundings));
    }

    /**
     * Returns the first worker of an MPIJob, derived from the name of this one: {@code bench-worker-0.bench} for {@code bench-worker-3}.
     * The domain is the operator's headless service, {@code bench-worker} in older releases.
     */
    private static Optional<String> worker(LaunchEnvironment surroundings) {
        var name = surroundings.text("HOSTNAME").orElse("");
        if (!surroundings.has("KUBERNETES_SERVICE_HOST") || !name.matches(".+-worker-[0-9]+")) {
            return Optional.empty();
        }
        var job = name.substring(0, name.lastIndexOf("-worker-"));
        return List.of(job + "-worker-0." + job, job + "-worker-0." + job + "-worker", job + "-worker-0").stream()
                .filter(surroundings.resolvable()).findFirst();
    }

    private static Optional<String> hostFile(LaunchEnvironment surroundings) {
        for (var variable : HOST_FILES) {
            var host = surroundings.text(variable).flatMap(surroundings::firstHostOf);
            if (host.isPresent()) {
                return host;
            }
        }
        return surroundings.firstHostOf(OPERATORS_HOST_FILE);
    }
}

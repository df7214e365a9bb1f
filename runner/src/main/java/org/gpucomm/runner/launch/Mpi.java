package org.gpucomm.runner.launch;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Launcher of MPI programs, recognised by its environment variables. No launcher of MPI passes on the host of process 0, so that is
 * inferred.
 *
 * @param rank       variable with the number of this process
 * @param size       variable with the number of processes
 * @param localRank  variables with the number of this process on its host; one of them is set
 * @param localSize  variables with the number of processes on its host; one of them is set
 * @param toGive     error message that explains how to pass the address of process 0
 */
record Mpi(String name, String rank, String size, List<String> localRank, List<String> localSize,
        String toGive) implements Launch.Launcher {

    /**
     * Open MPI's mpirun, also as an MPIJob of Kubernetes. Variables from Open MPI's manual ("Environment variables provided to the
     * processes").
     */
    static final Mpi OPEN = new Mpi("Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
            List.of("OMPI_COMM_WORLD_LOCAL_RANK"), List.of("OMPI_COMM_WORLD_LOCAL_SIZE"),
            "mpirun does not say where process 0 is: add -x GPUCOMM_RENDEZVOUS=HOST:PORT, with the first host of the run, "
                    + "to mpirun");
    /** MPICH's mpiexec (Hydra) and derivatives such as those of HPE and Intel, by the variables of the PMI protocol. */
    static final Mpi HYDRA = new Mpi("PMI", "PMI_RANK", "PMI_SIZE", List.of("PALS_LOCAL_RANKID", "MPI_LOCALRANKID"),
            List.of("PALS_LOCAL_SIZE", "MPI_LOCALNRANKS"),
            "mpiexec does not say where process 0 is: add -genv GPUCOMM_RENDEZVOUS HOST:PORT, with the first host of the "
                    + "run, to mpiexec");

    private static final List<String> HOST_FILES = List.of("OMPI_MCA_orte_default_hostfile", "OMPI_MCA_orte_hostfile",
            "PRTE_MCA_prte_default_hostfile", "OMPI_MCA_prte_default_hostfile", "HYDRA_HOST_FILE",
            "I_MPI_HYDRA_HOST_FILE", "PBS_NODEFILE");
    /** File in which the MPI operator of Kubernetes lists the workers. */
    private static final String OPERATORS_HOST_FILE = "/etc/mpi/hostfile";
    private static final Pattern ADDRESS = Pattern.compile("tcp4?://([^,:;/]+)");

    @Override
    public Optional<ProcessPlace> place(LaunchEnvironment surroundings, @Nullable RendezvousAddress given) {
        if (!surroundings.has(rank)) {
            if (surroundings.has(size)) {
                throw new LaunchException(size + " is set and " + rank + " is not");
            }
            return Optional.empty();
        }
        // srun --mpi=pmi2 also sets the first two; only an MPI launcher sets the number of the process on its host.
        if (surroundings.has("SLURM_PROCID") && localRank.stream().noneMatch(surroundings::has)) {
            return Optional.empty();
        }
        int process = surroundings.required(rank, rank);
        int processes = surroundings.required(size, rank);
        surroundings.number("PMIX_RANK").filter(other -> other != process).ifPresent(other -> {
            throw LaunchException.contradiction(rank, process, "PMIX_RANK", other);
        });
        if (process >= processes) {
            throw LaunchException.contradiction(rank, process, size, processes);
        }
        int local = processes == 1 ? 0 : surroundings.required(localRank, rank);
        int locals = processes == 1 ? 1 : surroundings.required(localSize, rank);
        return Optional.of(new ProcessPlace(process, processes, local, locals,
                processes == 1 ? null : given != null ? given : rendezvous(surroundings, processes == locals), name));
    }

    private RendezvousAddress rendezvous(LaunchEnvironment surroundings, boolean oneHost) {
        int port = JobIdentity.port(JobIdentity.of(surroundings.environment()).orElse(name));
        var host = oneHost
                ? Optional.of("127.0.0.1")
                : worker(surroundings).or(() -> hostFile(surroundings)).or(() -> Slurm.firstHost(surroundings))
                        .or(() -> headNode(surroundings));
        return host.map(first -> new RendezvousAddress(first, port)).orElseThrow(() -> new LaunchException(toGive));
    }

    /**
     * Returns the host of Open MPI's mpirun, which is usually also the first host, from
     * {@code 1234.0;tcp://10.0.0.1,172.17.0.1:45123;tcp6://…}.
     */
    private static Optional<String> headNode(LaunchEnvironment surroundings) {
        return surroundings.firstText("OMPI_MCA_orte_hnp_uri", "PRTE_MCA_prte_hnp_uri").map(ADDRESS::matcher)
                .filter(Matcher::find).map(address -> address.group(1));
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

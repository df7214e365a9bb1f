package org.gpucomm.runner.launch;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** MPICH's mpiexec (Hydra) and its kin, Intel MPI among them: variables of the PMI protocol. */
final class Hydra implements Launch.Launcher {

    private static final String NAME = "PMI";
    private static final String RANK = "PMI_RANK";

    @Override
    public Optional<ProcessPlace> place(Surroundings surroundings, @Nullable String given) {
        if (!surroundings.has(RANK)) {
            if (surroundings.has("PMI_SIZE")) {
                throw new LaunchException("PMI_SIZE is set and PMI_RANK is not");
            }
            return Optional.empty();
        }
        // srun --mpi=pmi2 sets the first two as well; only Hydra says which process of the host this is.
        if (surroundings.has("SLURM_PROCID")
                && surroundings.absent("MPI_LOCALRANKID", "PALS_LOCAL_RANKID").size() == 2) {
            return Optional.empty();
        }
        int process = surroundings.required(RANK, RANK);
        int processes = surroundings.required("PMI_SIZE", RANK);
        if (process >= processes) {
            throw new LaunchException(
                    "PMI_RANK is " + process + " and PMI_SIZE " + processes + ", which contradict each other");
        }
        int local = processes == 1 ? 0 : required(surroundings, "MPI_LOCALRANKID", "PALS_LOCAL_RANKID");
        int locals = processes == 1 ? 1 : required(surroundings, "MPI_LOCALNRANKS", "PALS_LOCAL_SIZE");
        return Optional.of(new ProcessPlace(process, processes, local, locals,
                processes == 1 ? null : given != null ? given : rendezvous(surroundings, processes == locals), NAME));
    }

    private static int required(Surroundings surroundings, String variable, String hpesName) {
        return surroundings.number(hpesName).orElseGet(() -> surroundings.required(variable, RANK));
    }

    private static String rendezvous(Surroundings surroundings, boolean oneHost) {
        int port = JobIdentity.port(JobIdentity.of(surroundings.environment()).orElse(NAME));
        var host = oneHost ? Optional.of("127.0.0.1") : MpiHosts.first(surroundings);
        return host.map(name -> new Rendezvous(name, port).toString()).orElseThrow(() -> new LaunchException(
                "mpiexec does not say where process 0 is: add -genv GPUCOMM_RENDEZVOUS HOST:PORT, with the first host of "
                        + "the run, to mpiexec"));
    }
}

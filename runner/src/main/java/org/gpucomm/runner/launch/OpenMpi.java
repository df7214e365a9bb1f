package org.gpucomm.runner.launch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Open MPI's mpirun, also as an MPIJob of Kubernetes. Variables as in Open MPI's manual ("Environment variables provided to
 * the processes"); mpirun tells no process where process 0 is, so that is worked out.
 */
final class OpenMpi implements Launch.Launcher {

    private static final String NAME = "Open MPI";
    private static final String RANK = "OMPI_COMM_WORLD_RANK";
    private static final Pattern ADDRESS = Pattern.compile("tcp4?://([^,:;/]+)");

    @Override
    public Optional<ProcessPlace> place(Surroundings surroundings, @Nullable String given) {
        if (!surroundings.has(RANK)) {
            if (surroundings.has("OMPI_COMM_WORLD_SIZE")) {
                throw new LaunchException("OMPI_COMM_WORLD_SIZE is set and " + RANK + " is not");
            }
            return Optional.empty();
        }
        int process = surroundings.required(RANK, RANK);
        int processes = surroundings.required("OMPI_COMM_WORLD_SIZE", RANK);
        int local = surroundings.required("OMPI_COMM_WORLD_LOCAL_RANK", RANK);
        int locals = surroundings.required("OMPI_COMM_WORLD_LOCAL_SIZE", RANK);
        contradict(surroundings, "PMIX_RANK", process);
        if (process >= processes) {
            throw new LaunchException(RANK + " is " + process + " and OMPI_COMM_WORLD_SIZE " + processes
                    + ", which contradict each other");
        }
        return Optional.of(new ProcessPlace(process, processes, local, locals,
                processes == 1 ? null : given != null ? given : rendezvous(surroundings, processes == locals), NAME));
    }

    private static void contradict(Surroundings surroundings, String variable, int process) {
        var other = surroundings.number(variable);
        if (other.isPresent() && other.get() != process) {
            throw new LaunchException(RANK + " is " + process + " and " + variable + " " + other.get()
                    + ", which contradict each other");
        }
    }

    private static String rendezvous(Surroundings surroundings, boolean oneHost) {
        int port = JobIdentity.port(JobIdentity.of(surroundings.environment()).orElse(NAME));
        var host = oneHost ? Optional.of("127.0.0.1") : MpiHosts.first(surroundings).or(() -> headNode(surroundings));
        return host.map(name -> new Rendezvous(name, port).toString()).orElseThrow(() -> new LaunchException(
                "mpirun does not say where process 0 is: add -x GPUCOMM_RENDEZVOUS=HOST:PORT, with the first host of the "
                        + "run, to mpirun"));
    }

    /** Returns the host where mpirun runs, from {@code 1234.0;tcp://10.0.0.1,172.17.0.1:45123;tcp6://…}: usually the first host as well. */
    private static Optional<String> headNode(Surroundings surroundings) {
        return surroundings.firstText("OMPI_MCA_orte_hnp_uri", "PRTE_MCA_prte_hnp_uri").map(ADDRESS::matcher)
                .filter(Matcher::find).map(address -> address.group(1));
    }
}

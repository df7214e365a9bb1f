package org.gpucomm.runner.launch;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * srun. The variables are those of srun(1), section OUTPUT ENVIRONMENT VARIABLES; those that begin with SLURM_STEP speak of
 * this srun, the others may speak of the whole allocation.
 */
final class Slurm implements Launch.Launcher {

    static final String NAME = "Slurm";

    /** Steps from here up are no srun: the batch script, an interactive shell, external processes (slurm.h, SLURM_*_STEP). */
    private static final long FIRST_RESERVED_STEP = 0xffff_fff0L;

    @Override
    public Optional<ProcessPlace> place(Surroundings surroundings, @Nullable RendezvousAddress given) {
        if (!surroundings.has("SLURM_PROCID") || !isStep(surroundings)) {
            return Optional.empty();
        }
        int process = surroundings.required("SLURM_PROCID", "SLURM_PROCID");
        int processes = surroundings.number("SLURM_STEP_NUM_TASKS").or(() -> surroundings.number("SLURM_NTASKS"))
                .or(() -> surroundings.number("SLURM_NPROCS"))
                .orElseGet(() -> surroundings.required("SLURM_NTASKS", "SLURM_PROCID"));
        int local = surroundings.required("SLURM_LOCALID", "SLURM_PROCID");
        int locals = localProcesses(surroundings, processes);
        if (process >= processes) {
            throw LaunchException.contradiction("SLURM_PROCID", process, "SLURM_NTASKS", processes);
        }
        if (local >= locals) {
            throw new LaunchException("SLURM_LOCALID is " + local + " and the tasks on this node are " + locals
                    + " (SLURM_TASKS_PER_NODE), which contradict each other");
        }
        return Optional.of(new ProcessPlace(process, processes, local, locals,
                processes == 1 ? null : given != null ? given : rendezvous(surroundings, processes == locals), NAME));
    }

    /** A batch script sees SLURM_PROCID too, but it is one process, whatever the job asked for. */
    private static boolean isStep(Surroundings surroundings) {
        return surroundings.firstText("SLURM_STEP_ID", "SLURM_STEPID")
                .map(step -> !step.matches("[0-9]{1,18}") || Long.parseLong(step) < FIRST_RESERVED_STEP)
                // A step of a Slurm that does not number it has at least been launched from somewhere.
                .orElseGet(() -> surroundings.has("SLURM_LAUNCH_NODE_IPADDR"));
    }

    private static int localProcesses(Surroundings surroundings, int processes) {
        var perNode = surroundings.firstText("SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE");
        if (perNode.isPresent()) {
            int node = surroundings.number("SLURM_NODEID").orElse(0);
            return tasksOn(perNode.get(), node);
        }
        return surroundings.number("SLURM_NTASKS_PER_NODE").map(most -> Math.min(most, processes))
                .orElseThrow(() -> new LaunchException("SLURM_PROCID is set and neither SLURM_TASKS_PER_NODE nor "
                        + "SLURM_NTASKS_PER_NODE is: start with srun --ntasks-per-node=N"));
    }

    /** Reads {@code 8(x2),4}: nodes 0 and 1 have 8 tasks, node 2 has 4. */
    static int tasksOn(String tasksPerNode, int node) {
        int before = 0;
        for (var group : tasksPerNode.split(",")) {
            if (!group.matches("[0-9]{1,6}(\\(x[0-9]{1,6}\\))?")) {
                throw new LaunchException(
                        "SLURM_TASKS_PER_NODE is '" + tasksPerNode + "', which is no list of numbers");
            }
            int tasks = Integer.parseInt(group.replaceFirst("\\(.*", ""));
            before += group.contains("(")
                    ? Integer.parseInt(group.substring(group.indexOf('x') + 1, group.length() - 1))
                    : 1;
            if (node < before) {
                return tasks;
            }
        }
        throw new LaunchException("SLURM_NODEID is " + node + " and SLURM_TASKS_PER_NODE '" + tasksPerNode
                + "' speaks of " + before + " nodes, which contradict each other");
    }

    private static RendezvousAddress rendezvous(Surroundings surroundings, boolean oneNode) {
        var identity = JobIdentity.of(surroundings.environment()).orElseThrow(() -> new LaunchException(
                "SLURM_PROCID is set and SLURM_JOB_ID is not, so there is no port to meet at: give --rendezvous HOST:PORT"));
        var host = oneNode ? Optional.of("127.0.0.1") : firstHost(surroundings);
        return host.map(name -> new RendezvousAddress(name, JobIdentity.port(identity)))
                .orElseThrow(
                        () -> new LaunchException("neither SLURM_JOB_NODELIST nor SLURM_LAUNCH_NODE_IPADDR names the "
                                + "host of process 0: give --rendezvous HOST:PORT"));
    }

    /**
     * Returns the host of process 0: the first of the step's nodes where its name leads somewhere. It does not for nodes that are
     * made up on one host; then the address from which srun was started, which on a login node is not where process 0 is.
     */
    static Optional<String> firstHost(Surroundings surroundings) {
        return surroundings.firstText("SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST").map(Slurm::firstOf)
                .filter(surroundings.resolvable()).or(() -> surroundings.text("SLURM_LAUNCH_NODE_IPADDR"));
    }

    /** Returns the first host of {@code p5-[003-004,009],login1}: {@code p5-003}. */
    static String firstOf(String nodeList) {
        var host = new StringBuilder();
        for (int i = 0; i < nodeList.length() && nodeList.charAt(i) != ','; i++) {
            if (nodeList.charAt(i) != '[') {
                host.append(nodeList.charAt(i));
                continue;
            }
            int end = nodeList.indexOf(']', i);
            if (end < 0) {
                throw new LaunchException("SLURM_JOB_NODELIST is '" + nodeList + "', which has a [ and no ]");
            }
            host.append(nodeList.substring(i + 1, end).split("[,-]")[0]);
            i = end;
        }
        return host.toString();
    }
}

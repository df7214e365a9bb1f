package org.gpucomm.runner.launch;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Slurm's srun, by the variables of srun(1), section OUTPUT ENVIRONMENT VARIABLES. Those with the prefix SLURM_STEP describe this srun;
 * others may describe the whole allocation.
 */
final class Slurm implements Launch.Launcher {

    static final String NAME = "Slurm";

    /** First number of steps not started by srun, such as the batch script or an interactive shell (SLURM_*_STEP of slurm.h). */
    private static final long FIRST_RESERVED_STEP = 0xffff_fff0L;

    @Override
    public Optional<ProcessPlace> place(LaunchEnvironment surroundings, @Nullable RendezvousAddress given) {
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

    /** Returns whether srun started this process. A batch script also has SLURM_PROCID, but is a single process. */
    private static boolean isStep(LaunchEnvironment surroundings) {
        return surroundings.firstText("SLURM_STEP_ID", "SLURM_STEPID")
                .map(step -> !step.matches("[0-9]{1,18}") || Long.parseLong(step) < FIRST_RESERVED_STEP)
                // Without a step number, a step still has the address of the host that launched it.
                .orElseGet(() -> surroundings.has("SLURM_LAUNCH_NODE_IPADDR"));
    }

    private static int localProcesses(LaunchEnvironment surroundings, int processes) {
        var perNode = surroundings.firstText("SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE");
        if (perNode.isPresent()) {
            int node = surroundings.number("SLURM_NODEID").orElse(0);
            return tasksOn(perNode.get(), node);
        }
        return surroundings.number("SLURM_NTASKS_PER_NODE").map(most -> Math.min(most, processes))
                .orElseThrow(() -> new LaunchException("SLURM_PROCID is set and neither SLURM_TASKS_PER_NODE nor "
                        + "SLURM_NTASKS_PER_NODE is: start with srun --ntasks-per-node=N"));
    }

    /** Returns the number of tasks of a node from a text such as {@code 8(x2),4}: nodes 0 and 1 have 8 tasks, node 2 has 4. */
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

    private static RendezvousAddress rendezvous(LaunchEnvironment surroundings, boolean oneNode) {
        var identity = JobIdentity.of(surroundings.environment()).orElseThrow(() -> new LaunchException(
                "SLURM_PROCID is set and SLURM_JOB_ID is not, so there is no port to meet at: give --rendezvous HOST:PORT"));
        var host = oneNode ? Optional.of("127.0.0.1") : firstHost(surroundings);
        return host.map(name -> new RendezvousAddress(name, JobIdentity.port(identity)))
                .orElseThrow(
                        () -> new LaunchException("neither SLURM_JOB_NODELIST nor SLURM_LAUNCH_NODE_IPADDR names the "
                                + "host of process 0: give --rendezvous HOST:PORT"));
    }

    /**
     * Returns the host of process 0: the first node of the step if its name resolves. Names of emulated nodes do not; then the address of
     * the host that started srun, which is wrong if that is a login node.
     */
    static Optional<String> firstHost(LaunchEnvironment surroundings) {
        return surroundings.firstText("SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST").map(Slurm::firstOf)
                .filter(surroundings.resolvable()).or(() -> surroundings.text("SLURM_LAUNCH_NODE_IPADDR"));
    }

    /** Returns the first host of a node list, for example {@code p5-003} of {@code p5-[003-004,009],login1}. */
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

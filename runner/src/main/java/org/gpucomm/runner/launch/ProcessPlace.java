package org.gpucomm.runner.launch;

import org.jspecify.annotations.Nullable;

/**
 * Number of this process among those that measure together.
 *
 * @param process        number of this process, 0 first
 * @param processes      how many there are
 * @param localProcess   number among those on this host, 0 first; picks its GPUs
 * @param localProcesses how many there are on this host
 * @param rendezvous     where process 0 listens; null when there is one process
 * @param launcher       what said so, for messages: {@code Slurm}, {@code Open MPI}, {@code options}
 */
public record ProcessPlace(int process, int processes, int localProcess, int localProcesses,
        @Nullable RendezvousAddress rendezvous, String launcher) {

    public static final ProcessPlace ALONE = new ProcessPlace(0, 1, 0, 1, null, "none");
}

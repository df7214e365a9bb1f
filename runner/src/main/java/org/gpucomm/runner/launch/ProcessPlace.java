package org.gpucomm.runner.launch;

import org.jspecify.annotations.Nullable;

/**
 * Place of this process among those that measure together.
 *
 * @param process        number of this process, from 0
 * @param processes      number of processes
 * @param localProcess   number of this process among those on this host, from 0; determines its GPUs
 * @param localProcesses number of processes on this host
 * @param rendezvous     address where process 0 listens; null if there is only one process
 * @param launcher       source of this information for messages, for example {@code Slurm}, {@code Open MPI} or {@code options}
 */
public record ProcessPlace(int process, int processes, int localProcess, int localProcesses,
        @Nullable RendezvousAddress rendezvous, String launcher) {

    public static final ProcessPlace ALONE = new ProcessPlace(0, 1, 0, 1, null, "none");
}

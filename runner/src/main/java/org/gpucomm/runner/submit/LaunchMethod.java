package org.gpucomm.runner.submit;

/** Launcher of the processes of a step. */
enum LaunchMethod {
    /** As processes of this host. */
    DIRECT,
    /** By srun, inside an allocation of Slurm. */
    SRUN,
    /** By mpirun on its hosts, as in the launcher of an MPIJob, without a shared file system. */
    MPIRUN
}

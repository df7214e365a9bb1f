package org.gpucomm.runner.submit;

/** Way to start the processes of a step. */
enum Start {
    /** As processes of this host. */
    DIRECT,
    /** By srun, inside an allocation of Slurm. */
    SRUN,
    /** By mpirun over the hosts that it knows, as in the launcher of an MPIJob. No file system is shared with them. */
    MPIRUN
}

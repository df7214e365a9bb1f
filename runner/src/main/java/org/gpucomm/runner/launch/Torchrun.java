package org.gpucomm.runner.launch;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * torchrun and other launchers that set the variables of PyTorch (docs of torch.distributed, "Environment variable initialization"; docs of
 * torchrun, "Environment Variables").
 *
 * @param elastic true for torchrun itself, which srun or mpirun may have started once per host; false for scripts and operators that set
 *                the same variables, often from those of srun or mpirun
 */
record Torchrun(boolean elastic) implements Launch.Launcher {

    @Override
    public Optional<ProcessPlace> place(LaunchEnvironment surroundings, @Nullable RendezvousAddress given) {
        if (surroundings.has("TORCHELASTIC_RUN_ID") != elastic) {
            return Optional.empty();
        }
        if (!surroundings.has("RANK")) {
            // Scripts for srun export the other variables; a missing RANK without another launcher is a mistake.
            boolean slip = surroundings.absent("WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT").isEmpty()
                    && surroundings.absent("OMPI_COMM_WORLD_RANK", "SLURM_PROCID", "PMI_RANK").size() == 3;
            if (slip) {
                throw new LaunchException("WORLD_SIZE, MASTER_ADDR and MASTER_PORT are set and RANK is not");
            }
            return Optional.empty();
        }
        if (!surroundings.has("WORLD_SIZE") && !surroundings.has("MASTER_ADDR") && !surroundings.has("LOCAL_RANK")) {
            return Optional.empty(); // RANK of an unrelated program
        }
        int process = surroundings.required("RANK", "RANK");
        int processes = surroundings.required("WORLD_SIZE", "RANK");
        if (process >= processes) {
            throw LaunchException.contradiction("RANK", process, "WORLD_SIZE", processes);
        }
        if (surroundings.has("LOCAL_WORLD_SIZE") && !surroundings.has("LOCAL_RANK")) {
            surroundings.required("LOCAL_RANK", "LOCAL_WORLD_SIZE");
        }
        var rendezvous = processes == 1 ? null : given != null ? given : rendezvous(surroundings);
        boolean oneHost = rendezvous != null && rendezvous.isLoopback();
        int local = surroundings.number("LOCAL_RANK").orElse(oneHost ? process : 0);
        int locals = surroundings.number("LOCAL_WORLD_SIZE").orElse(oneHost ? processes : local + 1);
        return Optional.of(new ProcessPlace(process, processes, local, locals, rendezvous,
                elastic ? "torchrun" : "RANK"));
    }

    private static RendezvousAddress rendezvous(LaunchEnvironment surroundings) {
        var host = surroundings.text("MASTER_ADDR")
                .orElseThrow(() -> new LaunchException("RANK is set and MASTER_ADDR is not"));
        int port = surroundings.required("MASTER_PORT", "RANK");
        // torchrun itself listens on that port if it runs the store for its workers.
        boolean taken = surroundings.text("TORCHELASTIC_USE_AGENT_STORE").filter("True"::equals).isPresent();
        try {
            return new RendezvousAddress(host, taken ? port + 1 : port);
        } catch (IllegalArgumentException e) {
            throw new LaunchException("MASTER_ADDR, MASTER_PORT: " + e.getMessage());
        }
    }
}

package org.gpucomm.runner.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Detection of rank and place of this process, from the options or the environment variables of its launcher. Launchers nest (mpirun inside
 * a Slurm job), so the innermost takes precedence.
 */
public final class Launch {

    private static final List<Launcher> LAUNCHERS = List.of(new Torchrun(true), Mpi.OPEN, Mpi.HYDRA,
            new Torchrun(false), new Slurm());

    private Launch() {}

    /**
     * Returns the place of this process; {@link ProcessPlace#ALONE} if neither options nor variables mention other processes.
     *
     * @throws LaunchException if an option or variable is missing, unreadable or contradicts another; the message names it
     */
    public static ProcessPlace detect(Map<String, String> environment, LaunchOptions options) {
        return detect(LaunchEnvironment.of(environment), options);
    }

    static ProcessPlace detect(LaunchEnvironment surroundings, LaunchOptions options) {
        var given = givenRendezvous(surroundings, options);
        if (options.rank != null || options.ranks != null) {
            return checked(byHand(options, given));
        }
        var places = new ArrayList<ProcessPlace>();
        for (var launcher : LAUNCHERS) {
            launcher.place(surroundings, given).ifPresent(places::add);
        }
        if (places.isEmpty()) {
            refuseRemains(surroundings, options);
            return ProcessPlace.ALONE;
        }
        var place = checked(places.getFirst());
        for (var other : places.subList(1, places.size())) {
            agree(place, other);
        }
        return place;
    }

    private static @Nullable RendezvousAddress givenRendezvous(LaunchEnvironment surroundings, LaunchOptions options) {
        var variable = surroundings.text("GPUCOMM_RENDEZVOUS");
        var name = options.rendezvous == null ? "GPUCOMM_RENDEZVOUS" : "--rendezvous";
        var given = options.rendezvous == null ? variable.orElse(null) : options.rendezvous;
        if (given == null) {
            return null;
        }
        try {
            return RendezvousAddress.parse(given);
        } catch (IllegalArgumentException e) {
            throw new LaunchException(name + ": " + e.getMessage());
        }
    }

    private static ProcessPlace byHand(LaunchOptions options, @Nullable RendezvousAddress rendezvous) {
        if (options.rank == null || options.ranks == null) {
            throw new LaunchException(options.rank == null
                    ? "--ranks is given and --rank is not: which of them is this process?"
                    : "--rank is given and --ranks is not: how many processes are there?");
        }
        int ranks = options.ranks;
        if (ranks > 1 && rendezvous == null) {
            throw new LaunchException(
                    "--rank and --ranks are given and --rendezvous HOST:PORT is not: where does process 0 listen?");
        }
        if ((options.localRank == null) != (options.localRanks == null)) {
            throw new LaunchException("--local-rank and --local-ranks go together; "
                    + (options.localRank == null ? "--local-rank" : "--local-ranks") + " is missing");
        }
        // Processes with a rendezvous on the loopback interface are all on this host.
        boolean oneHost = rendezvous != null && rendezvous.isLoopback();
        int local = options.localRank != null ? options.localRank : oneHost ? options.rank : 0;
        int locals = options.localRanks != null ? options.localRanks : oneHost ? ranks : 1;
        return new ProcessPlace(options.rank, ranks, local, locals, rendezvous, "options");
    }

    private static ProcessPlace checked(ProcessPlace place) {
        var who = place.launcher().equals("options") ? "--rank, --ranks" : place.launcher();
        if (place.processes() < 1 || place.process() < 0 || place.process() >= place.processes()) {
            throw new LaunchException(who + ": process " + place.process() + " of " + place.processes()
                    + " cannot be; numbers go from 0 to one less than the number of processes");
        }
        if (place.localProcess() < 0 || place.localProcess() >= place.localProcesses()
                || place.localProcesses() > place.processes()) {
            throw new LaunchException(who + ": process " + place.localProcess() + " of " + place.localProcesses()
                    + " on this host, of " + place.processes() + " in all, cannot be");
        }
        return place.processes() == 1
                ? new ProcessPlace(0, 1, place.localProcess(), place.localProcesses(), null, place.launcher())
                : place;
    }

    /** Throws if two launchers report the same number of processes but different numbers for this one. */
    private static void agree(ProcessPlace place, ProcessPlace other) {
        // srun may have started mpirun's daemons or one torchrun per host; its numbers then refer to these.
        boolean nested = !place.launcher().equals("RANK") && other.launcher().equals(Slurm.NAME);
        if (!nested && place.processes() > 1 && place.processes() == other.processes()
                && place.process() != other.process()) {
            throw new LaunchException(place.launcher() + " says that this is process " + place.process() + ", "
                    + other.launcher() + " that it is process " + other.process() + ", of " + place.processes()
                    + ": unset the variables of one of them, or give --rank, --ranks and --rendezvous");
        }
    }

    private static void refuseRemains(LaunchEnvironment surroundings, LaunchOptions options) {
        if (options.localRank != null || options.localRanks != null || options.rendezvous != null) {
            throw new LaunchException(
                    "--rendezvous, --local-rank and --local-ranks say nothing without --rank and --ranks or a launcher "
                            + "(srun, mpirun, torchrun)");
        }
        if (surroundings.has("PMIX_RANK")) {
            throw new LaunchException(
                    "PMIX_RANK is set and no variable says how many processes there are: give --rank, "
                            + "--ranks and --rendezvous");
        }
    }

    /** Type of launcher. */
    interface Launcher {

        /**
         * Returns the place of this process; empty if this launcher did not start it.
         *
         * @param given rendezvous address given by the user, which takes precedence; null if none
         */
        Optional<ProcessPlace> place(LaunchEnvironment surroundings, @Nullable RendezvousAddress given);
    }
}

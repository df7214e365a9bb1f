package org.gpucomm.runner.rendezvous;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import org.gpucomm.runner.launch.Launch;
import org.gpucomm.runner.launch.LaunchException;
import org.gpucomm.runner.launch.LaunchOptions;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.RendezvousAddress;

/**
 * A process of a group, for tests that start real ones: finds out who it is as the runner does, makes barriers and prints
 * {@code passed} after the first, or what went wrong, with exit code 3.
 *
 * <p>Arguments: the number of barriers, the pause between them and the time-out, both in ms; then the options.
 */
final class OneProcess {

    private OneProcess() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            var place = place(Arrays.copyOfRange(args, 3, args.length));
            var secret = Secret.choose(null, System.getenv(), place);
            try (var group = ProcessGroup.at(place, secret, Duration.ofMillis(Long.parseLong(args[2])))) {
                play(group, Integer.parseInt(args[0]), Long.parseLong(args[1]));
            }
        } catch (ProcessGroupException e) {
            if (e.isReportedHere()) {
                System.out.println(e.getMessage());
            }
            System.exit(3);
        } catch (LaunchException e) {
            System.out.println(e.getMessage());
            System.exit(2);
        }
    }

    private static ProcessPlace place(String[] options) {
        return options.length == 0
                ? Launch.detect(System.getenv(), new LaunchOptions())
                : new ProcessPlace(Integer.parseInt(options[0]), Integer.parseInt(options[1]),
                        Integer.parseInt(options[0]), Integer.parseInt(options[1]), RendezvousAddress.parse(options[2]),
                        "options");
    }

    private static void play(ProcessGroup group, int barriers, long pauseMillis) throws InterruptedException {
        long start = 0;
        for (int i = 0; i < barriers; i++) {
            group.allGather("round " + i, new byte[0]);
            if (i == 0) {
                System.out.println("passed");
                System.out.flush();
            }
            if (i == barriers / 2) {
                start = System.nanoTime();
            }
            if (pauseMillis > 0) {
                Thread.sleep(pauseMillis);
            }
        }
        System.out.printf("%.1f us a barrier%n",
                (System.nanoTime() - start) / 1e3 / Math.max(1, barriers - barriers / 2 - 1));
    }

    /** What was in the environment of the test that started it and would confuse it. */
    static void clear(Map<String, String> environment) {
        environment.keySet()
                .removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|MPI)_.*|.*RANK|WORLD_SIZE|GPUCOMM_.*"));
    }
}

package org.gpucomm.runner.launch;

import org.jspecify.annotations.Nullable;

/**
 * What the user says of this process; null = not said. {@code rendezvous} may be given alone, to correct where processes
 * that a launcher started meet.
 *
 * @param rank       {@code --rank}: number of this process, 0 first
 * @param ranks      {@code --ranks}: how many processes there are
 * @param rendezvous {@code --rendezvous HOST:PORT}: where process 0 listens
 * @param localRank  {@code --local-rank}: number of this process on its host, 0 first
 * @param localRanks {@code --local-ranks}: how many are on its host
 */
public record LaunchOptions(@Nullable Integer rank, @Nullable Integer ranks, @Nullable String rendezvous,
        @Nullable Integer localRank, @Nullable Integer localRanks) {

    public static final LaunchOptions NONE = new LaunchOptions(null, null, null);

    public LaunchOptions(@Nullable Integer rank, @Nullable Integer ranks, @Nullable String rendezvous) {
        this(rank, ranks, rendezvous, null, null);
    }
}

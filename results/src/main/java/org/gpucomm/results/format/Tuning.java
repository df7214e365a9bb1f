package org.gpucomm.results.format;

import org.gpucomm.results.NamedValues;

/**
 * This record tells how the library chose to run one call, as its own log says.
 *
 * @param function the library's name of the collective ({@code AllReduce}); empty where the log does not say
 * @param bytes    as the library counts them: count · type of the call
 * @param settings algorithm, protocol and channels: {@code algo=RING;proto=LL128;channels=16}
 */
public record Tuning(String function, long bytes, NamedValues settings) {}

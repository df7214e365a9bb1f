package org.gpucomm.results.format;

import org.gpucomm.results.NamedValues;

/**
 * Choice of the library for one call, as its own log reports it.
 *
 * @param function the library's name of the collective ({@code AllReduce}); empty where the log does not say
 * @param bytes    as the library counts them: count · type of the call
 * @param settings algorithm, protocol and channels: {@code algo=RING;proto=LL128;channels=16}
 */
public record Tuning(String function, long bytes, NamedValues settings) {}

package org.gpucomm.results.format;

import org.gpucomm.results.NamedValues;

/**
 * Choice of the library for one call, as reported in its log.
 *
 * @param function library's name of the collective ({@code AllReduce}); empty if the log does not name it
 * @param bytes    message size as the library counts it: count · size of the type
 * @param settings algorithm, protocol and channels: {@code algo=RING;proto=LL128;channels=16}
 */
public record Tuning(String function, long bytes, NamedValues settings) {}

package org.gpucomm.runner.rig;

/**
 * A rank as the list of devices has it.
 *
 * @param place as in {@link Setup.SeatName#text}
 */
public record RankLine(int rank, long pid, String host, String place) {}

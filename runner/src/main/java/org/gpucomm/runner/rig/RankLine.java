package org.gpucomm.runner.rig;

/**
 * Line of a rank in the list of devices.
 *
 * @param place text of the device, from {@link Setup.SeatName#text}
 */
public record RankLine(int rank, long pid, String host, String place) {}

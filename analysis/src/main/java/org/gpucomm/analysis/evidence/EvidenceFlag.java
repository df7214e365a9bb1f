package org.gpucomm.analysis.evidence;

import org.gpucomm.results.format.Flag;

/**
 * Problem of a run as a whole.
 *
 * @param run    id of the run, as in {@link RowRef}
 * @param source name of its file
 * @param detail description in words
 */
public record EvidenceFlag(String run, String source, Flag flag, String detail) {}

package org.gpucomm.analysis.evidence;

import org.gpucomm.results.format.Flag;

/**
 * Something that is wrong with a run as a whole.
 *
 * @param run    as in {@link RowRef}
 * @param source name of its file
 * @param detail in words
 */
public record EvidenceFlag(String run, String source, Flag flag, String detail) {}

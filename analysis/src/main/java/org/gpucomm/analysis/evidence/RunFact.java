package org.gpucomm.analysis.evidence;

/**
 * One thing known of a run: {@code nccl_version} = {@code 2.28.3}.
 *
 * @param run as in {@link RowRef}
 */
public record RunFact(String run, String name, String value) {}

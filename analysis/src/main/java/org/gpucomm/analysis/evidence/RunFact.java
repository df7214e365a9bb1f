package org.gpucomm.analysis.evidence;

/**
 * Fact about a run, for example {@code nccl_version} = {@code 2.28.3}.
 *
 * @param run id of the run, as in {@link RowRef}
 */
public record RunFact(String run, String name, String value) {}

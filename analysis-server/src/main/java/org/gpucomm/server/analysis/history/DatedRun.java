package org.gpucomm.server.analysis.history;

import java.time.Instant;
import java.util.List;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RunFact;

/** One run with the time that it was made, or where that is not known, stored. */
public record DatedRun(String run, Instant at, Evidence evidence, List<RunFact> facts) {}

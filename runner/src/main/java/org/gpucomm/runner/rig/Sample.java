package org.gpucomm.runner.rig;

import org.gpucomm.results.Outcome;

/** A case and the numbers that came out of it. */
public record Sample(Case of, Outcome outcome) {}

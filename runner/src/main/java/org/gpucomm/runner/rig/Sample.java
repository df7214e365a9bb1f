package org.gpucomm.runner.rig;

import org.gpucomm.results.Outcome;

/** Case with its measured outcome. */
public record Sample(Case of, Outcome outcome) {}

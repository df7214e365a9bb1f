/**
 * Common part of all benchmarks: threads and their synchronisation, repetitions until the mean is known, percentiles, checks and the
 * report. It is independent of any library; each library implements {@link org.gpucomm.runner.rig.Family}. One platform thread drives one
 * seat.
 */
@NullMarked
package org.gpucomm.runner.rig;

import org.jspecify.annotations.NullMarked;

/**
 * What every benchmark needs, whatever it measures: the crew of seats, the rendezvous before the start, repetitions until the
 * mean is known, percentiles, checks, the report. It knows no library; {@link org.gpucomm.runner.rig.Family} is what it asks
 * of one. One platform thread drives one seat.
 */
@NullMarked
package org.gpucomm.runner.rig;

import org.jspecify.annotations.NullMarked;

package org.gpucomm.server.analysis.compare;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.series.SeriesKey;

/**
 * One message size on one number of ranks, measured on both sides.
 *
 * @param effect  time of B over time of A, less one: 0.03 = B takes 3 % longer
 * @param low     of the interval that holds the true effect with 95 % confidence, for this place alone
 * @param high    its other end
 * @param pValue  that a difference this large comes by chance, corrected for the number of places
 */
public record Place(SeriesKey subject, Cell a, Cell b, double effect, double low, double high, double pValue,
        Verdict verdict) {}

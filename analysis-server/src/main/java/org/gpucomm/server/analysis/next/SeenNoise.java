package org.gpucomm.server.analysis.next;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.noise.Noise;
import org.gpucomm.server.analysis.noise.Noise.Source;
import org.gpucomm.server.analysis.noise.NoiseModel;
import org.gpucomm.server.series.SeriesKey;

/**
 * This record tells how much the logarithm of a time differs from process to process at the places of one question.
 *
 * @param deviation root mean square over the places
 * @param isSeen    whether runs of these places show it; else it is what is usual
 */
record SeenNoise(double deviation, boolean isSeen) {

    /** @param places at least one */
    static SeenNoise of(NoiseModel model, Map<SeriesKey, List<Cell>> places) {
        var all = new ArrayList<Noise>();
        places.forEach((key, cells) -> cells.forEach(cell -> all.add(model.of(key.alongRanks(), cell))));
        return new SeenNoise(
                Math.sqrt(all.stream().mapToDouble(each -> each.sigma() * each.sigma()).average().orElseThrow()),
                all.stream().noneMatch(each -> each.source() == Source.BUNDLED));
    }

    /** Returns the noise of places of both. */
    SeenNoise with(SeenNoise other) {
        return new SeenNoise(Math.hypot(deviation, other.deviation) / Math.sqrt(2), isSeen && other.isSeen);
    }
}

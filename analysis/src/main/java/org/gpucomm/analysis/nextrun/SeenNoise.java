package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.statistics.Noise;
import org.gpucomm.analysis.statistics.Noise.Source;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Standard deviation of the logarithm of a time between processes, at the places of one question.
 *
 * @param deviation root mean square over the places
 * @param isSeen    whether runs of these places show the noise; false if it is a usual value
 */
public record SeenNoise(double deviation, boolean isSeen) {

    /** @param places at least one place */
    static SeenNoise of(NoiseModel model, Map<SeriesKey, List<Cell>> places) {
        return of(model, places, (noise, cell) -> noise.sigma());
    }

    /** Returns the noise with the offset that a process adds to all its times, which a single process does not show. */
    static SeenNoise ofSingleProcesses(NoiseModel model, Map<SeriesKey, List<Cell>> places) {
        var shown = of(model, places, (noise, cell) -> NoiseModel.alone(noise, cell.bytes()).error());
        return new SeenNoise(shown.deviation, false);
    }

    private static SeenNoise of(NoiseModel model, Map<SeriesKey, List<Cell>> places,
            ToDoubleBiFunction<Noise, Cell> deviation) {
        var deviations = new ArrayList<Double>();
        var sources = EnumSet.noneOf(Source.class);
        places.forEach((key, cells) -> cells.forEach(cell -> {
            var noise = model.of(key.alongRanks(), cell);
            deviations.add(deviation.applyAsDouble(noise, cell));
            sources.add(noise.source());
        }));
        return new SeenNoise(Math.sqrt(deviations.stream().mapToDouble(each -> each * each).average().orElseThrow()),
                !sources.contains(Source.BUNDLED));
    }

    /** Returns the joint noise of the places of both. */
    SeenNoise with(SeenNoise other) {
        return new SeenNoise(Math.hypot(deviation, other.deviation) / Math.sqrt(2), isSeen && other.isSeen);
    }
}

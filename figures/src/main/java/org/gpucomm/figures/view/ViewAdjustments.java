package org.gpucomm.figures.view;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.figures.chart.Scale;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a reader to a view: hidden curves, zoom, scales. The address of a page contains them.
 *
 * @param hidden short ids of hidden curves
 * @param x      range of x; null for all points
 * @param y      range of y; null for the range of the curves
 * @param scaleX null for the usual scale
 * @param scaleY null for the usual scale
 */
public record ViewAdjustments(Set<String> hidden, @Nullable Range x, @Nullable Range y, @Nullable Scale scaleX,
        @Nullable Scale scaleY) {

    /** Part of an axis. */
    public record Range(double min, double max) {

        public Range {
            if (!(min < max)) {
                throw new BadParameter("zoom must rise: " + min + " is not less than " + max);
            }
        }
    }

    /** Reads the framing from the parameters of a request, each with all its values. */
    public static ViewAdjustments of(Map<String, String[]> parameters) {
        var hidden = Arrays.stream(last(parameters, "hide").split(",")).filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
        double[] zoom = numbers(last(parameters, "zoom"));
        return new ViewAdjustments(hidden, zoom.length < 2 ? null : new Range(zoom[0], zoom[1]),
                zoom.length < 4 ? null : new Range(zoom[2], zoom[3]),
                scale("xscale", last(parameters, "xscale"), Scale.LOG2),
                scale("yscale", last(parameters, "yscale"), Scale.LOG10));
    }

    private static String last(Map<String, String[]> parameters, String name) {
        var values = parameters.get(name);
        return values == null || values.length == 0 ? "" : values[values.length - 1];
    }

    private static double[] numbers(String text) {
        try {
            double[] numbers = text.isEmpty()
                    ? new double[0]
                    : Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
            if (numbers.length == 1 || numbers.length == 3 || numbers.length > 4) {
                throw new BadParameter("zoom must be xmin,xmax or xmin,xmax,ymin,ymax, was '" + text + "'");
            }
            return numbers;
        } catch (NumberFormatException e) {
            throw new BadParameter("zoom must be numbers joined by commas, was '" + text + "'");
        }
    }

    private static @Nullable Scale scale(String name, String text, Scale logarithmic) {
        return switch (text) {
            case "" -> null;
            case "log" -> logarithmic;
            case "linear" -> Scale.LINEAR;
            default -> throw new BadParameter(name + " must be log or linear, was '" + text + "'");
        };
    }
}

package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Axis of a panel. The ticks of a category axis are its categories, with positions counted from 0.
 *
 * @param column name of the quantity in specs, for example {@code ranks} or {@code algbw}
 * @param label  text at the axis, with the unit
 * @param unit   unit of the points' values; may be empty
 * @param min    lower end of the axis in the unit, or a position on a category axis
 * @param max    upper end of the axis in the unit, or a position on a category axis
 * @param named  whether the points' values are indexes of ticks, whose labels are the actual values
 */
public record Axis(String column, String label, String unit, Scale scale, double min, double max, List<Tick> ticks,
        boolean named) {

    public Axis {
        if (!(min < max)) {
            throw new IllegalArgumentException("min must be less than max, was " + min + " and " + max);
        }
        if (scale.isLogarithmic() && min <= 0) {
            throw new IllegalArgumentException("min of a logarithmic axis must be more than 0, was " + min);
        }
        ticks = List.copyOf(ticks);
    }

    /** Labelled value of an axis. The renderer omits labels that would overlap. */
    public record Tick(double value, String label) {}

    /** Returns the position of a value: the value itself, or the index of its category. */
    public double position(double value) {
        if (scale != Scale.CATEGORY || named) {
            return value;
        }
        for (int i = 0; i < ticks.size(); i++) {
            if (ticks.get(i).value() == value) {
                return i;
            }
        }
        throw new IllegalArgumentException(Numbers.plain(value) + " is no category of " + column);
    }

    /** Returns a point's value as tables show it: at full precision, or as the name of its category. */
    public String textOf(double value) {
        return named ? ticks.get((int) value).label() : Numbers.plain(value);
    }
}

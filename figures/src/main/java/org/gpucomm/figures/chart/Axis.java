package org.gpucomm.figures.chart;

import java.util.List;

/**
 * An axis. On a category axis the ticks are the categories in their order, and places are counted from 0.
 *
 * @param column what it shows, as the spec names it: {@code ranks}, {@code algbw}
 * @param label  for people, with the unit
 * @param unit   of the points' numbers; may be empty
 * @param min    end of the axis, in the unit (category: in places)
 * @param max    end of the axis, in the unit (category: in places)
 * @param named  whether the points' numbers merely count the ticks from 0 and the ticks' labels are the values
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

    /** A labelled value; labels that would touch each other are left out. */
    public record Tick(double value, String label) {}

    /** Where a point's number stands: the number itself, or its place among the categories. */
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

    /** Returns a point's number as tables show it: at full precision, or the name that it stands for. */
    public String textOf(double value) {
        return named ? ticks.get((int) value).label() : Numbers.plain(value);
    }
}

package org.gpucomm.figures.draw;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Gap;
import org.gpucomm.figures.chart.Point;

/**
 * Points that one line joins.
 *
 * @param measured false if the line crosses a gap between measurements
 */
record LineSegment(List<Point> points, boolean measured) {

    static List<LineSegment> of(List<Point> points, List<Gap> gaps) {
        var runs = new ArrayList<LineSegment>();
        int from = 0;
        for (int i = 1; i < points.size(); i++) {
            double left = points.get(i - 1).x();
            double right = points.get(i).x();
            if (gaps.stream().anyMatch(gap -> left >= gap.from() && right <= gap.to())) {
                runs.add(new LineSegment(points.subList(from, i), true));
                runs.add(new LineSegment(points.subList(i - 1, i + 1), false));
                from = i;
            }
        }
        runs.add(new LineSegment(points.subList(from, points.size()), true));
        return runs;
    }
}

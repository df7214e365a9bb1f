package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;

/** Common y axis of all panels with {@code shared: true}. */
final class SharedAxis {

    private SharedAxis() {}

    static List<Panel> axes(List<PanelSpec> specs, List<Panel> panels) {
        var series = new ArrayList<Series>();
        var references = new ArrayList<Reference>();
        for (int i = 0; i < panels.size(); i++) {
            if (specs.get(i).y().shared()) {
                series.addAll(panels.get(i).series());
                references.addAll(panels.get(i).extras().references());
            }
        }
        var shared = new ArrayList<Panel>();
        for (int i = 0; i < panels.size(); i++) {
            var y = specs.get(i).y();
            shared.add(y.shared() ? panels.get(i).with(y.axis(series, references)) : panels.get(i));
        }
        return shared;
    }
}

package org.gpucomm.server.history;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.analysis.history.History;
import org.gpucomm.analysis.history.TimedRun;
import org.gpucomm.server.history.Histories.Past;
import org.gpucomm.server.history.HistoryController.Base;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Chart of the page History, and the history that it shows. */
@Component
class HistoryChart implements PageChart {

    private final Histories histories;
    private final RunFlags flags;
    private final Sequence sequence;
    private final Baselines baselines;

    HistoryChart(Histories histories, RunFlags flags, Sequence sequence, Baselines baselines) {
        this.histories = histories;
        this.flags = flags;
        this.sequence = sequence;
        this.baselines = baselines;
    }

    @Override
    public String page() {
        return "/history";
    }

    @Override
    public View of(ViewParameters given) {
        return view(given.one("id", String.class), given.one("size", Long.class), given.one("baseline", String.class),
                given);
    }

    @Override
    public String headline(View view) {
        return view.notes().getFirst();
    }

    View view(@Nullable String id, @Nullable Long size, @Nullable String baseline, ViewParameters given) {
        var filter = Filter.withDays(given.shown(), Set.of("id", "size", "baseline", "page"));
        var data = sequence.snapshot(filter.until(), () -> 0);
        var past = past(id == null ? only(filter) : id, filter);
        return HistoryView.of(past, size, baseline == null ? null : base(past, baseline),
                flags.byRunId(List.copyOf(past.heads().values())),
                ViewResponses.address(given.query(), page(), data.until()));
    }

    private Base base(Past past, String name) {
        return bases(past).stream().filter(base -> base.name().equals(name)).findFirst()
                .orElseThrow(() -> Refused.notFound("No run of this history is in a baseline " + name + "."));
    }

    List<Base> bases(Past past) {
        var here = past.history().runs().stream().map(TimedRun::run).collect(Collectors.toSet());
        return baselines.all().stream()
                .map(each -> new Base(each.name(), each.runs().stream().filter(here::contains).toList()))
                .filter(base -> !base.runs().isEmpty()).toList();
    }

    private String only(Filter filter) {
        var chosen = histories.chosen(filter);
        if (chosen.size() != 1) {
            throw new BadParameter(chosen.size() + " histories match; name one by id, as /api/v1/histories lists them");
        }
        return chosen.getFirst().history().hash();
    }

    Past past(String id, Filter filter) {
        return histories.named(id).flatMap(history -> histories.read(history, filter))
                .filter(past -> past.heads().size() > 1)
                .orElseThrow(() -> Refused.notFound("There is no history " + id + " of two such runs or more."));
    }
}

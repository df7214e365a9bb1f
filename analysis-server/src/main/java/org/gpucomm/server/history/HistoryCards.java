package org.gpucomm.server.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import jakarta.servlet.http.HttpServletRequest;

/** Preview card of the list of regressions: their number, and the chart of the latest. */
@Component
class HistoryCards implements Cards {

    private final Histories histories;
    private final HistorySummaries summaries;

    HistoryCards(Histories histories, HistorySummaries summaries) {
        this.histories = histories;
        this.summaries = summaries;
    }

    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) {
        return page.equals("history") && request.getParameter("id") == null
                ? Optional.of(card(summaries.of(histories.chosen(Filter.ALL), Filter.ALL)))
                : Optional.empty();
    }

    private static Card card(List<HistorySummary> all) {
        record Changed(HistorySummary history, HistorySummary.Last change) {}
        var changed = all.stream()
                .flatMap(each -> Optional.ofNullable(each.change()).map(change -> new Changed(each, change)).stream())
                .sorted(Comparator.comparing((Changed each) -> each.change().at()).reversed()).toList();
        var title = changed.size() + (all.size() == 1 ? " of 1 history has" : " of " + all.size() + " histories have")
                + " changed";
        if (changed.isEmpty()) {
            return new Card(title, Card.SAID, null);
        }
        var latest = changed.getFirst();
        var series = latest.history().series();
        return new Card(title, "Latest: " + series.withLibrary() + " "
                + HistoryView.changed(latest.change().effect()) + ".",
                "/api/v1/history.png?id=" + series.history().hash());
    }
}

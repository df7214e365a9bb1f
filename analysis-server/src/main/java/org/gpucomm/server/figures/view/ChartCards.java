package org.gpucomm.server.figures.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriComponentsBuilder;

import jakarta.servlet.http.HttpServletRequest;

/** Preview cards of pages with charts of selected measurements: the selection, a sentence about the curves, and the image. */
@Component
class ChartCards implements Cards {

    private static final List<String> WORDS = List.of("operation", "library", "libraryVersion", "variant", "placement",
            "ranks", "bytes", "instanceType", "gpu", "tool");

    private final List<PageChart> charts;

    ChartCards(List<PageChart> charts) {
        this.charts = charts;
    }

    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) throws IOException {
        var query = new LinkedMultiValueMap<String, String>();
        request.getParameterMap().forEach((name, values) -> query.addAll(name, List.of(values)));
        return switch (page) {
            case "explore" -> Optional.of(card(explored(query), isNarrow(query) ? "series" : "", page, query, request));
            case "scaling" -> Optional.of(card("Scaling", isNarrow(query) ? page : "", page, query, request));
            case "history" -> query.containsKey("id")
                    ? Optional.of(card("Regressions", page, page, query, request))
                    : Optional.empty();
            case "compare" -> Optional.of(card("Compare", query.containsKey("a") && query.containsKey("b") ? page : "",
                    page, query, request));
            default -> Optional.empty();
        };
    }

    /** @param face name of the chart's image; empty = the selection is too large to draw */
    private Card card(String title, String face, String page, MultiValueMap<String, String> query,
            HttpServletRequest request) throws IOException {
        var named = joined(title, query);
        var chart = charts.stream().filter(each -> each.page().equals("/" + page)).findFirst();
        if (face.isEmpty() || chart.isEmpty()) {
            return new Card(named, Card.SAID, null);
        }
        var view = chart.get().of(ViewParameters.of(request));
        var picture = view.curves().isEmpty() ? null : picture(face, query);
        var headline = chart.get().headline(view);
        return headline.isEmpty()
                ? new Card(named, Stream.concat(view.best().stream(), Stream.of(view.basis()))
                        .collect(Collectors.joining(". ")), picture)
                : new Card(headline, view.title() + ". " + view.basis(), picture);
    }

    private static String explored(MultiValueMap<String, String> query) {
        var metric = Objects.requireNonNullElse(query.getFirst("metric"), "busbw");
        return query.isEmpty()
                ? "Explore"
                : Metric.named(metric).map(known -> StringUtils.capitalize(known.label())).orElse(metric) + " against "
                        + ("gpus".equals(query.getFirst("x")) ? "GPUs" : "message size");
    }

    private static String picture(String view, MultiValueMap<String, String> query) {
        return UriComponentsBuilder.fromPath("/api/v1/" + view + ".png").queryParams(query).encode().build()
                .toUriString();
    }

    private static boolean isNarrow(MultiValueMap<String, String> query) {
        return Stream.of("operation", "library", "tool", "run", "upload").anyMatch(query::containsKey);
    }

    /** Returns the title with the selection, for example {@code Scaling: All-Reduce, 16 GPUs}. */
    private static String joined(String title, MultiValueMap<String, String> query) {
        var words = new ArrayList<String>();
        for (var name : WORDS) {
            query.getOrDefault(name, List.of()).stream().filter(value -> !value.isEmpty() && !value.equals("none"))
                    .limit(3).forEach(value -> words.add(word(name, value)));
        }
        return words.isEmpty() ? title : title + ": " + String.join(", ", words);
    }

    private static String word(String name, String value) {
        return switch (name) {
            case "operation" -> Operation.ofId(value).map(Operation::title).orElse(value);
            case "placement" -> value.replace('_', '-');
            case "ranks" -> value.equals("1") ? "1 GPU" : value + " GPUs";
            case "bytes" -> value.matches("\\d{1,18}") ? new Bytes(Long.parseLong(value)).toString() : value;
            case "library" -> value.equals("nccl") || value.equals("nvshmem") || value.equals("rccl")
                    ? value.toUpperCase(Locale.ROOT)
                    : value;
            default -> value;
        };
    }
}

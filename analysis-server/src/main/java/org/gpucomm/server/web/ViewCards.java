package org.gpucomm.server.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** Cards of the pages that show a choice of measurements: their address says it all, nothing is looked up. */
final class ViewCards {

    private static final String SAID = "Measured GPU communication, drawn by gpucomm.";
    private static final List<String> WORDS = List.of("operation", "library", "libraryVersion", "variant", "placement",
            "ranks", "bytes", "instanceType", "gpu", "tool");
    private static final Map<String, String> METRICS = Map.of("busbw", "Bus bandwidth", "algbw",
            "Algorithm bandwidth", "time", "Time", "speedup", "Speedup", "efficiency", "Efficiency");

    private ViewCards() {}

    static Card of(String page, MultiValueMap<String, String> query) {
        return switch (page) {
            case "explore" -> explore(query);
            case "scaling" -> new Card(joined("Scaling", query), SAID,
                    isNarrow(query) ? picture("scaling", query) : null);
            case "history" -> new Card(joined("Regressions", query), SAID,
                    query.containsKey("id") ? picture("history", query) : null);
            case "compare" -> new Card("Two sets of runs compared", SAID,
                    query.containsKey("a") && query.containsKey("b") ? picture("compare", query) : null);
            case "overview" -> new Card("gpucomm", "GPU communication benchmarks: kept, compared and drawn.", null);
            default -> new Card(page.substring(0, 1).toUpperCase(Locale.ROOT) + page.substring(1), SAID, null);
        };
    }

    private static Card explore(MultiValueMap<String, String> query) {
        var metric = query.getFirst("metric");
        var title = metric == null
                ? "Explore"
                : METRICS.getOrDefault(metric, metric) + " against "
                        + ("gpus".equals(query.getFirst("x")) ? "GPUs" : "message size");
        return new Card(joined(title, query), SAID, isNarrow(query) ? picture("series", query) : null);
    }

    private static String picture(String view, MultiValueMap<String, String> query) {
        return UriComponentsBuilder.fromPath("/api/v1/" + view + ".png").queryParams(query).encode().build()
                .toUriString();
    }

    private static boolean isNarrow(MultiValueMap<String, String> query) {
        return Stream.of("operation", "library", "tool", "run").anyMatch(query::containsKey);
    }

    /** The title with what was chosen: {@code Scaling: All-Reduce, 16 GPUs}. */
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

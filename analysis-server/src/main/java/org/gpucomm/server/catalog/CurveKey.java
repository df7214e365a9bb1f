package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What all points of one curve share: everything but what the curve runs along, and what it is averaged over.
 *
 * @param ranks null when the curve runs along them
 * @param nodes null likewise: they go with the ranks
 * @param bytes null when the curve runs along sizes or averages over them
 */
record CurveKey(SeriesRow series, @Nullable Integer ranks, @Nullable Integer nodes, @Nullable Long bytes) {

    /** Related curves side by side; sizes and GPUs in their order. */
    static final Comparator<CurveKey> ORDER = Comparator.comparing(CurveKey::library).thenComparing(CurveKey::tool)
            .thenComparing(key -> Operation.ofId(key.series().operation()).map(Enum::ordinal).orElse(-1))
            .thenComparing(key -> key.series().variant()).thenComparing(CurveKey::inPlaceLast)
            .thenComparing(key -> key.series().instanceType()).thenComparing(key -> orZero(key.ranks()))
            .thenComparing(key -> orZero(key.nodes())).thenComparing(key -> orZero(key.bytes()))
            .thenComparing(key -> key.series().id());

    static CurveKey of(Place place, XAxis x, Aggregate aggregate) {
        return switch (x) {
            case size -> new CurveKey(place.series(), place.ranks(), place.nodes(), null);
            case gpus -> new CurveKey(place.series(), null, null, aggregate == Aggregate.mean ? null : place.bytes());
        };
    }

    /** The same for the same curve on every server. */
    String id() {
        var id = new StringBuilder(series.hash().substring(0, 12));
        if (ranks != null) {
            id.append("-r").append(ranks).append('n').append(nodes);
        }
        if (bytes != null) {
            id.append("-b").append(bytes);
        }
        return id.toString();
    }

    /** Everything, by name; null where it is not known or not applicable. */
    Map<String, @Nullable Object> fields() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("tool", orNull(series.tool()));
        fields.put("toolVersion", orNull(series.toolVersion()));
        fields.put("library", orNull(series.library()));
        fields.put("libraryVersion", orNull(series.libraryVersion()));
        fields.put("operation", orNull(series.operation()));
        fields.put("variant", orNull(series.variant()));
        fields.put("placement", orNull(series.placement()));
        fields.put("instanceType", orNull(series.instanceType()));
        fields.put("gpu", orNull(series.gpu()));
        fields.put("problem", orNull(series.problem()));
        fields.put("datatype", orNull(series.datatype()));
        fields.put("redop", orNull(series.redop()));
        fields.put("root", orNull(series.root()));
        fields.put("settings", orNull(series.settings()));
        fields.put("ranks", ranks == null || ranks == 0 ? null : ranks);
        fields.put("nodes", nodes == null || nodes == 0 ? null : nodes);
        fields.put("bytes", bytes == null || bytes < 0 ? null : bytes);
        return fields;
    }

    /** The same for people, the most telling first; empty where there is nothing to say. */
    List<String> words() {
        var words = new ArrayList<String>();
        words.add(operationTitle());
        words.add(libraryTitle());
        words.add(series.variant());
        words.add(Placement.ofId(series.placement()).map(p -> p == Placement.IN_PLACE ? "in-place" : "out-of-place")
                .orElse(""));
        words.add(ranks == null || ranks == 0 ? "" : ranks == 1 ? "1 GPU" : ranks + " GPUs");
        words.add(bytes == null || bytes < 0 ? "" : new Bytes(bytes).toString());
        words.add(nodes == null || nodes == 0 ? "" : nodes == 1 ? "1 node" : nodes + " nodes");
        words.add(series.problem());
        words.add(series.instanceType());
        words.add(series.gpu());
        words.add(series.datatype());
        words.add(series.redop());
        words.add(series.root().isEmpty() ? "" : "root " + series.root());
        words.add(series.tool());
        words.add(versioned(libraryTitle(), series.libraryVersion()));
        words.add(versioned(series.tool(), series.toolVersion()));
        words.add(series.settings());
        return words;
    }

    String operationTitle() {
        return Operation.ofId(series.operation()).map(Operation::title).orElse(series.operation());
    }

    private String libraryTitle() {
        return libraryTitle(series.library());
    }

    /** The name that people read. */
    static String libraryTitle(String library) {
        return switch (library) {
            case "nccl", "rccl", "nvshmem", "mpi", "ucx", "cuda" -> library.toUpperCase(Locale.ROOT);
            default -> library;
        };
    }

    private static String versioned(String name, String version) {
        return version.isEmpty() ? "" : name + " " + version;
    }

    private String library() {
        return series.library();
    }

    private String tool() {
        return series.tool();
    }

    private boolean inPlaceLast() {
        return series.placement().equals(Placement.IN_PLACE.id());
    }

    private static long orZero(@Nullable Number number) {
        return number == null ? 0 : number.longValue();
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}

package org.gpucomm.server.analysis.evidence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.gpucomm.server.analysis.evidence.Curve.Axis;

/** Everything that an analysis looks at. Curves and cells leave out measurements with wrong data. */
public final class Evidence {

    private final List<Observation> observations;
    private final List<RunFlag> flags;
    private final List<Curve> alongSize;
    private final List<Curve> alongRanks;

    private Evidence(List<Observation> observations, List<RunFlag> flags) {
        this.observations = List.copyOf(observations);
        this.flags = List.copyOf(flags);
        var cells = cells(observations);
        this.alongSize = curves(cells, Axis.SIZE);
        this.alongRanks = curves(cells, Axis.RANKS);
    }

    public static Evidence of(List<Observation> observations, List<RunFlag> flags) {
        return new Evidence(observations, flags);
    }

    public static Evidence of(List<Observation> observations) {
        return new Evidence(observations, List.of());
    }

    /** In the order in which they were given. */
    public List<Observation> observations() {
        return observations;
    }

    public List<RunFlag> flags() {
        return flags;
    }

    /** Curves of any number of points, one for each subject and number of ranks. */
    public List<Curve> alongSize() {
        return alongSize;
    }

    /** Curves of any number of points, one for each subject and message size. */
    public List<Curve> alongRanks() {
        return alongRanks;
    }

    /** This, without in-place measurements of what was measured out-of-place too. */
    public Evidence withoutTwins() {
        var subjects = new LinkedHashSet<Subject>();
        observations.forEach(each -> subjects.add(Subject.of(each.measurement())));
        var twins = new HashSet<Subject>();
        for (var subject : subjects) {
            if (subjects.stream().anyMatch(subject::isTwinOf)) {
                twins.add(subject);
            }
        }
        return new Evidence(
                observations.stream().filter(each -> !twins.contains(Subject.of(each.measurement()))).toList(),
                flags);
    }

    private record Place(Subject subject, long bytes, int ranks) {}

    private static Map<Place, Cell> cells(List<Observation> observations) {
        var groups = new LinkedHashMap<Place, List<Observation>>();
        for (var each : observations) {
            if (!each.isWrong()) {
                var size = each.measurement().workload().messageSize();
                var ranks = each.platform().ranks();
                var place = new Place(Subject.of(each.measurement()), size == null ? -1 : size.count(),
                        ranks == null ? 0 : ranks);
                groups.computeIfAbsent(place, added -> new ArrayList<>()).add(each);
            }
        }
        var cells = new LinkedHashMap<Place, Cell>();
        groups.forEach((place, group) -> {
            var nodes = group.getFirst().platform().nodes();
            cells.put(place, new Cell(place.bytes(), place.ranks(), nodes == null ? 0 : nodes, group));
        });
        return cells;
    }

    private static List<Curve> curves(Map<Place, Cell> cells, Axis along) {
        record Key(Subject subject, long fixed) {}
        var groups = new LinkedHashMap<Key, TreeMap<Long, Cell>>();
        cells.forEach((place, cell) -> {
            long fixed = along == Axis.SIZE ? place.ranks() : place.bytes();
            long x = along == Axis.SIZE ? place.bytes() : place.ranks();
            groups.computeIfAbsent(new Key(place.subject(), fixed), added -> new TreeMap<>()).put(x, cell);
        });
        return groups.entrySet().stream()
                .map(group -> new Curve(group.getKey().subject(), along, group.getKey().fixed(),
                        List.copyOf(group.getValue().values())))
                .toList();
    }
}

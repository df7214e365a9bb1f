package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.identity.SeriesKey;

/** Additions to the sentences of findings that would otherwise read the same. They name differences between the curves. */
final class DistinctSentences {

    private final Map<RowRef, SeriesKey> keys = new HashMap<>();
    private final Map<String, Set<String>> datatypes = new HashMap<>();

    private DistinctSentences(Evidence evidence) {
        for (var each : evidence.observations()) {
            var key = evidence.key(each);
            keys.put(each.row(), key);
            if (!key.datatype().isEmpty()) {
                datatypes.computeIfAbsent(key.title(), added -> new TreeSet<>()).add(key.datatype());
            }
        }
    }

    static List<Finding> of(List<Finding> findings, Evidence evidence) {
        var named = new DistinctSentences(evidence);
        return named.apart(findings.stream().map(named::withDatatype).toList());
    }

    /** Adds the datatype if the same operation was measured with several. */
    private Finding withDatatype(Finding finding) {
        var subjects = of(finding, key -> key.title() + "\t" + key.datatype());
        if (subjects.size() != 1 || !subjects.iterator().next().contains("\t")) {
            return finding;
        }
        var title = subjects.iterator().next().split("\t", -1)[0];
        var datatype = subjects.iterator().next().split("\t", -1)[1];
        boolean several = datatypes.getOrDefault(title, Set.of()).size() > 1;
        int at = finding.sentence().indexOf(title);
        return several && !datatype.isEmpty() && at >= 0
                ? finding.withSentence(finding.sentence().substring(0, at + title.length()) + " (" + datatype + ")"
                        + finding.sentence().substring(at + title.length()))
                : finding;
    }

    /** Adds the first difference between the rows of findings that still read the same. */
    private List<Finding> apart(List<Finding> findings) {
        var groups = findings.stream().collect(
                Collectors.groupingBy(Finding::sentence, LinkedHashMap::new, Collectors.toList()));
        var ways = new HashMap<String, Function<Finding, String>>();
        groups.forEach((sentence, alike) -> ways.put(sentence, alike.size() < 2 ? each -> "" : differing(alike)));
        var distinct = new ArrayList<Finding>();
        for (var finding : findings) {
            var words = ways.getOrDefault(finding.sentence(), each -> "").apply(finding);
            distinct.add(words.isEmpty() ? finding : finding.withSentence(finding.sentence() + " (" + words + ")"));
        }
        return distinct;
    }

    /** Returns a function for the text by which findings with the same sentence differ. */
    private Function<Finding, String> differing(List<Finding> alike) {
        var ways = List.<Function<Finding, String>>of(
                each -> words(of(each, SeriesKey::settings)),
                each -> words(of(each, key -> key.identity().environment())),
                each -> words(of(each, key -> key.place().title())),
                each -> words(each.rows().stream().map(RowRef::source).collect(Collectors.toCollection(TreeSet::new))),
                each -> each.rows().isEmpty() ? "" : "line " + each.rows().getFirst().line());
        for (var way : ways) {
            if (alike.stream().map(way).distinct().count() == alike.size()) {
                return way;
            }
        }
        return each -> "";
    }

    private Set<String> of(Finding finding, Function<SeriesKey, String> what) {
        return finding.rows().stream().filter(keys::containsKey).map(keys::get).map(what)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String words(Set<String> texts) {
        return String.join(", ", texts);
    }
}

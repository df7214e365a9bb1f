package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.NamedValues;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/** Settings whose mark is missing in a log that would have it: an algorithm or a protocol was asked for, and others were chosen. */
final class IgnoredSettings implements Rule {

    private static final String ID = "no-effect";
    /** Variables, with the name that the log's choice of each size has. */
    private static final Map<String, String> MARKS = Map.of("NCCL_ALGO", "algo", "NCCL_PROTO", "proto");

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            MARKS.forEach((variable, mark) -> ignored(curve, variable, mark).ifPresent(findings::add));
        }
        return findings;
    }

    private static Optional<Finding> ignored(Curve curve, String variable, String mark) {
        var asked = settings(curve).get(variable).filter(value -> value.matches("[A-Za-z0-9]+(,[A-Za-z0-9]+)*"))
                .map(IgnoredSettings::words);
        var chosen = curve.cells().stream().flatMap(cell -> cell.observations().stream())
                .map(each -> each.measurement().settings().get(mark)).flatMap(Optional::stream)
                .map(value -> value.toLowerCase(Locale.ROOT)).collect(Collectors.toCollection(TreeSet::new));
        if (asked.isEmpty() || chosen.isEmpty() || chosen.stream().anyMatch(asked.get()::contains)) {
            return Optional.empty();
        }
        var sentence = curve.subject().title() + " with " + curve.subject().libraryTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "") + ": "
                + variable + "=" + settings(curve).get(variable).orElseThrow() + " is set, and the log shows "
                + Say.list(List.copyOf(chosen)) + " at every size that it tells of: the setting was not followed.";
        return Optional.of(Finding.of(ID, Severity.WARNING, Confidence.CERTAIN, sentence,
                List.of(new Quantity("choices", chosen.size(), "")), curve.rows()));
    }

    private static List<String> words(String value) {
        return Arrays.asList(value.toLowerCase(Locale.ROOT).split(","));
    }

    private static NamedValues settings(Curve curve) {
        return NamedValues.parse(curve.subject().identity().environment())
                .with(NamedValues.parse(curve.subject().settings()));
    }
}

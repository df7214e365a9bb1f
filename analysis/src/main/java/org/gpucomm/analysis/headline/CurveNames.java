package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.NamedValues;
import org.gpucomm.analysis.evidence.Curve;

/** Names of curves that are compared with one another: what distinguishes each of them. */
final class CurveNames {

    /** Length from which a name of settings is harder to read than that of a file. */
    private static final int LONGEST_NAME = 40;
    /** The same of runs of one file, whose numbers say less than their names. */
    private static final int LONGEST_IN_A_FILE = 100;
    /** Length in characters from which a common beginning of names is left out. */
    private static final int LONG_HEAD = 12;
    /** Value of a setting that needs the setting's name: {@code 4}, {@code 4M / 5M}, unlike {@code 2.29.7, default}. */
    private static final Pattern NUMBER = Pattern.compile("[\\d.]++[A-Za-z]{0,3}+(?: ?/ ?[\\d.]++[A-Za-z]{0,3}+)?");
    /** Headers of columns with names of the compared items; they come before descriptions. */
    private static final Set<String> NAMES = Set.of("test", "name", "case", "config", "configuration", "setup", "tool",
            "method", "variant", "backend");

    private CurveNames() {}

    /** Returns a name for each curve. */
    static List<String> of(List<Curve> curves) {
        boolean isTable = SideBySide.areColumns(curves);
        boolean areVariants = curves.stream().map(curve -> curve.subject().variant()).distinct().count() == curves
                .size();
        return isTable && areVariants
                ? curves.stream().map(curve -> curve.subject().variant())
                        .map(variant -> variant.isEmpty() ? "the other column" : variant).toList()
                : (isTable ? bySetting(curves) : Optional.<List<String>>empty())
                        .orElseGet(() -> ofRuns(curves));
    }

    /** Returns what distinguishes each run; if that is too long, the files, or numbers for the runs of one file. */
    private static List<String> ofRuns(List<Curve> curves) {
        var names = withoutCommonHead(curves.stream().map(curve -> nameAgainst(curve, curves)).toList());
        var files = curves.stream().map(curve -> curve.rows().getFirst().source()).toList();
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        if (longest <= (areDistinct(files) ? LONGEST_NAME : LONGEST_IN_A_FILE)) {
            return names;
        }
        return areDistinct(files)
                ? files
                : IntStream.rangeClosed(1, curves.size()).mapToObj(number -> "run " + number).toList();
    }

    /**
     * Returns the values of the first column of names by which all curves of a table differ, else of the fewest first columns that
     * distinguish all curves.
     */
    static Optional<List<String>> bySetting(List<Curve> curves) {
        var settings = curves.stream().map(CurveNames::cellsOfRow).toList();
        var columns = settings.stream().flatMap(each -> each.keySet().stream()).distinct()
                .filter(name -> settings.stream().map(each -> each.get(name)).distinct().count() > 1).toList();
        return columns.stream().sorted(Comparator.comparing(name -> !NAMES.contains(name.toLowerCase(Locale.ROOT))))
                .filter(name -> settings.stream().anyMatch(each -> !each.getOrDefault(name, "").startsWith(name + "=")))
                .map(name -> joined(settings, List.of(name))).filter(CurveNames::areDistinct).findFirst()
                .or(() -> IntStream.rangeClosed(1, columns.size())
                        .mapToObj(most -> joined(settings, columns.subList(0, most))).filter(CurveNames::areDistinct)
                        .findFirst());
    }

    private static List<String> joined(List<Map<String, String>> settings, List<String> columns) {
        return settings.stream().map(each -> columns.stream().map(name -> each.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty()).collect(Collectors.joining(" "))).toList();
    }

    private static boolean areDistinct(List<String> names) {
        return names.stream().distinct().count() == names.size() && names.stream().noneMatch(String::isEmpty);
    }

    /** Returns what distinguishes a row of a table, by column: its settings, numbers with their names, its hardware, its variant. */
    private static Map<String, String> cellsOfRow(Curve curve) {
        var cells = new LinkedHashMap<String, String>();
        NamedValues.parse(curve.subject().settings()).values().forEach((name, value) -> cells.put(name,
                NUMBER.matcher(value).matches() ? name + "=" + value : value));
        cells.put("GPU", curve.subject().gpu());
        cells.put("instance", curve.subject().instanceType());
        cells.put("", curve.subject().variant());
        return cells;
    }

    /** Returns file names without their common beginning, for example {@code nodes.a.log}. */
    private static List<String> withoutCommonHead(List<String> names) {
        var first = names.getFirst();
        var head = IntStream.rangeClosed(0, first.length()).mapToObj(to -> first.substring(0, to))
                .takeWhile(begin -> names.stream().allMatch(name -> name.startsWith(begin)))
                .reduce("", (all, one) -> one);
        // Between settings, not inside one.
        int cut = head.contains("=")
                ? head.lastIndexOf(';') + 1
                : IntStream.of(head.lastIndexOf('-'), head.lastIndexOf('_'), head.lastIndexOf('/')).max().orElse(-1)
                        + 1;
        return cut < LONG_HEAD ? names : names.stream().map(name -> name.substring(cut)).toList();
    }

    private static String nameAgainst(Curve curve, List<Curve> curves) {
        var other = curves.stream().filter(each -> each != curve).findFirst().orElseThrow();
        return curve.subject().run().isEmpty() ? curve.nameAgainst(other) : curve.subject().run();
    }
}

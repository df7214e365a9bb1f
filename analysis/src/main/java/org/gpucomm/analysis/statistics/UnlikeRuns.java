package org.gpucomm.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.Spread;

/**
 * Runs of the same subject that disagree. Something differs that their logs do not show, so that their median is the speed of none. Runs
 * that agree with each other and with no others are one curve. If there are many runs, or several that lie between others, their spread
 * is known and their median is one of them.
 */
public final class UnlikeRuns {

    private static final int MOST_RUNS = 8;
    /** Largest number of runs on the same GPUs that are separated one by one if they do not form groups. */
    private static final int FEW_RUNS = 3;
    /** Smallest number of neighbouring sizes that must differ alike, so that noise at single sizes does not separate runs. */
    private static final int FEWEST_SIZES = 3;
    /** Largest difference between runs over a network without a cause. */
    private static final double LEAST = Math.log1p(0.05);
    /**
     * Difference that separates two runs with few sizes in common. Repetitions of large messages differ by less; tables are no
     * repetitions.
     */
    private static final double FAR = Math.log(Agreement.FACTOR);
    /** The same difference for runs of one file whose commands differ, which are no repetitions either. */
    private static final double FAR_OF_COMMANDS = Math.log1p(0.1);
    private static final int LONGEST_NAME = 60;
    /** End of the names of variables that choose GPUs. */
    private static final String DEVICES = "_VISIBLE_DEVICES";
    /** Size of measurements without one, which only titles separate. */
    private static final long NO_SIZE = -1;
    private static final long LARGE = 64 << 10;
    /** The same difference for small messages. Latencies of repetitions differ by more than bandwidths do. */
    private static final double FAR_OF_SMALL = Math.log(2);
    /** Ratio of a mean difference over neighbouring sizes to its standard error from which the difference is steady. */
    private static final double STEADY = 10;

    /** Remark in parentheses at the end of a title. */
    private static final Pattern REMARK = Pattern.compile(" \\([^()]{0,100}\\)$");

    /** Word for one end of a transfer: both ends print the same run. */
    private static final Pattern END = Pattern
            .compile("(?i)\\b(?:client|server|sender|receiver|initiator|target)s?\\b");

    /** Number that is not part of a version. */
    private static final Pattern COUNT = Pattern.compile("(?<![\\d.])\\d+(?![\\d.])");

    private UnlikeRuns() {}

    /** Returns the evidence with disagreeing runs of the same subject separated; the same evidence if all agree. */
    public static Evidence apart(Evidence evidence) {
        return evidence.withUnlikeApart(UnlikeRuns::parted);
    }

    /**
     * Returns both sides with each run a curve of its own, named by its title, command or GPUs, if runs of one side disagree and both
     * sides have several runs of the same names; otherwise the sides as they are.
     */
    public static List<Evidence> apartByName(Evidence a, Evidence b) {
        if (apart(a) == a && apart(b) == b) {
            return List.of(a, b);
        }
        var ofA = names(a);
        var ofB = names(b);
        var common = new HashSet<>(ofA.values());
        common.retainAll(ofB.values());
        return common.size() > 1 ? List.of(a.withApart(ofA), b.withApart(ofB)) : List.of(a, b);
    }

    private static Evidence parted(Evidence evidence) {
        var logs = new LinkedHashMap<SeriesKey, Map<String, TreeMap<Long, List<Double>>>>();
        for (var each : evidence.observations()) {
            var size = each.measurement().workload().messageSize();
            double cost = cost(each);
            if (!each.isWrong() && each.ranks().rank().isEmpty() && cost > 0) {
                logs.computeIfAbsent(evidence.key(each), added -> new LinkedHashMap<>())
                        .computeIfAbsent(each.row().run(), added -> new TreeMap<>())
                        .computeIfAbsent(size == null ? NO_SIZE : size.count(), added -> new ArrayList<>())
                        .add(Math.log(cost));
            }
        }
        // By run: the first run that it agrees with.
        var alike = new HashMap<String, String>();
        var titles = titles(evidence);
        var runsOfFiles = runsOfFiles(evidence);
        var devices = devices(evidence, runsOfFiles);
        var commands = commands(evidence, runsOfFiles);
        devices.forEach(commands::putIfAbsent);
        logs.forEach((key, runs) -> {
            boolean isInParts = key.tool().equals("csv") && areParts(runs.values());
            if (!isInParts && areOfUnlikeThings(runs.keySet(), titles)) {
                runs.keySet().forEach(run -> alike.merge(run, run, (one, other) -> run));
            } else if (runs.size() > 1 && runs.size() <= MOST_RUNS) {
                boolean areNamed = commands.keySet().containsAll(runs.keySet());
                double usual = key.tool().equals("csv") ? LEAST : FAR;
                double far = areNamed ? FAR_OF_COMMANDS : runs.size() == 2 ? usual : Double.POSITIVE_INFINITY;
                groups(runs, far, areNamed ? far : Math.max(far, FAR_OF_SMALL),
                        devices.keySet().containsAll(runs.keySet()) ? MOST_RUNS : FEW_RUNS).forEach(
                                (run, like) -> alike
                                        .merge(run, like, (one, other) -> one.equals(other) ? one : run));
            }
        });
        commands.forEach(titles::putIfAbsent);
        return alike.isEmpty() ? evidence : evidence.withApart(names(evidence, alike, titles, runsOfFiles));
    }

    /** Returns the title of each run, or what only its command or its GPUs have. */
    private static Map<String, String> names(Evidence evidence) {
        var names = titles(evidence);
        var runsOfFiles = runsOfFiles(evidence);
        commands(evidence, runsOfFiles).forEach(names::putIfAbsent);
        devices(evidence, runsOfFiles).forEach(names::putIfAbsent);
        return names;
    }

    private static Map<String, String> commands(Evidence evidence, Map<String, Set<String>> runsOfFiles) {
        return differing(evidence, runsOfFiles, "command"::equals, "");
    }

    private static Map<String, String> devices(Evidence evidence, Map<String, Set<String>> runsOfFiles) {
        return differing(evidence, runsOfFiles, name -> name.endsWith(DEVICES), "GPUs ");
    }

    /** Returns the titles in banners, by run. */
    private static Map<String, String> titles(Evidence evidence) {
        var titles = new HashMap<String, String>();
        evidence.facts().stream().filter(fact -> fact.name().equals(Entry.Fact.TITLE))
                .forEach(fact -> titles.put(fact.run(), REMARK.matcher(fact.value()).replaceFirst("")));
        return titles;
    }

    private static Map<String, Set<String>> runsOfFiles(Evidence evidence) {
        var runs = new LinkedHashMap<String, Set<String>>();
        evidence.observations().forEach(each -> runs
                .computeIfAbsent(each.row().source(), added -> new LinkedHashSet<>()).add(each.row().run()));
        return runs;
    }

    /**
     * Returns by run the words in which the commands, or variables, of a file differ; empty unless there is one for each run. A command
     * behind the last run does not count, since it printed nothing.
     *
     * @param fact   test of the name of the fact that has them
     * @param prefix text before the words
     */
    private static Map<String, String> differing(Evidence evidence, Map<String, Set<String>> runsOfFiles,
            Predicate<String> fact, String prefix) {
        var files = new HashMap<String, String>();
        runsOfFiles.forEach((file, runs) -> runs.forEach(run -> files.put(run, file)));
        // A log may hold the command of a run at the end of the run before, so only their order shows which is whose.
        var commands = evidence.facts().stream()
                .filter(each -> fact.test(each.name()) && files.containsKey(each.run()))
                .collect(Collectors.groupingBy(each -> files.get(each.run())));
        var names = new HashMap<String, String>();
        commands.forEach((file, facts) -> {
            var ofFile = ofRuns(facts, List.copyOf(runsOfFiles.get(file))).stream()
                    .map(each -> List.of(each.value().strip().split("\\s+"))).toList();
            if (ofFile.isEmpty()) {
                return;
            }
            var common = new HashSet<>(ofFile.getFirst());
            ofFile.forEach(common::retainAll);
            var own = ofFile.stream().map(words -> words.stream().filter(word -> !common.contains(word))
                    .collect(Collectors.joining(" "))).toList();
            var runs = runsOfFiles.get(file);
            if (own.size() == runs.size() && own.stream().distinct().count() == own.size()
                    && own.stream().noneMatch(name -> name.isEmpty() || name.length() > LONGEST_NAME)) {
                var next = own.iterator();
                runs.forEach(run -> names.put(run, prefix + next.next()));
            }
        });
        return names;
    }

    /** Returns the commands without those behind the last run. */
    private static List<RunFact> ofRuns(List<RunFact> commands, List<String> runs) {
        return commands.size() <= runs.size()
                ? commands
                : commands.stream().filter(fact -> !fact.run().equals(runs.getLast())).toList();
    }

    /** Returns whether the titles of two or three runs differ in versions or words, and not only in a number that counts. */
    private static boolean areOfUnlikeThings(Set<String> runs, Map<String, String> titles) {
        var things = runs.stream().map(titles::get).filter(Objects::nonNull)
                .map(title -> END.matcher(COUNT.matcher(title).replaceAll("")).replaceAll(""))
                .collect(Collectors.toSet());
        return runs.size() > 1 && runs.size() <= FEW_RUNS && things.size() == runs.size();
    }

    /** Returns whether each table has several sizes, larger than those of the one before it: one curve under several titles. */
    private static boolean areParts(Collection<TreeMap<Long, List<Double>>> tables) {
        long last = 0;
        for (var table : tables) {
            if (table.size() == 1 || table.firstKey() <= last) {
                return false;
            }
            last = table.lastKey();
        }
        return true;
    }

    /** Returns the time or, if a row has none, the inverse of its bus bandwidth; 0 if it has neither. */
    private static double cost(Observation observation) {
        double busbw = observation.busbw().orElse(0);
        return observation.time().orElse(busbw > 0 ? 1 / busbw : 0);
    }

    /**
     * Returns the first run of the group of each run; empty if all agree, or if too many do not form groups.
     *
     * @param far        difference that separates runs with few sizes in common
     * @param farOfSmall the same for small messages
     * @param most       number of runs up to which those that do not form groups are separated one by one
     */
    private static Map<String, String> groups(Map<String, TreeMap<Long, List<Double>>> runs, double far,
            double farOfSmall, int most) {
        var names = List.copyOf(runs.keySet());
        var groups = new HashMap<String, String>();
        boolean areGroups = true;
        for (var run : names) {
            var like = names.stream().filter(other -> !areUnlike(runs.get(run), runs.get(other), far, farOfSmall))
                    .toList();
            groups.put(run, like.getFirst());
            areGroups &= like.stream().allMatch(other -> names.indexOf(other) >= names.indexOf(run)
                    || groups.get(other).equals(like.getFirst()));
            areGroups &= like.stream().allMatch(one -> like.stream()
                    .noneMatch(other -> areUnlike(runs.get(one), runs.get(other), far, farOfSmall)));
        }
        if (groups.values().stream().distinct().count() == 1 && areGroups || !areGroups && runs.size() > most) {
            return Map.of();
        }
        if (!areGroups) {
            names.forEach(run -> groups.put(run, run));
        }
        return groups;
    }

    private static boolean areUnlike(TreeMap<Long, List<Double>> one, TreeMap<Long, List<Double>> other,
            double far, double farOfSmall) {
        var sizes = one.keySet().stream().filter(size -> size > 0 && other.containsKey(size)).toList();
        var apart = sizes.stream().mapToDouble(size -> Spread.median(one.get(size)) - Spread.median(other.get(size)))
                .toArray();
        if (!sizes.isEmpty() && apart.length <= FEWEST_SIZES) {
            double least = sizes.getFirst() >= LARGE ? far : farOfSmall;
            if (Arrays.stream(apart).allMatch(each -> each > least)
                    || Arrays.stream(apart).allMatch(each -> each < -least)) {
                return true;
            }
        }
        // No repetition takes so much longer at each of many sizes.
        if (apart.length > FEWEST_SIZES && (Arrays.stream(apart).allMatch(each -> each > FAR)
                || Arrays.stream(apart).allMatch(each -> each < -FAR))) {
            return true;
        }
        for (int from = 0; from < apart.length; from++) {
            for (int to = from + 1; to <= apart.length && isBeyond(sizes.get(to - 1), apart[to - 1])
                    && apart[to - 1] * apart[from] > 0; to++) {
                if (to - from >= FEWEST_SIZES && isSteady(Arrays.copyOfRange(apart, from, to))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isBeyond(long bytes, double apart) {
        return Math.abs(apart) > Math.max(LEAST, ProcessTable.apart(bytes));
    }

    private static boolean isSteady(double[] apart) {
        double mean = Arrays.stream(apart).average().orElseThrow();
        return Math.abs(mean) > STEADY * Math.sqrt(Processes.variance(apart) / apart.length);
    }

    /**
     * Returns {@code b.log}; for a file with several runs of a subject, the title in a banner, {@code run 2}, or {@code b.log, run 2}; for
     * a group, {@code run 2 and 1 like it}.
     */
    private static Map<String, String> names(Evidence evidence, Map<String, String> alike, Map<String, String> titles,
            Map<String, Set<String>> runsOfFiles) {
        var runsOfSubjects = new HashMap<SeriesKey, Map<String, Set<String>>>();
        evidence.observations().forEach(each -> runsOfSubjects
                .computeIfAbsent(evidence.key(each), added -> new HashMap<>())
                .computeIfAbsent(each.row().source(), added -> new HashSet<>()).add(each.row().run()));
        var repeating = runsOfSubjects.values().stream().flatMap(files -> files.entrySet().stream())
                .filter(file -> file.getValue().size() > 1).map(Map.Entry::getKey).collect(Collectors.toSet());
        boolean manyFiles = runsOfFiles.size() > 1;
        var own = new HashMap<String, String>();
        runsOfFiles.forEach((file, runs) -> {
            var titled = runs.stream().filter(titles::containsKey)
                    .collect(Collectors.groupingBy(titles::get, Collectors.counting()));
            int at = 0;
            for (var run : runs) {
                at++;
                var title = titles.get(run);
                var number = title != null && titled.get(title) == 1 ? title : "run " + at;
                own.put(run,
                        runs.size() == 1 || manyFiles && !repeating.contains(file)
                                ? file
                                : manyFiles ? file + ", " + number : number);
            }
        });
        var sizes = new HashMap<String, Integer>();
        alike.values().forEach(first -> sizes.merge(first, 1, Integer::sum));
        var names = new HashMap<String, String>();
        alike.forEach((run, first) -> names.put(run,
                own.get(first) + (sizes.get(first) == 1 ? "" : " and " + (sizes.get(first) - 1) + " like it")));
        return names;
    }
}

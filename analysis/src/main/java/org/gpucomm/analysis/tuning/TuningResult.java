package org.gpucomm.analysis.tuning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.tuning.Trials.TriedCase;
import org.jspecify.annotations.Nullable;

/** Result of trials: a tuner file that wins, or the reasons why there is none. */
public sealed interface TuningResult {

    /** @param wins places where a choice is significantly faster than NCCL's own, at least one */
    record Winning(TunerFile file, List<Decision> wins) implements TuningResult {}

    /** @param reasons at least one reason */
    record Refused(List<String> reasons) implements TuningResult {}

    /** Size in bytes up to which NCCL itself uses one channel or a few, as the plugin does without a line. */
    long FEW_CHANNELS = 1 << 14;

    /** @param unused collectives that the job never calls */
    static TuningResult of(Trials trials, Set<Operation> unused) {
        var decisions = decisions(trials);
        var reasons = new ArrayList<String>();
        var wins = decisions.stream().filter(Decision::isWin).toList();
        if (decisions.isEmpty()) {
            reasons.add("there are no runs of NCCL without a pinned choice to win against");
        } else if (trials.places().stream().allMatch(place -> trials.pinned(place).isEmpty())) {
            reasons.add("no run pins algorithm, protocol and channels, so that there is nothing to choose from");
        } else if (wins.isEmpty()) {
            reasons.add("""
                    no choice is significantly faster than NCCL's own anywhere (%s places, significant at 5 %% over all of them, \
                    and by 2 %% at least, with %s processes a side or more): load no plugin""".formatted(
                    decisions.size(),
                    Decision.FEWEST));
        }
        var missing = Trials.COLLECTIVES.keySet().stream().filter(operation -> !unused.contains(operation)
                && decisions.stream().noneMatch(each -> each.place().operation() == operation)).toList();
        if (!missing.isEmpty() && !decisions.isEmpty()) {
            boolean one = missing.size() == 1;
            reasons.add("""
                    %s %s not measured, and the plugin rules all collectives: one that the file does not name runs on one \
                    channel. Measure %s, or say --unused if the job never calls %3$s""".formatted(
                    String.join(", ", missing.stream().map(Operation::id).toList()), one ? "was" : "were",
                    one ? "it" : "them"));
        }
        smallest(decisions).stream().filter(each -> each.place().bytes() > FEW_CHANNELS).findFirst()
                .ifPresent(each -> reasons.add("""
                        nothing smaller than %s was measured, and the plugin runs sizes that the file does not name on one \
                        channel. Measure from %s or less on""".formatted(words(each.place()),
                        new Bytes(FEW_CHANNELS))));
        decisions.stream().filter(each -> each.choice().isEmpty()).findFirst().ifPresent(each -> reasons.add("""
                at %s%s no choice is known to be as fast as NCCL's own: %s. Log what NCCL chooses there (NCCL_DEBUG=INFO \
                NCCL_DEBUG_SUBSYS=TUNING), or measure more choices""".formatted(words(each.place()),
                open(decisions) > 1 ? " and " + (open(decisions) - 1) + " more places" : "", each.nearest())));
        return reasons.isEmpty()
                ? new Winning(TunerFile.of(byLayout(decisions), unused), wins)
                : new Refused(List.copyOf(reasons));
    }

    /** Returns a place as text, for example {@code all_reduce of 1 MiB on 8 GPUs}. */
    static String words(TriedCase place) {
        return place.operation().id() + " of " + new Bytes(place.bytes())
                + (place.ranks() > 0 ? " on " + place.ranks() + " GPUs" : " on GPUs that were not counted")
                + (place.nodes() > 1 ? " of " + place.nodes() + " nodes" : "");
    }

    /** Returns the decisions. A win needs a faster choice at a neighbouring size too, since a single size may be a mode. */
    private static List<Decision> decisions(Trials trials) {
        int tests = trials.places().stream().mapToInt(place -> trials.pinned(place).size()).sum();
        var all = trials.places().stream().map(place -> Decision.at(place, trials, tests)).toList();
        var supported = new ArrayList<Decision>();
        for (int i = 0; i < all.size(); i++) {
            var each = all.get(i);
            boolean lone = each.isWin() && !supports(each, i > 0 ? all.get(i - 1) : null, trials)
                    && !supports(each, i + 1 < all.size() ? all.get(i + 1) : null, trials);
            supported.add(lone ? each.without(trials) : each);
        }
        return supported;
    }

    private static boolean supports(Decision win, @Nullable Decision neighbour, Trials trials) {
        if (neighbour == null || neighbour.place().operation() != win.place().operation()
                || neighbour.place().ranks() != win.place().ranks()
                || neighbour.place().nodes() != win.place().nodes()) {
            return false;
        }
        var times = trials.pinned(neighbour.place()).get(win.choice().orElseThrow());
        return times != null && Decision.gain(trials.own(neighbour.place()), times) > 0;
    }

    /** Returns the decisions at the smallest size of each collective and communicator. */
    private static List<Decision> smallest(List<Decision> decisions) {
        return byLayout(decisions).values().stream().flatMap(layouts -> layouts.values().stream())
                .map(List::getFirst).toList();
    }

    private static long open(List<Decision> decisions) {
        return decisions.stream().filter(each -> each.choice().isEmpty()).count();
    }

    private static Map<Operation, Map<TunerFile.Layout, List<Decision>>> byLayout(List<Decision> decisions) {
        var groups = new LinkedHashMap<Operation, Map<TunerFile.Layout, List<Decision>>>();
        for (var each : decisions) {
            groups.computeIfAbsent(each.place().operation(), added -> new TreeMap<>())
                    .computeIfAbsent(new TunerFile.Layout(each.place().nodes(), each.place().ranks()),
                            added -> new ArrayList<>())
                    .add(each);
        }
        return groups;
    }
}

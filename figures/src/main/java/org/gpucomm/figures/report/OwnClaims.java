package org.gpucomm.figures.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

import org.gpucomm.results.Bytes;
import org.gpucomm.figures.report.OwnRows.CountAndSize;
import org.jspecify.annotations.Nullable;

/** Verdicts of a user's rows on each claim of the study, in the study's order. */
public final class OwnClaims {

    /** Smallest ratio that counts as a difference. A few repetitions cannot distinguish medians with a smaller ratio. */
    static final double ALIKE = 1.03;

    /** Claim 4 is about fewer GPUs than this number. */
    private static final int FEW_GPUS = 32;

    private final OwnRows rows;

    public OwnClaims(OwnRows rows) {
        this.rows = rows;
    }

    /**
     * Verdict of the rows on a claim.
     *
     * @param title     verdict in a few words
     * @param sentences reasons with numbers, or a sentence about missing measurements
     */
    public record Saying(String title, List<String> sentences) {

        /**
         * Returns the verdict for these counts. A claim that holds in some places and makes no difference in others holds in part.
         *
         * @param agrees  number of places with the order of the study
         * @param differs number of places with the opposite order
         * @param alike   number of places with no measurable difference
         */
        public static Saying of(int agrees, int differs, int alike, List<String> sentences) {
            var title = agrees + differs == 0
                    ? "No difference"
                    : agrees == 0 ? "Other than in the study" : differs + alike == 0 ? "As in the study" : "In part";
            return new Saying(title, sentences);
        }

        static Saying missing(String what) {
            return new Saying("Not measured", List.of("Not in your measurements: " + what + "."));
        }
    }

    /** @param claim number of the claim in the study's text */
    public Saying of(String claim) {
        return switch (claim) {
            case "1" -> alltoallIsSlower();
            case "2" -> moreGpus();
            case "3" -> largestAlltoall();
            case "4" -> ncclAgainstNvshmem();
            case "5" -> nvshmemOverGpus();
            case "6" -> whoStarts();
            case "7" -> largeMessages();
            case "8" -> jacobi("slower than plain NCCL", "jacobi nccl", false, "jacobi nccl+overlap",
                    "jacobi nccl+overlap+graph", "jacobi nccl+overlap+graph+buffer");
            case "9a" -> jacobi("faster than NVSHMEM by element", "jacobi nvshmem", true, "jacobi nccl",
                    "jacobi nccl+overlap", "jacobi nvshmem+block", "jacobi nvshmem+block+overlap+sync");
            case "9b" -> jacobi("slower than NVSHMEM's best", "jacobi nvshmem+block+overlap+sync", false,
                    "jacobi nccl", "jacobi nccl+overlap", "jacobi nccl+overlap+graph",
                    "jacobi nccl+overlap+graph+buffer", "jacobi nvshmem+block");
            default -> Saying.missing("anything that this claim is about");
        };
    }

    private Saying alltoallIsSlower() {
        var tally = new Tally();
        for (var other : List.of("all_gather", "all_reduce")) {
            var places = rows.common("alltoall", other);
            if (!places.isEmpty()) {
                tally.add(places, place -> rows.at(other, place) / rows.at("alltoall", place),
                        "All-to-All has " + range(places, place -> rows.at("alltoall", place) / rows.at(other, place))
                                + " of " + (other.equals("all_gather") ? "All-Gather's" : "All-Reduce's") + " algbw");
            }
        }
        return tally.isEmpty()
                ? Saying.missing("All-to-All and All-Gather or All-Reduce by NCCL at one size")
                : tally.saying();
    }

    private Saying moreGpus() {
        var sentences = new ArrayList<String>();
        var all = new ArrayList<Double>();
        for (var way : List.of("all_reduce", "all_gather", "alltoall")) {
            var changes = changes(way);
            if (!changes.isEmpty()) {
                all.addAll(changes);
                sentences.add(way.replace('_', '-') + " from " + fewest(way) + " to " + most(way) + " GPUs: "
                        + percents(changes) + ".");
            }
        }
        int agrees = (int) all.stream().filter(change -> change * ALIKE < 1).count();
        int differs = (int) all.stream().filter(change -> change > ALIKE).count();
        return sentences.isEmpty()
                ? onOneNumber()
                : Saying.of(agrees, differs, all.size() - agrees - differs, sentences);
    }

    private Saying nvshmemOverGpus() {
        var changes = changes("host");
        if (changes.isEmpty()) {
            return onOneNumber();
        }
        int alike = (int) changes.stream().filter(change -> change > 0.95).count();
        return Saying.of(alike, changes.size() - alike, 0,
                List.of("NVSHMEM's all-to-all by the host from " + fewest("host")
                        + " to " + most("host") + " GPUs: " + percents(changes) + "."));
    }

    private static Saying onOneNumber() {
        return Saying.missing("the same operation and size on several numbers of GPUs");
    }

    /** Returns the ratio of the value on the most GPUs to that on the fewest, for each size measured on both. */
    private List<Double> changes(String way) {
        var ranks = rows.ranks(way);
        if (ranks.size() < 2) {
            return List.of();
        }
        var places = rows.common(way);
        return places.stream().filter(place -> place.ranks() == ranks.getLast())
                .filter(place -> places.contains(new CountAndSize(ranks.getFirst(), place.bytes())))
                .map(place -> rows.at(way, place) / rows.at(way, new CountAndSize(ranks.getFirst(), place.bytes())))
                .toList();
    }

    private int fewest(String way) {
        return rows.ranks(way).getFirst();
    }

    private int most(String way) {
        return rows.ranks(way).getLast();
    }

    /** Gives no verdict: the study's 40 GB/s is the rate of its network, and other hardware cannot confirm it. */
    private Saying largestAlltoall() {
        var places = rows.common("alltoall");
        if (places.isEmpty()) {
            return Saying.missing("All-to-All by NCCL");
        }
        var last = places.getLast();
        return new Saying("Nothing to agree with", List.of("Yours has " + number(rows.at("alltoall", last))
                + " GB/s at "
                + new Bytes(last.bytes()) + " on " + last.ranks()
                + " GPUs. The study's 40 GB/s are what its network gives a GPU; another network has another number."));
    }

    private Saying ncclAgainstNvshmem() {
        var places = rows.common("alltoall", "host").stream().filter(place -> place.ranks() < FEW_GPUS).toList();
        return places.isEmpty()
                ? Saying.missing("All-to-All of one size by NCCL and by NVSHMEM's host call on fewer than " + FEW_GPUS
                        + " GPUs")
                : compared(places, place -> rows.at("alltoall", place) / rows.at("host", place),
                        "NCCL's bandwidth over NVSHMEM's is "
                                + range(places, place -> rows.at("alltoall", place) / rows.at("host", place)));
    }

    private Saying whoStarts() {
        var places = rows.common("host", "block");
        if (places.isEmpty()) {
            return Saying.missing("NVSHMEM's all-to-all by the host and by one block of the device at one size");
        }
        var said = compared(places, place -> rows.at("host", place) / rows.at("block", place),
                "By one block the device takes "
                        + range(places, place -> rows.at("host", place) / rows.at("block", place))
                        + " times as long as the host's call");
        var many = rows.common("host", "many");
        return many.isEmpty()
                ? said
                : with(said, "Over many blocks it takes "
                        + range(many, place -> rows.at("host", place) / rows.at("many", place)) + " times as long, at "
                        + counted(many) + ".");
    }

    private Saying largeMessages() {
        var sentences = new ArrayList<String>();
        int falls = 0;
        for (int ranks : rows.ranks("host")) {
            var places = rows.common("host").stream()
                    .filter(place -> place.ranks() == ranks && place.bytes() >= 1 << 20)
                    .toList();
            if (places.size() > 1) {
                var fall = deepestFall(places);
                falls += fall == null ? 0 : 1;
                sentences.add("The host's call on " + ranks + " GPUs "
                        + Objects.requireNonNullElseGet(fall, () -> "falls nowhere by more than 3 % from "
                                + new Bytes(places.getFirst().bytes()) + " to "
                                + new Bytes(places.getLast().bytes()) + "."));
            }
        }
        return sentences.isEmpty()
                ? Saying.missing("NVSHMEM's all-to-all by the host at several sizes from 1 MiB up")
                : Saying.of(falls, sentences.size() - falls, 0, sentences);
    }

    /** Returns the largest fall of the bandwidth below the best smaller size; null if less than 3 %. Small steps down add up. */
    private @Nullable String deepestFall(List<CountAndSize> places) {
        double deepest = 1;
        var from = places.getFirst();
        var best = from;
        var to = from;
        for (var place : places) {
            if (rows.at("host", place) >= rows.at("host", best)) {
                best = place;
            }
            double left = rows.at("host", place) / rows.at("host", best);
            if (left < deepest) {
                deepest = left;
                from = best;
                to = place;
            }
        }
        return deepest * ALIKE < 1
                ? "falls most by " + number(100 * (1 - deepest)) + " % from " + new Bytes(from.bytes()) + " to "
                        + new Bytes(to.bytes()) + "."
                : null;
    }

    /**
     * Compares variants of Jacobi with one of them, on each number of GPUs.
     *
     * @param words  relation of the others to {@code one} in the study
     * @param faster whether the others are faster in the study
     */
    private Saying jacobi(String words, String one, boolean faster, String... others) {
        var sentences = new ArrayList<String>();
        int agrees = 0;
        int differs = 0;
        for (var other : others) {
            for (var place : rows.common(one, other)) {
                double ratio = rows.at(other, place) / rows.at(one, place);
                boolean is = faster ? ratio * ALIKE < 1 : ratio > ALIKE;
                boolean isOpposite = faster ? ratio > ALIKE : ratio * ALIKE < 1;
                agrees += is ? 1 : 0;
                differs += isOpposite ? 1 : 0;
                sentences.add(other.substring("jacobi ".length()) + " takes "
                        + String.format(Locale.ROOT, "%.3f", ratio) + " times the time of "
                        + one.substring("jacobi ".length()) + " on " + place.ranks() + " GPUs.");
            }
        }
        return sentences.isEmpty()
                ? Saying.missing("Jacobi as " + one.substring("jacobi ".length()) + " and another way that is "
                        + words + " in the study")
                : Saying.of(agrees, differs, sentences.size() - agrees - differs, sentences);
    }

    private static Saying compared(List<CountAndSize> places, ToDoubleFunction<CountAndSize> ratio, String words) {
        var tally = new Tally();
        tally.add(places, ratio, words);
        return tally.saying();
    }

    private static Saying with(Saying said, String sentence) {
        var sentences = new ArrayList<>(said.sentences());
        sentences.add(sentence);
        return new Saying(said.title(), sentences);
    }

    static String counted(List<CountAndSize> places) {
        return places.size() == 1 ? "one place" : places.size() + " places";
    }

    private static String range(List<CountAndSize> places, ToDoubleFunction<CountAndSize> value) {
        var all = places.stream().mapToDouble(value).summaryStatistics();
        var least = number(all.getMin());
        var most = number(all.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String percents(List<Double> changes) {
        var all = changes.stream().mapToDouble(change -> 100 * (change - 1)).summaryStatistics();
        return String.format(Locale.ROOT, "%+.1f to %+.1f %% at %d sizes", all.getMin(), all.getMax(), all.getCount())
                .replace('-', '−');
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.4f",
                value);
    }
}

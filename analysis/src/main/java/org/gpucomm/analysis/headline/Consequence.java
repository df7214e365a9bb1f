package org.gpucomm.analysis.headline;

import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Consequence for those who rely on the numbers, the gravest first. */
public enum Consequence {
    /** There are no numbers, or the program that printed them failed. */
    FAILED,
    /** The numbers are of wrong data, or of nothing that was measured. */
    WRONG,
    /** The numbers are of another network than the one that was meant. */
    SOCKETS,
    /** One rank, host, pair or interface holds all others back. */
    STRAGGLER,
    /** Larger messages are much slower than smaller ones. */
    CLIFF,
    /** Others, or the hardware, reach much more. */
    BELOW,
    /** Numbers disagree with one another. */
    DOUBT,
    /** Good to know: what wins, what spreads, where a curve dips. */
    REMARK,
    /** True of the log as a whole and of little consequence: it was cut, or has rows that count for nothing. */
    CAVEAT,
    /** As others have it, or not to be judged. */
    USUAL,
    /** True of nearly every log: fits, courses, that everything was measured once. */
    BACKGROUND;

    private static final Set<String> BACKGROUND_RULES = Set.of("fit", "scaling", "hardware");
    /** Of means that a reader may make, and of rows that count for nothing. */
    private static final Set<String> OF_THE_WHOLE = Set.of("validity");
    private static final Set<String> OF_ONE = Set.of("straggler", "links", "rails");
    private static final Set<String> NEWS = Set.of("alternatives", "selection", "spread", "inert");
    /** Percent of the bandwidth that is left; a smaller loss is a change of protocol. */
    private static final double MUCH_LOST = 70;
    /** Times that a message takes of what a larger one takes. */
    private static final double MUCH_LONGER = 2;
    /** Below this latency makes the time, and a single call that was late makes a spike. */
    private static final long LARGE = 64 << 10;

    /** What follows from a finding. */
    public static Consequence of(Finding finding) {
        if (BACKGROUND_RULES.contains(finding.rule())) {
            return BACKGROUND;
        }
        boolean validity = finding.rule().equals("validity");
        return switch (finding.severity()) {
            case WRONG -> WRONG;
            case WARNING -> OF_THE_WHOLE.contains(finding.rule()) ? CAVEAT : ofWarning(finding.rule());
            case NOTICE -> validity ? BACKGROUND : REMARK;
        };
    }

    private static Consequence ofWarning(String rule) {
        if (OF_ONE.contains(rule)) {
            return STRAGGLER;
        }
        return switch (rule) {
            case "shape" -> CLIFF;
            case "peers", "ceiling", "one-channel", "selection", "line-rate" -> BELOW;
            default -> DOUBT;
        };
    }

    /** Whether the finding is that a collective ran on one rank, so that nothing was communicated. */
    static boolean isOfOneRank(Finding finding) {
        return finding.rule().equals("validity") && finding.sentence().contains("nothing is communicated");
    }

    static boolean isGrave(Finding finding) {
        return finding.severity() != Severity.NOTICE && of(finding).compareTo(DOUBT) <= 0;
    }

    /** Whether something that is only good to know is what the measurements were made for, or would surprise. */
    static boolean isNews(Finding finding) {
        if (of(finding) != REMARK || finding.confidence() == Confidence.AMBIGUOUS) {
            return false;
        }
        return switch (finding.rule()) {
            case "shape" -> number(finding, "least_left") < MUCH_LOST && number(finding, "to") >= LARGE;
            case "guideline" -> number(finding, "worst") > MUCH_LONGER && number(finding, "at") >= LARGE;
            default -> NEWS.contains(finding.rule());
        };
    }

    /** NaN where the finding has no such number. */
    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).mapToDouble(Finding.Quantity::value)
                .findFirst().orElse(Double.NaN);
    }

    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}

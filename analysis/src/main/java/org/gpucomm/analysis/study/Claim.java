package org.gpucomm.analysis.study;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.evidence.RowRef;
import org.jspecify.annotations.Nullable;

/**
 * Claim, and the evidence about it.
 *
 * @param number number of the claim in the study's text
 * @param claim  claim in our words
 * @param points evidence, one sentence each, with numbers and sizes
 * @param rows   rows behind the sentences
 * @param again  evidence of later runs on other hardware; null if there is none
 */
public record Claim(String number, String claim, Ruling ruling, List<String> points, List<RowRef> rows,
        @Nullable Again again) {

    public Claim {
        points = List.copyOf(points);
        rows = rows.stream().distinct().sorted().toList();
    }

    Claim(String number, String claim, Ruling ruling, List<String> points, List<RowRef> rows) {
        this(number, claim, ruling, points, rows, null);
    }

    Claim with(Again later) {
        return new Claim(number, claim, ruling, points, rows, later);
    }

    /**
     * Evidence of later runs elsewhere, which does not change the ruling.
     *
     * @param where  hardware and network
     * @param points results, one sentence each
     * @param limits questions that the runs cannot answer
     */
    public record Again(String where, List<String> points, String limits, List<RowRef> rows) {

        public Again {
            points = List.copyOf(points);
            rows = rows.stream().distinct().sorted().toList();
        }
    }

    public enum Ruling {
        SUPPORTED,
        PARTLY,
        NOT;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        public String title() {
            return this == NOT ? "Not supported" : this == PARTLY ? "Partly supported" : "Supported";
        }
    }
}

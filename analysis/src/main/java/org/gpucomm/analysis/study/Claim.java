package org.gpucomm.analysis.study;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.evidence.RowRef;
import org.jspecify.annotations.Nullable;

/**
 * A claim and what the data says to it.
 *
 * @param number of the claim in the study's text
 * @param claim  in our words
 * @param points what the data says, a sentence each, with numbers and sizes
 * @param rows   that the sentences stand on
 * @param again  what runs made later on other hardware say to it; null = there are none
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
     * Evidence of later runs. They rule on nothing: they were made elsewhere.
     *
     * @param where  hardware and network
     * @param points what they say, a sentence each
     * @param limits what they cannot say
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

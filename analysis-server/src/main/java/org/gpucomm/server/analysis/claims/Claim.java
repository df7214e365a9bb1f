package org.gpucomm.server.analysis.claims;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.server.analysis.evidence.RowRef;

/**
 * A claim and what the data says to it.
 *
 * @param number of the claim in the study's text
 * @param claim  in our words
 * @param points what the data says, a sentence each, with numbers and sizes
 * @param rows   that the sentences stand on
 */
public record Claim(String number, String claim, Ruling ruling, List<String> points, List<RowRef> rows) {

    public Claim {
        points = List.copyOf(points);
        rows = rows.stream().distinct().sorted().toList();
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

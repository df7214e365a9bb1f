package org.gpucomm.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

import org.gpucomm.analysis.identity.BadParameter;
import org.junit.jupiter.api.Test;

class RowLinkTest {

    private static final String ONE = "0123456789abcdef";
    private static final String OTHER = "fedcba9876543210";

    @Test
    void rowsOfOneRunAreOnItsPage() {
        assertThat(RowLink.of(rows(ONE + "-2", 3, 7, 8, 9))).isEqualTo("/runs/" + ONE + "-2?rows=3,7-9");
    }

    @Test
    void everySecondRowIsOneRange() {
        assertThat(RowLink.of(rows(ONE + "-1", 1, 3, 5, 7, 9))).isEqualTo("/runs/" + ONE + "-1?rows=1-9/2");
    }

    @Test
    void runsWithTheSameRowsAreNamedTogether() {
        var rows = new ArrayList<RowRef>();
        for (int section = 1; section <= 1000; section++) {
            rows.addAll(rows(ONE + "-" + section, 4, 5, 6));
        }
        rows.addAll(rows(OTHER + "-1", 1));
        assertThat(RowLink.of(rows)).isEqualTo("/rows?in=" + ONE + ":1-1000.4-6&in=" + OTHER + ":1.1");
    }

    @Test
    void aLinkMeansTheRowsThatItWasMadeFrom() {
        for (long seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var rows = new ArrayList<RowRef>();
            var expected = new TreeMap<String, TreeSet<Long>>();
            for (int i = 0; i < 2 + random.nextInt(60); i++) {
                var run = (random.nextBoolean() ? ONE : OTHER) + "-" + (1 + random.nextInt(4));
                long ordinal = 1 + random.nextInt(40);
                rows.add(new RowRef(run, ordinal, "x.log", 1));
                expected.computeIfAbsent(run, added -> new TreeSet<>()).add(ordinal);
            }
            var url = RowLink.of(rows);
            if (expected.size() > 1) {
                var in = Arrays.stream(url.substring("/rows?".length()).split("&"))
                        .map(each -> each.substring("in=".length())).toList();
                assertThat(new TreeMap<>(RowLink.parse(in))).as(url).isEqualTo(expected);
            }
        }
    }

    @Test
    void whatIsNoLinkIsRefused() {
        for (var text : List.of("x", ONE + ":1", ONE + ":1.x", ONE + ":.1", ONE + ":1.1-999999999",
                ONE + ":1-50000.1-50000",
                ONE + ":1.-")) {
            assertThatThrownBy(() -> RowLink.parse(List.of(text))).as(text).isInstanceOf(BadParameter.class);
        }
    }

    private static List<RowRef> rows(String run, long... ordinals) {
        return Arrays.stream(ordinals).mapToObj(ordinal -> new RowRef(run, ordinal, "x.log", ordinal + 10)).toList();
    }
}

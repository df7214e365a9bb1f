package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;

import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.hardware.Profiles;
import org.junit.jupiter.api.Test;

/** What was measured once, but out-of-place and in-place: each is a measurement of its own. */
class BothPlacementsTest {

    /** @param inPlace what the time at 32 MiB is multiplied by there */
    private static List<Finding> ofBothPlacements(double outOfPlace, double inPlace) {
        var planted = new Planted("nccl", 0, 0);
        var random = new Random(5);
        for (long bytes = 8; bytes <= 128 << 20; bytes *= 2) {
            double time = 50 + bytes / 4e3 + (bytes >= 1 << 17 && bytes <= 1 << 20 ? bytes / 1.5e3 : 0);
            for (var placement : Placement.values()) {
                double late = bytes != 32 << 20 ? 1 : placement == Placement.OUT_OF_PLACE ? outOfPlace : inPlace;
                planted.placed(placement).add(8, bytes, time * late * Math.exp(0.005 * random.nextGaussian()));
            }
        }
        return new Rules(Profiles.bundled()).examine(planted.evidence());
    }

    @Test
    void aDipThatBothPlacementsShowIsSaid() {
        assertThat(ofBothPlacements(1.74, 1.74)).filteredOn(finding -> finding.rule().equals("shape"))
                .anySatisfy(finding -> {
                    assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
                    assertThat(finding.sentence()).contains("from 16 MiB to 32 MiB",
                            "The in-place measurements show the same fall; each was measured once.");
                });
    }

    @Test
    void oneTimeThatWasLateIsNoDip() {
        assertThat(ofBothPlacements(1.74, 1)).filteredOn(finding -> finding.rule().equals("shape"))
                .noneMatch(finding -> finding.sentence().contains("32 MiB"));
        assertThat(ofBothPlacements(3, 1)).filteredOn(finding -> finding.rule().equals("shape"))
                .anySatisfy(finding -> assertThat(finding.sentence())
                        .containsPattern(
                                "In-place, measured beside it, takes .* at 32 MiB: a single measurement that was late"));
    }

    @Test
    void whatBothPlacementsTakeLongerForIsNoAccident() {
        assertThat(ofBothPlacements(1, 1)).filteredOn(finding -> finding.rule().equals("guideline")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
                    assertThat(finding.sentence()).contains("1 MiB", "than 2 MiB");
                });
    }

    @Test
    void aTimeThatWasLateDoesNotBendTheFit() {
        var late = new Planted("nccl", 9, 0.01).curve(8, 512, 1 << 30, 1,
                bytes -> (12 + bytes / 180e3) * (bytes == 2 << 20 ? 1.5 : 1)).evidence();
        assertThat(new Fits().examine(late)).singleElement().satisfies(
                finding -> assertThat(finding.sentence()).contains("α = 1").doesNotContain("pieces", "bends"));
    }
}

package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.identity.Agreement;
import org.junit.jupiter.api.Test;

/** What is said of one run against one, the usual case, of logs as nccl-tests prints them. */
class PairsOfLogsTest {

    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;
    private static final SingleRunLog USUAL = SingleRunLog.usual();

    @Test
    void twoRunsOfTheSameAreNearAndSayWhichDifferencesSayNothing() throws Exception {
        assertThat(said(USUAL, USUAL))
                .matches(
                        "B against A: within [0-3](\\.\\d)? % from 1 MiB up; .* up to 512 KiB.* Single runs, so differences "
                                + "below about 9 % \\(48 % below 1 MiB, as equal processes of H200s differed\\) say nothing: "
                                + "what one process adds to all of its times, "
                                + "often 3 %, cannot be distinguished from a change\\.");
    }

    @Test
    void whatIsSlowerEverywhereByMoreThanNoiseIsNotCalledNear() throws Exception {
        var text = said(USUAL, USUAL.slowerBy(bytes -> bytes < MIB ? 1 : 1.06));
        assertThat(text).containsPattern("\\d(\\.\\d)? % to \\d(\\.\\d)? % slower from 1 MiB up, ambiguous;");
    }

    @Test
    void whatIsShownEverywhereNeedsNoWordOfNoise() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes < MIB ? 4 : 22)))
                .matches(
                        "B against A: takes 3(\\.\\d)? to 2\\d times as long at all sizes\\. At 8 GiB B reaches 1\\d(\\.\\d)? GB/s, A 3[45]\\d GB/s\\.");
        assertThat(said(USUAL.slowerBy(bytes -> bytes < MIB ? 4 : 22), USUAL))
                .matches(
                        "B against A: 3(\\.\\d)? to 2\\d times as fast at all sizes\\. At 8 GiB B reaches 3[45]\\d GB/s, A 1\\d(\\.\\d)? GB/s\\.");
    }

    @Test
    void slowerHereAndFasterThereAreBothSaidWithTheirSizes() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes < MIB ? 0.2 : 1.5)))
                .matches(
                        "B against A: takes 1\\.5 to 1\\.6 times as long from 1 MiB up; \\d(\\.\\d)? to \\d(\\.\\d)? times as "
                                + "fast up to 512 KiB\\. At 8 GiB B reaches 2\\d\\d GB/s, A 3[45]\\d GB/s\\.");
    }

    @Test
    void singleRunsThatGainAtOneEndAndLoseAtTheOtherAreNotOneRange() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes > 512 * MIB ? 0.93 : bytes < 8 * MIB ? 1 : 1.13)))
                .containsPattern(
                        "\\d % faster from 1 GiB up, \\d\\d? % to \\d\\d % slower between 8 MiB and 512 MiB, ambiguous");
    }

    @Test
    void aDipIsSaidWhereItIs() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes == 16 * MIB || bytes == 32 * MIB ? 1.8 : 1)))
                .contains("takes 1.8 times as long between 16 MiB and 32 MiB, ambiguous; ",
                        " at 12 of 14 sizes from 1 MiB up");
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes >= 16 * MIB && bytes <= 64 * MIB ? 1.8 : 1)))
                .contains("times as long between 16 MiB and 64 MiB; ");
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes == MIB || bytes == GIB ? 1.8 : 1)))
                .contains("times as long at 1 MiB and 1 GiB, ambiguous; ");
    }

    /** Beyond what noise gives, and not so far that it is one of its own: what is said of the others stays narrow. */
    @Test
    void oneSizeThatIsOutDoesNotWidenWhatIsSaidOfTheOthers() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes == 64 * MIB ? 1.14 : 1))).matches(
                "B against A: within [0-3](\\.\\d)? % at 13 of 14 sizes from 1 MiB up; 1[0-9] % slower at 64 MiB, ambiguous; "
                        + "within .*");
    }

    @Test
    void aFewSizesThatDifferByMuchAreSaidFirst() throws Exception {
        assertThat(said(USUAL, USUAL.slowerBy(bytes -> bytes == 512 << 10 ? 2.4 : 1)))
                .startsWith("B against A: takes 2.4 times as long at 512 KiB, ambiguous; within ");
    }

    @Test
    void oneSizeAloneHasNoWordOfSizes() throws Exception {
        var one = USUAL.sizes(GIB, GIB, 2);
        assertThat(said(one, one)).matches("B against A: within [0-4](\\.\\d)? %\\. Single runs, so differences below "
                + "about 9 % say nothing: .*");
    }

    @Test
    void sizesThatOneSideLacksAreNotCounted() throws Exception {
        assertThat(said(USUAL.sizes(KIB, 128 * MIB, 2), USUAL.sizes(8, 8 * GIB, 4).slowerBy(bytes -> 22)))
                .containsPattern(
                        " times as long at all sizes that both have\\. At 128 MiB B reaches 1\\d(\\.\\d)? GB/s, A 3\\d\\d GB/s\\.$");
        assertThat(said(USUAL, USUAL.cutAfter(4 * MIB))).contains("within ", " from 1 MiB up; ");
    }

    @Test
    void wrongDataIsLeftOutAndSaid() throws Exception {
        var text = said(USUAL, USUAL.wrongAt(MIB, 16 * MIB));
        assertThat(text).endsWith(" Measurements with wrong data are left out: 2 of B.").contains(" from 2 MiB up");
    }

    @Test
    void whatKeepsThemApartIsNamedWithItsCost() throws Exception {
        assertThat(said(USUAL.onRanks(8), USUAL)).matches("A on 8 ranks and B on 16 ranks: the same within 2 % at "
                + "8 GiB \\(3[45]\\d GB/s and 3[45]\\d GB/s\\).*");
        assertThat(said(USUAL.onRanks(8), USUAL.slowerBy(bytes -> bytes > MIB ? 2 : 1)))
                .matches("B on 16 ranks reaches 17\\d GB/s at 8 GiB, 5[01] % less than A on 8 ranks "
                        + "\\(3[45]\\d GB/s\\)(; at 1 MiB \\d(\\.\\d)? % more)?\\.");
        assertThat(said(USUAL, USUAL.of("bfloat16").slowerBy(bytes -> 1.2)))
                .matches("B with bfloat16 reaches 2\\d\\d GB/s at 8 GiB, 1[5-8] % less than A with float .*");
    }

    @Test
    void sidesThatSeveralThingsKeepApartAreNotCompared() throws Exception {
        assertThat(said(USUAL.onRanks(8), USUAL.of("bfloat16")))
                .isEqualTo("A and B have no measurement in common: float against bfloat16; 8 ranks against 16.");
        assertThat(said(USUAL.sizes(KIB, 4 * KIB, 2), USUAL.sizes(MIB, GIB, 2)))
                .isEqualTo("A and B have no measurement in common: 1 KiB to 4 KiB against 1 MiB to 1 GiB.");
    }

    /** The times of 8 and 16 GPUs differ by 7 % at the same busbw. */
    @Test
    void numbersOfGpusThatLogsDoNotPrintAreInferred() throws Exception {
        var a = evidence(withoutGpus(USUAL.onRanks(8)));
        var b = evidence(withoutGpus(USUAL));
        assertThat(HeadlineText.of(new Headline(Comparison.of(a, b), "A", "B")))
                .contains("A on 8 ranks and B on 16 ranks");
        assertThat(HeadlineText.of(new Headline(Comparison.of(a, a), "A", "B"))).doesNotContain("in common");
    }

    @Test
    void singleRunsThatAllDifferOneWayAreNotOnlyNear() throws Exception {
        var small = USUAL.sizes(4 * KIB, 256 * KIB, 2);
        assertThat(said(small, small.slowerBy(bytes -> 0.75)))
                .containsPattern("\\d % to \\d\\d % faster at all sizes, within noise");
    }

    private static String withoutGpus(SingleRunLog log) {
        return log.text(1).lines().filter(line -> !line.startsWith("#  Rank"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void runsOfOneSideThatAreUnlikeAreSaid() throws Exception {
        var a = evidence(USUAL.text(1), USUAL.slowerBy(bytes -> 22).text(2));
        var text = HeadlineText.of(new Headline(Comparison.of(a, evidence(USUAL.text(3))), "A", "B"));
        assertThat(text)
                .contains(" The runs of A differ from one another by a factor of 22, so that their means are of "
                        + "unlike runs.");
        assertThat(Agreement.FACTOR).isLessThan(22);
        assertThat(said(USUAL, USUAL)).doesNotContain("unlike");
    }

    /** Whatever differs: what is called near is within the noise that is named, and what is not is called so. */
    @Test
    void theSentenceNeverContradictsTheVerdicts() throws Exception {
        var changes = List.<LongToDoubleFunction>of(bytes -> 1, bytes -> 1.02, bytes -> 1.05, bytes -> 0.93,
                bytes -> 1.11, bytes -> bytes < MIB ? 1.3 : 1, bytes -> bytes > 64 * MIB ? 1.08 : 1);
        for (int seed = 0; seed < 20; seed++) {
            for (var change : changes) {
                var comparison = Comparison.of(evidence(USUAL.text(2L * seed)),
                        evidence(USUAL.slowerBy(change).text(2L * seed + 1)));
                var text = HeadlineText.of(new Headline(comparison, "A", "B"));
                double most = 100 * comparison.places().stream().mapToDouble(place -> Math.expm1(place.halfInterval()))
                        .max().orElseThrow();
                assertThat(nears(text)).as(text).allSatisfy(near -> assertThat(Double.parseDouble(near.group(1)))
                        .isLessThanOrEqualTo(most + 0.5));
                boolean beyond = comparison.with(Verdict.AMBIGUOUS).stream()
                        .anyMatch(place -> Math.abs(Math.log1p(place.effect())) > place.halfInterval());
                assertThat(text.contains("ambiguous")).as(text).isEqualTo(beyond);
            }
        }
    }

    /** {@code within 2.1 % from 1 MiB up}: the number and its sizes. */
    private static List<MatchResult> nears(String text) {
        return Pattern.compile("within ([0-9.]+) % ([^;.]*)").matcher(text).results().toList();
    }

    private static String said(SingleRunLog a, SingleRunLog b) throws Exception {
        return HeadlineText.of(new Headline(Comparison.of(evidence(a.text(1)), evidence(b.text(2))), "A", "B"));
    }

    private static Evidence evidence(String... logs) throws Exception {
        var files = new EvidenceFiles();
        for (int i = 0; i < logs.length; i++) {
            files.add(new ByteArrayInputStream(logs[i].getBytes(StandardCharsets.UTF_8)), i + ".log", "log " + i);
        }
        return files.evidence();
    }
}

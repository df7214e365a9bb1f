package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.SeriesKey;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One file with the same operations under several settings: NCCL's protocols on four H200s. */
class SettingsFindingsTest {

    private static List<Finding> findings = List.of();

    @BeforeAll
    static void examine() throws IOException, UnreadableFile {
        var file = Path.of("../data/h200/h200_protocols.csv");
        var files = new EvidenceFiles();
        files.add(Files.newInputStream(file), file.getFileName().toString(), file.toString());
        findings = new Rules(Profiles.bundled()).examine(files.evidence());
    }

    @Test
    void anOperationUnderOneSettingIsNotHeldAgainstAnotherUnderAnother() {
        // With the same protocol reduce-scatter takes 1.07 times as long at most; with LL against another 1.5 to 2.2 times.
        assertThat(findings).filteredOn(finding -> finding.rule().equals("guideline")).noneMatch(
                finding -> finding.sentence().startsWith("Reduce-Scatter") && number(finding, "worst") > 1.1);
    }

    @Test
    void noTwoFindingsReadTheSameSinceEachNamesItsSetting() {
        assertThat(findings).extracting(Finding::sentence).doesNotHaveDuplicates();
        assertThat(findings).filteredOn(finding -> finding.rule().equals("ceiling")).extracting(Finding::sentence)
                .anyMatch(sentence -> sentence.startsWith("All-Reduce with NCCL (NCCL_PROTO=LL) reaches "))
                .anyMatch(sentence -> sentence.startsWith("All-Reduce with NCCL reaches "));
    }

    @Test
    void theNextCommandSetsWhatWasSet() {
        assertThat(findings).filteredOn(finding -> finding.sentence().contains("(NCCL_PROTO=Simple)"))
                .extracting(Finding::next).filteredOn(Objects::nonNull).isNotEmpty()
                .allMatch(next -> String.valueOf(next).contains("NCCL_PROTO=Simple gpucomm bench "));
    }

    @Test
    void aValueFromALogCannotBecomeAnotherCommand() {
        var measured = SeriesKey.of(new Measurement("a.log", 1, new Stack("gpucomm", null, "nccl", null),
                Platform.UNKNOWN, Workload.of(Operation.ALL_REDUCE, null),
                Outcome.of(Micros.of(Decimal.of(1)), null, null, null), null,
                NamedValues.parse("NCCL_ALGO=Ring;NCCL_TOPO_FILE=a' | rm -rf x $(y)")), Circumstances.UNKNOWN);
        var cell = new Planted("nccl", 1, 0).curve(8, 8, 64, 1, bytes -> 9).evidence().alongSize().getFirst().last();
        assertThat(Command.sizes(measured, cell, 8, 1024)).hasValueSatisfying(next -> assertThat(next)
                .startsWith("NCCL_ALGO=Ring NCCL_TOPO_FILE='a'\\'' | rm -rf x $(y)' "));
    }

    @Test
    void aMixtureOfExpertsIsMeasuredAgainAsItWasRouted() {
        var measured = SeriesKey.of(new Measurement("a.csv", 1, new Stack("gpucomm", null, "nccl", null),
                Platform.UNKNOWN, Workload.of(Operation.MOE_DISPATCH, null),
                Outcome.of(Micros.of(Decimal.of(1)), null, null, null), null,
                NamedValues.parse("hidden=7168;experts=16;top_k=8;routing=zipf-1.5;seed=1;NCCL_ALGO=Ring")),
                Circumstances.UNKNOWN);
        var cell = new Planted("nccl", 1, 0).curve(8, 8, 64, 1, bytes -> 9).evidence().alongSize().getFirst().last();
        // The tokens of a rank are asked for: an eighth of what one of eight ranks receives at most.
        assertThat(Command.sizes(measured, cell, 1 << 20, 4 << 20)).contains("NCCL_ALGO=Ring gpucomm bench moe_dispatch"
                + " --experts 16 --hidden 7168 --skew 1.5 --seed 1 --top-k 8 -g 8 -b 128K -e 4M -f 2");
    }

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).mapToDouble(Finding.Quantity::value)
                .findFirst().orElse(0);
    }
}

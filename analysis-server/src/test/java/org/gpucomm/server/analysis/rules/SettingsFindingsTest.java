package org.gpucomm.server.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.hardware.Profiles;
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

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).mapToDouble(Finding.Quantity::value)
                .findFirst().orElse(0);
    }
}

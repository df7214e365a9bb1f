package org.gpucomm.server.analysis.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.server.analysis.claims.Claim.Ruling;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Numbers that are known from the published tables, by hand. */
class StudyClaimsTest {

    private static final Path PAGE = Path.of("../docs/study.md");

    private static List<Claim> claims = List.of();

    @BeforeAll
    static void examine() throws IOException {
        claims = StudyClaims.of(EvidenceFiles.bundled("study"));
    }

    @Test
    void alltoallIsReversedAtTheSmallestMessageOnTheMostGpus() {
        assertSaid("1", Ruling.PARTLY, "0.23 to 0.28", "0.33 to 0.38", "35 of 35",
                "32 MiB on 256 GPUs (All-Gather 12.4, "
                        + "All-to-All 19.8 GB/s)");
    }

    @Test
    void theDeclineWithMoreGpusIsMostlyFewerBytesARank() {
        assertSaid("2", Ruling.PARTLY, "All-Reduce −51.4 %", "All-Gather −55.9 %", "All-to-All −58.6 %",
                "256 MiB from 16 to 32 GPUs (230 to 262 GB/s)", "140 to 147 GB/s");
    }

    @Test
    void fortyGigabytesIsTheNetworksShare() {
        assertSaid("3", Ruling.PARTLY, "38.8 at 1 GiB", "40.9 at 2 GiB", "30.5 GB/s", "39.7 to 44.1", "79.3 to 88.2 %");
    }

    @Test
    void whoWinsBelow32GpusDependsOnTheSize() {
        assertSaid("4", Ruling.PARTLY, "1.29 on 16 GPUs and 0.96 on 32; they cross between 16 and 32 GPUs",
                "1.77 on 16 GPUs and 1.19 on 32; they cross between 32 and 64 GPUs",
                "8.96 on 16 GPUs and 5.74 on 32; NCCL leads on every number of GPUs");
    }

    @Test
    void nvshmemIsFlat() {
        assertSaid("5", Ruling.SUPPORTED, "+2.9 % at 2 MiB", "−1.0 % at 128 MiB", "−58.6 % at 32 MiB",
                "−63.0 % at 128 MiB");
    }

    @Test
    void deviceAgainstHostIsALaunchStyle() {
        assertSaid("6", Ruling.PARTLY, "20 of 20", "13.0 to 15.2 times at 2 MiB", "29.3 to 29.8 times at 16 MiB");
    }

    @Test
    void theFallOfTheHostTestIsACliffAtOneSize() {
        assertSaid("7", Ruling.PARTLY, "21.5 to 25.2 %", "-e 512M", "8.11");
    }

    @Test
    void plainNcclWinsFrom32GpusOn() {
        assertSaid("8", Ruling.PARTLY, "16 GPUs: the others take 0.997 to 0.999",
                "128 GPUs: the others take 1.345 to 1.429");
        assertSaid("9a", Ruling.SUPPORTED, "1.35, 1.88, 3.34, 5.47");
        assertSaid("9b", Ruling.PARTLY, "6.72, 1.85, 5.17, 19.0", "0.47, 1.47, 3.74, 12.8");
    }

    @Test
    void thePageInTheDocumentationIsThis() throws IOException {
        if (System.getenv("GPUCOMM_WRITE_DOCS") != null) {
            Files.writeString(PAGE, StudyPage.markdown(claims));
        }
        assertThat(Files.readString(PAGE)).as("run GPUCOMM_WRITE_DOCS=1 mvn verify")
                .isEqualTo(StudyPage.markdown(claims));
    }

    private static void assertSaid(String number, Ruling ruling, String... words) {
        var claim = claims.stream().filter(each -> each.number().equals(number)).findFirst().orElseThrow();
        assertThat(String.join("\n", claim.points())).contains(words);
        assertThat(claim.ruling()).isEqualTo(ruling);
        assertThat(claim.rows()).isNotEmpty();
    }
}

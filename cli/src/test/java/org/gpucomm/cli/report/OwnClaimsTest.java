package org.gpucomm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.report.OwnClaims;
import org.gpucomm.figures.report.OwnRows;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.figures.report.OwnClaims.Saying;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class OwnClaimsTest {

    private static final String HEADER = "source,section,tool,library,operation,variant,ranks,message_bytes,placement,time_us,"
            + "algbw_GBps,wrong\n";

    @TempDir
    Path folder;

    /** Held against itself the study says of itself what its page says. */
    @Test
    void theStudysOwnRowsAgreeWithTheStudy() throws Exception {
        var rows = new ArrayList<Measurement>();
        for (var file : BundledFile.all()) {
            if (file.folder().equals("study")) {
                rows.addAll(read(new String(file.open().readAllBytes(), StandardCharsets.UTF_8), file.name()));
            }
        }
        var own = new OwnClaims(new OwnRows(rows));
        assertThat(own.of("1").sentences().getFirst()).contains("at 35 places", "1 the other way round");
        assertThat(own.of("2").sentences()).hasSize(3);
        assertThat(own.of("5").title()).isEqualTo("As in the study");
        assertThat(own.of("6").title()).isEqualTo("As in the study");
        assertThat(own.of("6").sentences().getFirst()).contains("13.0 to 29.8 times as long", "at 20 places: 20 as");
        assertThat(own.of("7").sentences()).hasSize(5).allMatch(each -> each.endsWith("from 64 MiB to 128 MiB."));
        assertThat(own.of("8").sentences()).hasSize(12)
                .contains("nccl+overlap+graph+buffer takes 1.429 times the time of nccl on 128 GPUs.");
        assertThat(own.of("9a").title()).isEqualTo("As in the study");
    }

    @Test
    void medianRepetitionsDecideAndWrongDataDoesNot() throws Exception {
        var own = claims("""
                a.csv,1,gpucomm,nvshmem,alltoall,host,2,4194304,,10,400,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,2,4194304,,10,100,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,2,4194304,,10,90,0
                a.csv,1,gpucomm,nvshmem,alltoall,device+block,2,4194304,,10,900,7
                a.csv,1,gpucomm,nvshmem,alltoall,device+block,2,4194304,,10,20,0
                a.csv,1,gpucomm,nvshmem,alltoall,device+put_signal,2,4194304,,10,200,0
                """);
        assertThat(own.of("6")).isEqualTo(new Saying("As in the study", List.of(
                "By one block the device takes 5.00 times as long as the host's call, at one place: 1 as in the study, 0 the "
                        + "other way round, 0 alike within 3 %.",
                "Over many blocks it takes 0.50 times as long, at one place.")));
    }

    @Test
    void differencesThatChanceMakesAreNone() throws Exception {
        var own = claims("""
                a.csv,1,gpucomm,nccl,alltoall,,2,4194304,out_of_place,10,100,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,2,4194304,,10,98,0
                """);
        assertThat(own.of("4").title()).isEqualTo("No difference");
    }

    /** What the bundled rows say: 13 sizes as in the study, and at 128 KiB no difference. */
    @Test
    void whatMakesNoDifferenceInSomePlacesHoldsInPart() throws Exception {
        var file = Path.of("../data/h200/h200_study.csv");
        var own = new OwnClaims(new OwnRows(read(Files.readString(file), "h200_study.csv")));
        assertThat(own.of("6").title()).isEqualTo("In part");
        assertThat(own.of("6").sentences().getFirst()).contains("0.99 to 64.1 times",
                "at 14 places: 13 as in the study");
        assertThat(own.of("9b").title()).isEqualTo("In part");
        assertThat(own.of("9b").sentences())
                .contains("nccl+overlap+graph takes 0.976 times the time of nvshmem+block+overlap+sync on 2 GPUs.");
        assertThat(own.of("8").title()).isEqualTo("Other than in the study");
        assertThat(own.of("9a").title()).isEqualTo("As in the study");
    }

    @Test
    void allReduceCountsAsMuchAsAllGather() throws Exception {
        var own = claims("""
                a.csv,1,gpucomm,nccl,alltoall,,2,4194304,out_of_place,10,100,0
                a.csv,1,gpucomm,nccl,all_gather,,2,4194304,out_of_place,10,200,0
                a.csv,1,gpucomm,nccl,all_reduce,,2,4194304,out_of_place,10,50,0
                """);
        assertThat(own.of("1").title()).isEqualTo("In part");
        assertThat(own.of("1").sentences()).hasSize(2);
    }

    /** Over EFA NCCL is slower than NVSHMEM on many GPUs, which is no word against a claim about few. */
    @Test
    void whatIsSaidOfFewGpusIsHeldAgainstFew() throws Exception {
        var many = "a.csv,1,gpucomm,nccl,alltoall,,64,4194304,out_of_place,10,50,0\n"
                + "a.csv,1,gpucomm,nvshmem,alltoall,host,64,4194304,,10,100,0\n";
        assertThat(claims(many).of("4").title()).isEqualTo("Not measured");
        assertThat(claims(many + "a.csv,1,gpucomm,nccl,alltoall,,16,4194304,out_of_place,10,100,0\n"
                + "a.csv,1,gpucomm,nvshmem,alltoall,host,16,4194304,,10,50,0\n").of("4").title())
                .isEqualTo("As in the study");
    }

    @Test
    void manySmallStepsDownAreAFall() throws Exception {
        var own = claims("""
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,67108864,,10,100,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,134217728,,10,98,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,268435456,,10,96,0
                """);
        assertThat(own.of("7")).isEqualTo(new Saying("As in the study",
                List.of("The host's call on 4 GPUs falls most by 4.00 % from 64 MiB to 256 MiB.")));
    }

    @Test
    void aCliffIsNamedWithItsSizes() throws Exception {
        var own = claims("""
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,67108864,,10,100,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,134217728,,10,25,0
                a.csv,1,gpucomm,nvshmem,alltoall,host,4,268435456,,10,110,0
                """);
        assertThat(own.of("7")).isEqualTo(new Saying("As in the study",
                List.of("The host's call on 4 GPUs falls most by 75.0 % from 64 MiB to 128 MiB.")));
    }

    @Test
    void whatWasNotMeasuredIsSaidSo() throws Exception {
        var own = claims("a.csv,1,gpucomm,nccl,alltoall,,2,4194304,out_of_place,10,100,0\n");
        for (var claim : List.of("1", "2", "4", "5", "6", "7", "8", "9a", "9b")) {
            assertThat(own.of(claim).title()).as(claim).isEqualTo("Not measured");
        }
        assertThat(own.of("3").sentences().getFirst()).startsWith("Yours has 100 GB/s at 4 MiB on 2 GPUs.");
    }

    @Test
    void thePageIsOneFileWithBothSidesAndTenPictures() throws Exception {
        var page = folder.resolve("report.html");
        assertThat(report("--out", page.toString(), "../data/h200/h200_nvshmem_alltoall.csv",
                "../data/h200/h200_jacobi_ways.csv", "../data/h200/h200_alltoall.csv")).isZero();
        var html = Files.readString(page);
        assertThat(html).contains("The study's own rows", "Your rows", "Other than in the study",
                "nccl+overlap takes 0.942 times the time of nccl on 2 GPUs.", "NVIDIA H200");
        assertThat(html.split("<img ", -1)).as("five figures, twice").hasSize(11);
        assertThat(html.split("data:image/png;base64,iVBOR", -1)).as("light and dark").hasSize(21);
        assertThat(html.replaceAll("base64,[^\"]*", "")).doesNotContain("NaN", "src=\"http", "href=\"http", "<script");
    }

    @Test
    void rowsOfOtherThingsAreRefusedWithWhatToDo() throws Exception {
        var file = Files.writeString(folder.resolve("x.csv"), HEADER + "a.csv,1,mine,mpi,gather,,2,8,,10,1,0\n");
        assertThat(report("--out", folder.resolve("r.html").toString(), file.toString())).isEqualTo(1);
        assertThat(said.toString()).contains("none of the measurements, 1 in all, is of what the study measured",
                "./gpucomm run data/h200/study.yaml");
        assertThat(folder.resolve("r.html")).doesNotExist();
        assertThat(report("nowhere.csv")).isEqualTo(2);
    }

    private final StringWriter said = new StringWriter();

    private int report(String... arguments) {
        return new CommandLine(new ReportCommand()).setErr(new PrintWriter(said)).setOut(new PrintWriter(said))
                .execute(arguments);
    }

    private static OwnClaims claims(String rows) throws Exception {
        return new OwnClaims(new OwnRows(read(HEADER + rows, "a.csv")));
    }

    private static List<Measurement> read(String text, String name) throws Exception {
        var all = new ArrayList<Measurement>();
        try (var reader = LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    all.addAll(row.measurements());
                }
            }
        }
        return all;
    }
}

package org.gpucomm.cli.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.Bundle;
import org.gpucomm.figures.StoredUpload;
import org.gpucomm.figures.chart.Numbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FiguresCommandTest {

    private static final String SPEC = """
            name: mine
            title: My nodes
            source: my cluster
            aggregation: nothing is averaged
            where: {operation: all_reduce, placement: out_of_place}
            x: {column: message_bytes, scale: log2}
            y: {metric: busbw}
            series: {by: ranks, name: "{} GPUs"}
            panels:
              - {title: All-Reduce}
            """;

    @TempDir
    private Path folder = Path.of(".");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path target = Path.of(".");

    @BeforeEach
    void chooseTarget() {
        target = folder.resolve("drawn");
    }

    @Test
    void theStudysFiveAreDrawnInItsStyle() {
        assertThat(figures("--style", "study", "--format", "csv")).isZero();
        assertThat(out.toString().lines().map(line -> Path.of(line).getFileName().toString())).containsExactly(
                "nccl_bandwidth.csv", "alltoall_comparison.csv", "nvshmem_comparison.csv",
                "nvshmem_size_comparison.csv", "jacobi.csv");
        assertThat(target.resolve("jacobi.csv")).content().startsWith("figure,panel,series,x,y\njacobi,");
    }

    @Test
    void allAreDrawnInOurStyle() {
        assertThat(figures("--format", "svg")).isZero();
        assertThat(out.toString().lines()).hasSize(19);
    }

    @Test
    void namedFiguresAreDrawnAtTheWidthThatIsWanted() throws IOException {
        assertThat(figures("--width", "480", "bandwidth", "proxy")).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(javax.imageio.ImageIO.read(target.resolve("proxy.png").toFile()).getWidth()).isEqualTo(480);
    }

    @Test
    void aPaperGetsPicturesOfItsColumn() throws IOException {
        assertThat(figures("--for", "column", "proxy")).isZero();
        assertThat(javax.imageio.ImageIO.read(target.resolve("proxy.png").toFile()).getWidth()).as("3.3 in at 300 dpi")
                .isEqualTo(990);
        assertThat(figures("--for", "poster", "proxy")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown paper 'poster'; there are full, bare, column");
        assertThat(figures("--for", "bare", "--style", "study", "jacobi")).isEqualTo(2);
    }

    @Test
    void logsAreDrawnOneByOneToo() throws IOException {
        data();
        var log = folder.resolve("logs/mine.csv");
        var spec = Files.writeString(folder.resolve("mine.yaml"), SPEC);
        assertThat(figures("--data", log.toString(), "--spec", spec.toString(), "--format", "csv")).isZero();
        assertThat(target.resolve("mine.csv")).content().contains("All-Reduce,16 GPUs,1048576,300");
    }

    @Test
    void anUploadIsNamedByTheAddressOfItsPage() {
        assertThat(StoredUpload.at("http://127.0.0.1:8080/uploads/0123456789abcdef")).hasValueSatisfying(
                upload -> assertThat(upload.id()).isEqualTo("0123456789abcdef"));
        assertThat(StoredUpload.at("uploads/0123456789abcdef")).isEmpty();
        assertThat(figures("--data", "http://127.0.0.1:9/uploads/0123456789abcdef")).isNotZero();
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNamesThatThereAre() {
        assertThat(figures("bandwith")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown figure 'bandwith'; there are nccl_bandwidth, alltoall_comparison");
        assertThat(target).doesNotExist();
    }

    @Test
    void aFigureThatTheStudyDoesNotHaveIsNotDrawnInItsStyle() {
        assertThat(figures("--style", "study", "proxy")).isEqualTo(2);
        assertThat(err.toString()).contains("figure proxy has no style study; those that have it are nccl_bandwidth");
    }

    @Test
    void wrongValuesOfOptionsAreUsageErrors() {
        assertThat(figures("--style", "excel")).isEqualTo(2);
        assertThat(figures("--format", "gif")).isEqualTo(2);
        assertThat(figures("--width", "3")).isEqualTo(2);
        assertThat(figures("--data", folder.resolve("nowhere").toString())).isEqualTo(2);
        assertThat(figures("--spec", folder.resolve("nowhere.yaml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("unknown style 'excel'; there are gpucomm and study",
                "unknown format 'gif'; there are png, svg, pdf, csv, json", "--width must be from 100 to 20000, was 3",
                "--data must name a file, a folder or the address of an upload", "nowhere.yaml does not exist");
    }

    @Test
    void aSpecOfOnesOwnIsDrawnFromOnesOwnLogs() throws IOException {
        data();
        var spec = Files.writeString(folder.resolve("mine.yaml"), SPEC);
        assertThat(figures("--data", folder.toString(), "--spec", spec.toString(), "--format", "csv")).isZero();
        assertThat(target.resolve("mine.csv")).hasContent("""
                figure,panel,series,x,y
                mine,All-Reduce,8 GPUs,1048576,350.25
                mine,All-Reduce,8 GPUs,2097152,360.5
                mine,All-Reduce,16 GPUs,1048576,300.0
                """.replace("300.0", "300"));
        assertThat(out.toString().lines()).hasSize(1);
    }

    /** The rows are read here in the plainest way; the medians are those of an odd number of rounds. */
    @Test
    void nvshmemsFiguresAreDrawnAgainFromRowsOfOnesOwn() throws IOException {
        assertThat(figures("--data", "../data/h200/h200_nvshmem_alltoall.csv", "--format", "csv", "nvshmem_comparison",
                "nvshmem_size_comparison")).isZero();
        var hosts = Bundle.rows("h200/h200_nvshmem_alltoall.csv").stream().filter(row -> row.get("ranks").equals("4")
                && row.get("variant").equals("host") && row.get("message_bytes").equals("67108864"))
                .map(row -> Bundle.number(row, "algbw_GBps")).sorted().toList();
        assertThat(hosts).hasSize(3);
        assertThat(target.resolve("nvshmem_comparison.csv")).content()
                .contains("nvshmem_comparison,64 MiB,started by the host,4," + Numbers.plain(hosts.get(1)) + "\n");
        assertThat(target.resolve("nvshmem_size_comparison.csv")).content().contains(
                "nvshmem_size_comparison,Started by the host,4 GPUs,67108864," + Numbers.plain(hosts.get(1)) + "\n");
        assertThat(figures("--data", "../data/h200/h200_nvshmem_alltoall.csv", "--format", "svg",
                "nvshmem_size_comparison")).isZero();
        assertThat(target.resolve("nvshmem_size_comparison.svg")).content().contains("gpucomm 0.1.0; nvshmem 3.4.5; "
                + "NVIDIA H200; hosts: 1; iterations: 100, 50; from h200_nvshmem_alltoall.csv")
                .doesNotContain("EFA study:");
    }

    @Test
    void aSpecWithAMistakeIsAUsageErrorThatNamesTheLine() throws IOException {
        var spec = Files.writeString(folder.resolve("mine.yaml"), SPEC.replace("busbw", "speed"));
        assertThat(figures("--spec", spec.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("mine.yaml:7: panels[0].y.metric must be busbw, algbw,");
    }

    @Test
    void dataWithoutRowsForAnAskedFigureIsSaid() throws IOException {
        data();
        assertThat(figures("--data", folder.toString(), "jacobi")).isEqualTo(1);
        assertThat(err.toString()).contains("jacobi was not drawn: its spec chooses none of the 3 measurements",
                "nothing was drawn");
    }

    @Test
    void filesThatAreNoResultsAreNamed() throws IOException {
        data();
        Files.writeString(folder.resolve("notes.txt"), "nothing to see");
        figures("--data", folder.toString(), "jacobi");
        assertThat(err.toString()).contains("1 file is in no known format and left out: notes.txt");
    }

    @Test
    void picturesAreTheSameBytesInEveryRun() throws IOException {
        figures("--width", "700", "jacobi");
        var first = Files.readAllBytes(target.resolve("jacobi.png"));
        figures("--width", "700", "jacobi");
        assertThat(target.resolve("jacobi.png")).hasBinaryContent(first);
    }

    private void data() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("logs")).resolve("mine.csv"), """
                source,section,tool,library,operation,ranks,message_bytes,placement,busbw_GBps
                a.log,1,nccl-tests,nccl,all_reduce,8,1048576,out_of_place,350.25
                a.log,1,nccl-tests,nccl,all_reduce,8,2097152,out_of_place,360.50
                a.log,1,nccl-tests,nccl,all_reduce,16,1048576,out_of_place,300.0
                """);
    }

    private int figures(String... arguments) {
        var all = new ArrayList<>(List.of("--out", target.toString()));
        all.addAll(List.of(arguments));
        return new CommandLine(new FiguresCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }
}

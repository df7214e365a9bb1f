package org.gpucomm.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.gpucomm.results.format.customtable.Meaning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class ConvertCommandTest {

    private static final String TABLE = "GPUs,size(MB),algbw(GB/s)\n8,1,2.50\n8,x,3.0\n";

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void rowsGoToTheFileAndTheLinesAreAccountedFor() throws IOException {
        var log = file("nccl_all_reduce.csv", TABLE);
        assertThat(convert(log, "-o", folder.resolve("out.csv").toString())).isZero();
        assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(2).last().asString()
                .startsWith("nccl_all_reduce.csv,1,study,,nccl,,all_reduce,").contains(",1048576,", ",2.50,");
        assertThat(err.toString()).contains(
                "nccl_all_reduce.csv: study-csv, 3 lines = 1 with rows + 1 note + 1 problem; 1 row",
                "nccl_all_reduce.csv,3,size(MB) is no number: 'x',\"8,x,3.0\"");
    }

    @Test
    void problemsGoToTheirFileWithAHeader() throws IOException {
        convert(file("nccl_reduce.csv", TABLE), "-o", "/dev/null", "--problems", folder.resolve("p.csv").toString());
        assertThat(folder.resolve("p.csv")).hasContent("""
                source,line,reason,text
                nccl_reduce.csv,3,size(MB) is no number: 'x',"8,x,3.0"
                """);
    }

    /** As a job of nccl-tests 2.8 leaves it: the largest error in place of a count, and Slurm's last word. */
    @Test
    void aRunThatFailedIsQuotedAndNoLineOfItIsAProblem() throws IOException {
        var log = file("all_reduce.log", """
                # nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 validation: 1
                #
                #                                                     out-of-place                       in-place
                #       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
                #        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                     1048576        262144   float     sum    56.42   18.59   32.53  2e-07    55.10   19.03   33.30  2e-07
                     2097152        524288   float     sum    80.10   26.18   45.82  1e+00    79.90   26.25   45.93  1e+00
                # Out of bounds values : 2 FAILED
                # Avg bus bandwidth    : 39.395
                #
                srun: error: node-1: task 3: Exited with exit code 1
                """);
        var out = folder.resolve("out.csv");
        assertThat(convert(log, "-o", out.toString())).isZero();
        assertThat(err.toString()).contains("11 lines = 2 with rows + 9 notes + 0 problems; 4 rows",
                "all_reduce.log,11,the run failed,srun: error: node-1: task 3: Exited with exit code 1",
                "run 1, aborted: line 11 says", "run 1, out of bounds: values out of bounds: 2 FAILED",
                "run 1, wrong data: 2 measurements have wrong data");
        var lines = Files.readAllLines(out).stream().map(line -> List.of(line.split(",", -1))).toList();
        int wrong = lines.getFirst().indexOf("wrong");
        assertThat(lines).extracting(line -> line.get(wrong)).containsExactly("wrong", "0", "0", "1", "1");
        assertThat(convert(log, "-o", out.toString(), "--strict")).isEqualTo(1);
    }

    @Test
    void strictTurnsAProblemIntoExitCode1() throws IOException {
        assertThat(convert(file("nccl_reduce.csv", TABLE), "-o", "/dev/null", "--strict")).isEqualTo(1);
    }

    @Test
    void jsonLinesKeepTheDigits() throws IOException {
        convert(file("nccl_reduce.csv", TABLE), "--format", "jsonl", "-o", folder.resolve("o.jsonl").toString());
        assertThat(folder.resolve("o.jsonl"))
                .hasContent("{\"source\":\"nccl_reduce.csv\",\"section\":1,\"tool\":\"study\","
                        + "\"library\":\"nccl\",\"operation\":\"reduce\",\"ranks\":8,\"message_bytes\":1048576,"
                        + "\"algbw_GBps\":2.50}");
    }

    @Test
    void columnsThatAreNotCertainAreSaidOnTheCommandLine() throws IOException {
        var notes = file("notes.md", """
                Two nodes, idle.

                | size | Ring | Tree | day |
                |------|-----:|-----:|----:|
                | 1M   | 12.5 | 10.5 | 3   |
                """);
        assertThat(convert(notes)).isEqualTo(1);
        assertThat(err.toString()).contains("each of the columns 'Ring', 'Tree', 'day' is not understood",
                "say so with --map 'Ring=busbw:GB/s' or --map 'Ring=ignored'");
        var out = folder.resolve("rows.csv");
        assertThat(convert(notes, "--map", "ring=busbw:GB/s", "--map", "Tree=time:us:tree-2", "--map", "day=ignored"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("neither a column nor the file's name says",
                "say so with --map operation=all_reduce");
        assertThat(convert(notes, "--map", "ring=busbw:GB/s", "--map", "Tree=time:us:tree-2", "--map", "day=ignored",
                "--map", "operation=all_reduce", "--map", "ranks=16", "-o", out.toString())).isZero();
        assertThat(Files.readAllLines(out)).hasSize(3).anySatisfy(row -> assertThat(row)
                .contains(",all_reduce,ring,", ",16,", ",1048576,", ",12.5,"))
                .anySatisfy(row -> assertThat(row).contains(",all_reduce,tree-2,", ",10.5,"));
    }

    @Test
    void theHintSaysWhatTheColumnIsTakenFor() throws IOException {
        assertThat(convert(file("all_reduce.csv", "bytes,latency\n1024,1.5\n2048,1.6\n"))).isEqualTo(1);
        assertThat(err.toString()).contains("column 'latency' is taken for time in µs",
                "say so with --map 'latency=time:µs' or --map 'latency=ignored'");
        assertThat(convert(file("all_gather.csv", "bytes,Bandwidth (MB/s)\n1024,683\n2048,1280\n"))).isEqualTo(1);
        assertThat(err.toString()).contains("say so with --map 'Bandwidth (MB/s)=algbw:MB/s'");
    }

    @Test
    void ofSeveralTablesTheNumberSaysWhichIsMeant() throws IOException {
        var notes = file("readme.md", """
                ## First night

                | size | Ring |
                |---|---|
                | 1M | 12.5 |

                ## AllGather

                | size | time (us) |
                |---|---|
                | 1M | 7.5 |

                ## Prices

                | GPUs | EUR |
                |---|---|
                | 8 | 55 |
                """);
        assertThat(convert(notes)).isEqualTo(1);
        assertThat(err.toString()).contains("3 tables, of which 2 are not certain: table 1 (\"First night\")",
                "say so with --map '1:Ring=busbw:GB/s'", "or leave the table out with --map 1=ignored");
        var out = folder.resolve("rows.csv");
        assertThat(convert(notes, "--map", "1:Ring=busbw:GB/s", "--map", "operation=broadcast", "--map", "3=ignored",
                "-o", out.toString())).isZero();
        assertThat(Files.readAllLines(out)).hasSize(3)
                .anySatisfy(row -> assertThat(row).contains(",broadcast,", ",12.5,"))
                .anySatisfy(row -> assertThat(row).contains(",all_gather,", ",7.5,"));
    }

    /** A column that the header says, said otherwise; and tables in an archive. */
    @Test
    void columnsThatWereCertainAndTablesInArchivesAreReadAsTheCommandLineSays() throws IOException {
        var table = "bytes,time_us\n1024,1.5\n";
        var out = folder.resolve("rows.csv");
        assertThat(convert(file("all_reduce.csv", table), "--map", "time_us=time:ms", "-o", out.toString())).isZero();
        assertThat(Files.readString(out)).contains(",1500,");
        var archive = folder.resolve("night.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (var name : List.of("a/all_reduce.csv", "b/all_gather.csv")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("bytes,Ring\n1024,1.5\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(convert(archive.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("say so with --map 'Ring=busbw:GB/s'");
        assertThat(convert(archive.toString(), "--map", "Ring=time:us:ring", "-o", out.toString())).isZero();
        assertThat(Files.readAllLines(out)).hasSize(3).anySatisfy(row -> assertThat(row).contains(",all_gather,ring,"));
    }

    @Test
    void aHeaderThatNamesNoSizeIsReadAsTheCommandLineSays() throws IOException {
        var table = file("night.csv", "bytes_moved,Ring\n1048576,12.5\n2097152,14.5\n");
        assertThat(convert(table)).isEqualTo(1);
        assertThat(err.toString()).contains("no column is a message size",
                "say so with --map 'bytes_moved=size:bytes' or --map 'bytes_moved=ignored'");
        var out = folder.resolve("rows.csv");
        assertThat(convert(table, "--map", "bytes_moved=size:bytes", "--map", "Ring=time:us", "--map",
                "operation=all_reduce", "-o", out.toString())).isZero();
        assertThat(Files.readAllLines(out)).hasSize(3)
                .anySatisfy(row -> assertThat(row).contains(",all_reduce,", ",1048576,", ",12.5,"));
    }

    /** Help names every meaning, and each unit that it names is one. */
    @Test
    void helpSaysWhatAColumnMayMeanAndInWhichUnits() throws IOException {
        var help = new CommandLine(new ConvertCommand()).getUsageMessage();
        var said = help.replaceAll("\\s+", " ");
        for (var meaning : Meaning.values()) {
            assertThat(said).containsPattern("[ :]" + meaning.name().toLowerCase(Locale.ROOT) + "[,.]");
        }
        assertThat(help.lines()).as("on a terminal").allSatisfy(line -> assertThat(line).hasSizeLessThan(121));
        var units = said.replaceFirst(".*Units: of sizes (.*?)\\. .*", "$1").split("; of (?:times|bandwidths) ");
        assertThat(units).hasSize(3);
        var table = file("all_reduce.csv", "moved,it\n1024,1.5\n");
        var meanings = List.of("size", "time", "busbw");
        for (int i = 0; i < units.length; i++) {
            for (var unit : units[i].split(", ")) {
                assertThat(convert(table, "--map", "moved=" + (i == 0 ? "size:" + unit : "size:bytes"), "--map",
                        "it=" + (i == 0 ? "time:us" : meanings.get(i) + ":" + unit), "-o",
                        folder.resolve("help.csv").toString())).as(unit + err).isZero();
            }
        }
    }

    @Test
    void whatTheCommandLineSaysWrongIsRefusedInWords() throws IOException {
        var table = file("all_reduce.csv", "size,Ring,Tree\n1024,1.5,2.5\n");
        for (var wrong : List.of("Ring", "Rong=time:us", "Ring=speed:GB/s", "Ring=busbw:us", "operation=allreduc")) {
            assertThat(convert(table, "--map", wrong)).isEqualTo(1);
        }
        assertThat(err.toString()).contains("--map Ring: it must be COLUMN=MEANING[:UNIT[:LABEL]]",
                "--map Rong=time:us: it says nothing of any table that was read, since none has such a column",
                "there are 'size', 'Ring', 'Tree'", "'speed' is none of ignored, setting,",
                "a bandwidth needs a unit, one of kilobytes_per_second", "'allreduc' is none of all_reduce,")
                .doesNotContain("--map --map");
    }

    @Test
    void whatIsNoLogGivesCode1AndAReason() throws IOException {
        assertThat(convert(file("empty.log", ""))).isEqualTo(1);
        assertThat(convert(file("notes.txt", "hello\n"))).isEqualTo(1);
        var picture = Files.write(folder.resolve("p.png"), new byte[]{(byte) 0x89, 'P', 'N', 'G'});
        assertThat(convert(picture.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("empty.log: the file is empty", "notes.txt: no known format",
                "p.png: the file is a PNG picture").doesNotContain("\tat ");
    }

    @Test
    void theLinesOfEachLogOfAnArchiveAreAccountedFor() throws IOException {
        var archive = folder.resolve("night.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (var name : List.of("a/nccl_all_reduce.csv", "b/nccl_reduce.csv", "b/notes.txt")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write((name.endsWith("txt") ? "hello\n" : TABLE).getBytes(StandardCharsets.UTF_16));
            }
        }
        assertThat(convert(archive.toString(), "-o", folder.resolve("out.csv").toString())).isZero();
        assertThat(err.toString()).contains(
                "night.zip: a/nccl_all_reduce.csv: 3 lines = 1 with rows + 1 note + 1 problem; 1 row\n",
                "b/notes.txt,0,no known format was found in this file,",
                "night.zip: study-csv in zip + utf-16be, 7 lines = 2 with rows + 3 notes + 2 problems; 2 rows;"
                        + " 1 problem besides in 3 files\n");
        assertThat(folder.resolve("out.csv")).content().contains("\na/nccl_all_reduce.csv,1,",
                "\nb/nccl_reduce.csv,2,");
    }

    @Test
    void aMissingFileGivesCode2AndTheOthersAreConverted() throws IOException {
        var good = file("nccl_reduce.csv", TABLE);
        var out = folder.resolve("out.csv");
        assertThat(convert(folder.resolve("none.log").toString(), good, "-o", out.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.log: does not exist");
        assertThat(Files.readAllLines(out)).hasSize(2);
    }

    @Test
    void aFolderIsTheFilesBelowItAndThoseWithoutResultsAreNamed() throws IOException {
        var logs = Files.createDirectories(folder.resolve("logs/day 1"));
        Files.writeString(logs.resolve("nccl_reduce.csv"), TABLE);
        Files.writeString(folder.resolve("logs/nccl_all_reduce.csv"), TABLE);
        Files.writeString(logs.resolve("README"), "hello");
        Files.writeString(folder.resolve("logs/.hidden.csv"), "hello");
        var out = folder.resolve("logs/rows.csv");
        assertThat(convert(folder.resolve("logs").toString(), "-o", out.toString())).isZero();
        assertThat(err.toString()).contains("README: no known format").doesNotContain("hidden", "unfinished");
        assertThat(out).content().contains("\nnccl_reduce.csv,1,", "\nnccl_all_reduce.csv,1,");
        assertThat(convert(folder.resolve("logs").toString(), "-o", out.toString())).as("rows.csv is an input now")
                .isEqualTo(2);
        assertThat(convert(folder.resolve("logs").toString(), "--strict", "-o", folder.resolve("o.csv").toString()))
                .isEqualTo(1);
        assertThat(convert(Files.createDirectories(folder.resolve("none")).toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none has no files in it");
    }

    @Test
    void anInputIsNeverOverwritten() throws IOException {
        var log = file("nccl_reduce.csv", TABLE);
        assertThat(convert(log, "-o", log)).isEqualTo(2);
        assertThat(Path.of(log)).hasContent(TABLE);
    }

    @Test
    void anOutputThatCannotBeWrittenIsAUsageError() throws IOException {
        assertThat(convert(file("nccl_reduce.csv", TABLE), "-o", folder.resolve("no/such/out.csv").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--output: there is no folder ").doesNotContain("lines =");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int convert(String... arguments) {
        return new CommandLine(new ConvertCommand()).setErr(new PrintWriter(err, true))
                .execute(List.of(arguments).toArray(String[]::new));
    }
}

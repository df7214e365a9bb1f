package org.gpucomm.results.format.customtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.Reading;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;

class TablesTest {

    private static final String WITHOUT_UNITS = """
            ## Results

            AllReduce on 16 GPUs:
            | size | Ring | Tree |
            |------|------|------|
            | 1M   | 12.5 | 10.5 |
            | x    | 13.5 | 11.5 |
            | 4M   | 15.5 | 13.5 |
            | 2M   | 14.5 |

            The rest is prose | with a bar.
            """;

    @Test
    void eachColumnOfATableInMarkdownIsAVariant() throws Exception {
        var reading = Reading.ofSample("csv/markdown-one-column-a-variant.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE ring 8 KiB 41.2 \u00b5s", "1 ALL_REDUCE tree 8 KiB 29.8 \u00b5s",
                "1 ALL_REDUCE nvlstree 8 KiB 24.1 \u00b5s", "1 ALL_REDUCE ring 64 KiB 47.9 \u00b5s",
                "1 ALL_REDUCE tree 64 KiB 35.5 \u00b5s", "1 ALL_REDUCE nvlstree 64 KiB 27.3 \u00b5s",
                "1 ALL_REDUCE ring 1 MiB 96.4 \u00b5s", "1 ALL_REDUCE tree 1 MiB 88.7 \u00b5s",
                "2 ALL_GATHER null 1 MiB 160 \u00b5s", "2 ALL_GATHER null 4 MiB 310.5 \u00b5s");
        assertThat(reading.measurements().getLast().settings()).hasToString("Note=warm");
    }

    @Test
    void columnsWithoutAUnitAreTimesOfASlowNetworkIfTheyGrowSo() throws Exception {
        var table = new StringBuilder("AllReduce:\n| Size (bytes) | one | other |\n|---|---|---|\n");
        for (long bytes = 1024; bytes <= 1 << 20; bytes *= 2) {
            table.append("| %d | %.1f | %.1f |\n".formatted(bytes, 40 + bytes / 150.0, 900 + bytes / 140.0));
        }
        assertThat(assumed(table.toString(), "night.md")).extracting(TablesTest::said).hasSize(22)
                .contains("1 ALL_REDUCE one 1 KiB 46.8 \u00b5s", "1 ALL_REDUCE other 1 MiB 8389.8 \u00b5s");
    }

    @Test
    void aUnitBehindLatencyInALineAboveIsThatOfTheColumns() throws Exception {
        assertThat(Reading.ofText("AllReduce, TP=4 (latency us)\n| size | one | other |\n|---|---|---|\n"
                + "| 2 KB | 7.1 | 12.6 |\n| 4 KB | 7.3 | 12.8 |\n", "night.md").measurements())
                .extracting(TablesTest::said).contains("1 ALL_REDUCE one 2 KiB 7.1 \u00b5s");
    }

    @Test
    void aCapitalBehindANameIsNoUnitOfTime() throws Exception {
        var table = "Transfers\n| Size | Direct S | Direct D |\n|---|---:|---:|\n| 1 MiB | 11.0 | 19.1 |\n"
                + "| 4 MiB | 11.9 | 22.9 |\n";
        assertThat(catchThrowable(() -> Reading.ofText(table, "night.md"))).isInstanceOf(MappingNeeded.class);
    }

    @Test
    void aCellThatSaysItTwiceIsReadOnce() throws Exception {
        assertThat(assumed("Transfers\n| Tool | Block | Bandwidth |\n|---|---|---|\n"
                + "| one | 64 KB | 320 Gb/s |\n| other | 4 MB | 300 Gb/s (37.5 GB/s) |\n| third | 16 MB | 340 Gb/s = 42.5 GB/s |\n",
                "night.md"))
                .hasSize(3);
    }

    @Test
    void numbersAreReadAsPeopleWriteThem() throws Exception {
        var reading = Reading.ofText("""
                | Message Size (MB) | Ring (\u00b5s) | Tree 2.9 (\u00b5s) | Tree speedup | Ring share | Winner |
                |---:|---:|---:|---:|---:|---|
                | 0.5 | 1 287.61 | **1 102.5 \u00b1 3.1** | 1.17x | 91 % | Tree by far |
                | 2 | ~2\u202f210.0 | \u2014 | - | - | Ring stands alone |
                | 1024 | 1,002,210.5 | 998,000 | 1.004x | 99.6% | nearly the same |
                """, "all_reduce.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE ring 512 KiB 1287.61 \u00b5s", "1 ALL_REDUCE tree-2.9 512 KiB 1102.5 \u00b5s",
                "1 ALL_REDUCE ring 2 MiB 2210.0 \u00b5s", "1 ALL_REDUCE ring 1 GiB 1002210.5 \u00b5s",
                "1 ALL_REDUCE tree-2.9 1 GiB 998000 \u00b5s");
        assertThat(reading.measurements()).allSatisfy(each -> assertThat(each.settings().isEmpty()).isTrue());
        assertThat(reading.measurements().getLast().outcome().metrics())
                .hasToString("Tree_speedup=1.004;Ring_share=99.6");
    }

    @Test
    void aTableThatLeavesSomethingOpenCanBeReadByWhatIsLikely() throws Exception {
        var text = """
                | Tensor | eager | fused | Verdict |
                |---|---|---|---|
                | 1 MiB | 0.031 | 0.022 | fused is quicker |
                | 4 MiB | 0.052 | 0.043 | fused is quicker |
                | 16 MiB | 0.131 | 0.122 | fused is quicker |
                | 47.84 MiB | 0.301 | 0.322 | eager is quicker |
                | 128 MiB | 0.731 | 0.822 | eager is quicker |
                """;
        var proposed = Mapping.propose(text.lines().toList(), "paste.md").orElseThrow();
        assertThat(proposed.doubts()).containsExactly(
                "each of the columns 'eager', 'fused' is taken for time in ms, which its header does not say",
                "neither a column nor the file's name says which operation was measured");
        var rows = assumed(text, "paste.md");
        assertThat(rows).hasSize(10).extracting(TablesTest::said).startsWith("1 UNNAMED eager 1 MiB 31 \u00b5s",
                "1 UNNAMED fused 1 MiB 22 \u00b5s");
        assertThat(rows.get(6).workload().messageSize()).isEqualTo(new Bytes(50_163_876));
    }

    @Test
    void aLineAboveTheTableSaysTheUnitOfItsTimes() throws Exception {
        var reading = Reading.ofText("""
                All-reduce latency of small messages (all times in \u00b5s):

                | msg_size | eager | captured |
                |---|---|---|
                | 2.0 KiB | 19.77 | **5.86** |
                | 4.0 KiB | 17.24 | 5.98 |
                """, "notes.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE eager 2 KiB 19.77 \u00b5s", "1 ALL_REDUCE captured 2 KiB 5.86 \u00b5s",
                "1 ALL_REDUCE eager 4 KiB 17.24 \u00b5s", "1 ALL_REDUCE captured 4 KiB 5.98 \u00b5s");
    }

    @Test
    void timeAndBandwidthOfOneLibraryAreOneMeasurement() throws Exception {
        var reading = Reading.ofText("""
                | Size (KB) | NCCL Time (ms) | Own Time (ms) | NCCL busbw (GB/s) | Own busbw (GB/s) |
                |---|---|---|---|---|
                | 4 | 0.1186 | 0.0537 | 0.24 | 0.53 |
                """, "all_gather.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(each -> said(each) + ", " + each.outcome().busbw())
                .containsExactly("1 ALL_GATHER nccl 4 KiB 118.6 \u00b5s, 0.24 GB/s",
                        "1 ALL_GATHER own 4 KiB 53.7 \u00b5s, 0.53 GB/s");
    }

    @Test
    void numbersThatLevelOffAreAskedForAsBandwidths() {
        var text = """
                | Tensor | eager | fused |
                |---|---|---|
                | 1 MiB | 31 | 22 |
                | 4 MiB | 252 | 243 |
                | 16 MiB | 331 | 322 |
                | 64 MiB | 351 | 342 |
                """;
        var proposed = Mapping.propose(text.lines().toList(), "paste.md").orElseThrow();
        assertThat(proposed.doubts()).contains(
                "each of the columns 'eager', 'fused' is taken for algbw in GB/s, which its header does not say");
        assertThat(proposed.assumed()).isPresent();
    }

    @Test
    void columnsMayBePartedByTwoSpaces() throws Exception {
        var reading = Reading.ofSample("csv/prose-two-spaces-alltoall.txt");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALLTOALL efa 256 KiB 118.20 \u00b5s", "1 ALLTOALL ib 256 KiB 61.50 \u00b5s",
                "1 ALLTOALL efa 512 KiB 191.75 \u00b5s", "1 ALLTOALL ib 512 KiB 99.10 \u00b5s");
    }

    @Test
    void whatNoHeaderSaysIsAskedAndTornRowsAreProblems() throws Exception {
        var bytes = WITHOUT_UNITS.getBytes(StandardCharsets.UTF_8);
        var needed = catchThrowableOfType(MappingNeeded.class,
                () -> LogReader.open(new ByteArrayInputStream(bytes), "notes.md"));
        assertThat(needed.proposed().doubts()).containsExactly(
                "each of the columns 'Ring', 'Tree' is not understood", "no column is a time or a bandwidth");
        var said = needed.proposed().with(1, Meaning.BUSBW, Unit.GIGABYTES_PER_SECOND, "ring").with(2, Meaning.BUSBW,
                Unit.GIGABYTES_PER_SECOND, "tree");
        var rows = new ArrayList<Measurement>();
        var problems = new ArrayList<String>();
        try (var reader = LogReader.open(new ByteArrayInputStream(bytes), "notes.md", said)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                switch (entry) {
                    case Entry.Row row -> rows.addAll(row.measurements());
                    case Entry.Problem problem -> problems.add(problem.line() + " " + problem.reason());
                    default -> {
                    }
                }
            }
        }
        assertThat(rows).extracting(row -> row.workload().operation() + " " + row.workload().variant() + " "
                + row.workload().messageSize() + " " + row.outcome().busbw())
                .containsExactly("ALL_REDUCE ring 1 MiB 12.5 GB/s", "ALL_REDUCE tree 1 MiB 10.5 GB/s",
                        "ALL_REDUCE ring 4 MiB 15.5 GB/s", "ALL_REDUCE tree 4 MiB 13.5 GB/s");
        assertThat(problems).hasSize(2).last().isEqualTo("9 expected 3 columns, found 2");
    }

    @Test
    void aHeadingThatNamesNoOperationEndsTheOneBefore() {
        var text = "# AllReduce\n\n# Second night\n\n| size | EFA (us) |\n|---|---|\n| 1M | 5.5 |\n";
        var needed = catchThrowableOfType(MappingNeeded.class,
                () -> LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "notes.md"));
        assertThat(needed).hasMessageContaining("says which operation was measured");
    }

    @Test
    void columnsMayBeOperations() throws Exception {
        var reading = Reading.ofText("Two nodes.\n\n| size | AllReduce (us) | AllGather (us) |\n|---|---|---|\n"
                + "| 1M | 5.5 | 4.5 |\n", "notes.md");
        assertThat(reading.measurements()).extracting(m -> m.workload().operation() + " " + m.outcome().time())
                .containsExactly("ALL_REDUCE 5.5 \u00b5s", "ALL_GATHER 4.5 \u00b5s");
    }

    @Test
    void columnsWithoutAUnitAreBandwidthsIfTheyRiseAndLevelOff() throws Exception {
        var rows = new StringBuilder("AllGather:\n| Size (block) | one | other |\n|---|---|---|\n");
        for (long mebibytes = 1; mebibytes <= 1024; mebibytes *= 4) {
            rows.append("| %d MiB (%d x 4) | %.3f | %.3f\u2020 |\n".formatted(mebibytes, mebibytes,
                    24.3 * mebibytes / (mebibytes + 5), 12.2 * mebibytes / (mebibytes + 5)));
        }
        assertThat(assumed(rows.toString(), "rails.md")).hasSize(12).allSatisfy(m -> {
            assertThat(m.outcome().time()).isNull();
            assertThat(m.workload().messageSize()).isNotNull();
        }).extracting(m -> m.workload().variant() + " " + m.outcome().algbw())
                .contains("one 4.050 GB/s", "other 12.141 GB/s");
    }

    @Test
    void aUnitBehindASlashIsOneOfTime() throws Exception {
        var table = """
                AllReduce:
                | tokens | size | old/us | old/bw | new/us | new/bw | tokens/s |
                |---|---|---|---|---|---|---|
                | 4 | 24K | 6.3 | 6.8G | 6.4 | 6.7G | 100 |
                | 64 | 384K | 13.1 | 52.6G | 7.5 | 91.4G | 200 |
                """;
        assertThat(assumed(table, "kernels.md")).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE old 24 KiB 6.3 \u00b5s", "1 ALL_REDUCE new 24 KiB 6.4 \u00b5s",
                "1 ALL_REDUCE old 384 KiB 13.1 \u00b5s", "1 ALL_REDUCE new 384 KiB 7.5 \u00b5s");
    }

    @Test
    void numbersCloseToAColumnOfTimesAreTimesToo() throws Exception {
        var table = """
                AllReduce:
                | count | size | target latency (us) | kernel5 | kernel6 |
                |---|---|---|---|---|
                | 1 | 24kB | 7.7 | 8.1 | 7.23 |
                | 2 | 48kB | 7.9 | 8.3 | 7.69 |
                | 4 | 96kB | 8 | 8.9 | 8.34 |
                | 8 | 192kB | 12.6 | | 9.75 |
                | 9 | 216kB | 13 | 12.8 | 11.34 |
                """;
        assertThat(assumed(table, "kernels.md")).extracting(TablesTest::said).hasSize(14).contains(
                "1 ALL_REDUCE target 24 KiB 7.7 \u00b5s", "1 ALL_REDUCE kernel5 24 KiB 8.1 \u00b5s",
                "1 ALL_REDUCE kernel6 216 KiB 11.34 \u00b5s");
    }

    @Test
    void columnsRightOfANumberOfRanksAreOfItsOperation() throws Exception {
        var table = """
                | Type | Dispatch #EP | Bottleneck bandwidth | Combine #EP | Bottleneck bandwidth |
                |:---:|:---:|:---:|:---:|:---:|
                | Intranode | 8 | 151 GB/s (NVLink), 571 us | 8 | 156 GB/s (NVLink) |
                | Internode | 16 | 42 GB/s (RDMA) | 16 | 41 GB/s (RDMA) |
                """;
        var reading = Reading.ofText(table, "moe.md");
        assertThat(reading.measurements()).extracting(m -> m.workload().operation() + " " + m.platform().ranks() + " "
                + m.outcome().algbw() + " " + m.settings()).containsExactly("DISPATCH 8 151 GB/s Type=Intranode",
                        "COMBINE 8 156 GB/s Type=Intranode", "DISPATCH 16 42 GB/s Type=Internode",
                        "COMBINE 16 41 GB/s Type=Internode");
        assertThat(reading.measurements()).allSatisfy(m -> assertThat(m.workload().datatype()).isNull());
    }

    private static String said(Measurement m) {
        return m.section() + " " + m.workload().operation() + " " + m.workload().variant() + " "
                + m.workload().messageSize() + " " + m.outcome().time();
    }

    /** The same columns again under another heading are another table: its rows are of its own operation. */
    @Test
    void tablesWithOneHeaderAreOfTheOperationsThatTheirHeadingsName() throws Exception {
        var header = "| size | Ring (us) | Tree (us) |\n|---|---|---|\n";
        var reading = Reading.ofText("# Results\n\n## AllReduce\n\n" + header + "| 1M | 5.5 | 4.5 |\n\n## AllGather\n\n"
                + header + "| 1M | 7.5 | 6.5 |\n\n" + "More words.\n".repeat(8000) + "## ReduceScatter\n\n" + header
                + "| 1M | 9.5 | 8.5 |\n\n## Others\n\n" + header + "| 1M | 1.5 | 2.5 |\n", "notes.md");
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE ring 1 MiB 5.5 \u00b5s", "1 ALL_REDUCE tree 1 MiB 4.5 \u00b5s",
                "2 ALL_GATHER ring 1 MiB 7.5 \u00b5s", "2 ALL_GATHER tree 1 MiB 6.5 \u00b5s",
                "3 REDUCE_SCATTER ring 1 MiB 9.5 \u00b5s", "3 REDUCE_SCATTER tree 1 MiB 8.5 \u00b5s");
        assertThat(reading.problems()).extracting(Entry.Problem::reason).singleElement().asString()
                .contains("says which operation was measured");
    }

    @Test
    void ofSeveralTablesEachIsAskedAndMayBeLeftOut() throws Exception {
        var text = "## First\n\n| size | Ring | Tree |\n|---|---|---|\n| 1M | 5.5 | 4.5 |\n\n## AllGather\n\n"
                + "| size | time (us) |\n|---|---|\n| 1M | 7.5 |\n\n## Prices\n\n| GPUs | EUR |\n|---|---|\n| 8 | 55 |\n";
        var needed = catchThrowableOfType(MappingNeeded.class, () -> LogReader.open(in(text), "notes.md"));
        assertThat(needed.tables()).extracting(CustomTable::title).containsExactly("table 1 (\"First\")",
                "table 2 (\"AllGather\")", "table 3 (\"Prices\")");
        assertThat(needed.tables()).extracting(table -> table.mapping().isCertain()).containsExactly(false, true,
                false);
        assertThat(needed)
                .hasMessageStartingWith(
                        "3 tables, of which 2 are not certain: table 1 (\"First\"): each of the columns 'Ring', 'Tree'");
        var first = needed.proposed().with(1, Meaning.TIME, Unit.MICROSECONDS, "ring")
                .with(2, Meaning.TIME, Unit.MICROSECONDS, "tree").withFixed(Meaning.OPERATION, "broadcast");
        CustomTable.Answers answers = table -> switch (table.number()) {
            case 1 -> first;
            case 3 -> table.mapping().leftOut();
            default -> table.mapping();
        };
        var reading = Reading.of(LogReader.open(in(text), "notes.md", answers));
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 BROADCAST ring 1 MiB 5.5 \u00b5s",
                "1 BROADCAST tree 1 MiB 4.5 \u00b5s", "2 ALL_GATHER null 1 MiB 7.5 \u00b5s");
    }

    @Test
    void whatIsAskedOfTablesIsStoredAndReadAgain() {
        var text = "## First\n\n| size | Ring | Tree |\n|---|---|---|\n| 1M | 5.5 | 4.5 |\n";
        var tables = LogReader.tables(text.lines().toList(), "a\tb.md");
        var again = CustomTables.parse(CustomTables.text(tables));
        assertThat(again).extracting(CustomTable::mapping)
                .isEqualTo(tables.stream().map(CustomTable::mapping).toList());
        assertThat(again).extracting(CustomTable::source, CustomTable::heading)
                .containsExactly(tuple("a b.md", "First"));
        var alone = CustomTables.parse(tables.getFirst().mapping().toString());
        assertThat(alone).singleElement().matches(table -> table.isSameAs(tables.getFirst()));
    }

    /** Nothing in this header is known: that it is a table is all that can be seen, and somebody says what it means. */
    @Test
    void aFileThatIsATableIsAskedAboutThoughItsHeaderNamesNoSize() throws Exception {
        var text = "bytes_moved,Ring\n1048576,12.5\n2097152,14.5\n";
        var needed = catchThrowableOfType(MappingNeeded.class, () -> LogReader.open(in(text), "night.csv"));
        assertThat(needed.proposed().doubts()).containsExactly(
                "each of the columns 'bytes_moved', 'Ring' is not understood", "no column is a time or a bandwidth",
                "no column is a message size",
                "neither a column nor the file's name says which operation was measured");
        var said = needed.proposed().with(0, Meaning.SIZE, Unit.BYTES, null)
                .with(1, Meaning.TIME, Unit.MICROSECONDS, "ring").withFixed(Meaning.OPERATION, "all_reduce");
        assertThat(Reading.of(LogReader.open(in(text), "night.csv", said)).measurements()).extracting(TablesTest::said)
                .containsExactly("1 ALL_REDUCE ring 1 MiB 12.5 \u00b5s", "1 ALL_REDUCE ring 2 MiB 14.5 \u00b5s");
        assertThat(LogReader.tables(text.lines().toList(), "night.csv")).hasSize(1);
    }

    /** One torn row, or words with a comma in them, and it is no table that anybody is asked about. */
    @Test
    void whatIsNoWholeTableIsInNoKnownFormat() {
        for (var text : List.of("bytes_moved,Ring\n1048576,12.5\n2097152\n", "bytes_moved,Ring\n1048576,12.5\n",
                "Hello, world\nof words, and more\nand numbers, 5\n", "name,city\nAnn,Bonn\nBob,Rome\n")) {
            assertThat(catchThrowable(() -> {
                try (var reader = LogReader.open(in(text), "night.csv")) {
                    while (reader.next() != null) {
                        // to the end
                    }
                    reader.requireResults();
                }
            })).as(text).isInstanceOf(UnreadableFile.class).hasMessageContaining("no known format");
        }
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLineOfUnitsBelowTheHeaderIsNoRow() throws Exception {
        var table = "size\ttype\tredop\tbusbw\talgo\n(B)\t(us)\t(GB/s)\t(GB/s)\t\n"
                + "33554432\tfloat\tsum\t127.38\tTREE\n67108864\tfloat\tsum\t155.58\tRING\n";
        var rows = assumed("Before:\n\n" + table + "\nAfter:\n\n" + table.replace("127", "156"), "all_reduce.md");
        assertThat(rows).extracting(m -> m.outcome().busbw().toString())
                .containsExactly("127.38 GB/s", "155.58 GB/s", "156.38 GB/s", "155.58 GB/s");
    }

    @Test
    void bandwidthsOfNamedThingsNeedNoSizeAndOfARangeTheLowerEndIsRead() throws Exception {
        var rows = assumed("""
                | Allocator | Steady READ | Path |
                |---|---|---|
                | plain | 179-201 GB/s | `zero-copy \\| cuda_ipc` |
                | expandable | **0.29-0.32 GB/s** | `tcp/eth0` |
                """, "read.md");
        assertThat(rows).extracting(m -> m.outcome().algbw().toString()).containsExactly("179 GB/s", "0.29 GB/s");
        assertThat(rows.getFirst().settings().toString()).contains("plain", "zero-copy | cuda_ipc");
        assertThat(assumed("| Step | Time |\n|---|---|\n| build | 3.1 s |\n| test | 7 s |\n", "ci.md")).isEmpty();
    }

    @Test
    void namesThatStandTwiceAreThoseOfBothPlacements() throws Exception {
        var rows = assumed("""
                #protocol   size          algbw   busbw  #wrong     time   algbw   busbw #wrong
                ring        17179869184   107.30  196.72      0   159983  107.39  196.87      0
                tree        17179869184   127.87  234.43      0   134159  128.06  234.77      0
                """, "all_reduce.txt");
        assertThat(rows)
                .extracting(m -> m.workload().placement() + " " + m.outcome().busbw() + " " + m.outcome().time())
                .containsExactly("OUT_OF_PLACE 196.72 GB/s null", "IN_PLACE 196.87 GB/s 159983 \u00b5s",
                        "OUT_OF_PLACE 234.43 GB/s null", "IN_PLACE 234.77 GB/s 134159 \u00b5s");
    }

    @Test
    void columnsThatStandSeveralTimesAreOfTheNamesAboveThem() throws Exception {
        var rows = assumed("""
                Open MPI | MPICH (ch4) | Own | ||
                ---|---|---|---|---|---|---|---|
                Size | Latency (us) | Bandwidth (MB/s) | Latency (us) | Bandwidth (MB/s) | Latency (us) | Bandwidth (MB/s) | |
                8 | 1.25 | 12.5 | 2.25 | 10.5 | 1.75 | 11.5 | |
                1024 | 1.75 | 1250.5 | 2.75 | 1050.5 | 2.25 | 1150.5 | |
                """, "send.md");
        assertThat(rows).extracting(m -> said(m) + ", " + m.outcome().algbw()).startsWith(
                "1 UNNAMED open-mpi 8 B 1.25 \u00b5s, 0.0125 GB/s", "1 UNNAMED mpich 8 B 2.25 \u00b5s, 0.0105 GB/s",
                "1 UNNAMED own 8 B 1.75 \u00b5s, 0.0115 GB/s").hasSize(6);
    }

    @Test
    void rowsThatCountThingsHaveAProblemInPlaceOfASize() throws Exception {
        var table = """

                | Tokens | NCCL (\u00b5s) | Own (\u00b5s) | Speedup |
                |---:|---:|---:|---:|
                | 1 | 8.25 | 4.25 | 1.94\u00d7 |
                | 64 | 16.5 | 8.25 | 2.00\u00d7 |
                """;
        assertThat(assumed("### All-reduce of two" + table, "kernels.md"))
                .extracting(m -> m.workload().operation() + " " + m.workload().variant() + " " + m.workload().problem()
                        + " " + m.workload().messageSize() + " " + m.outcome().time())
                .containsExactly("ALL_REDUCE nccl Tokens=1 null 8.25 \u00b5s",
                        "ALL_REDUCE own Tokens=1 null 4.25 \u00b5s",
                        "ALL_REDUCE nccl Tokens=64 null 16.5 \u00b5s",
                        "ALL_REDUCE own Tokens=64 null 8.25 \u00b5s");
        assertThat(assumed("### Kernels" + table, "kernels.md")).as("two things are compared")
                .extracting(m -> m.workload().operation()).hasSize(4).containsOnly(Operation.UNNAMED);
        var single = "\n\n| Tokens | NCCL (\u00b5s) |\n|---:|---:|\n| 1 | 8.25 |\n| 64 | 16.5 |\n";
        assertThat(catchThrowable(() -> assumed("### Kernels" + single, "kernels.md")))
                .as("nobody says what was measured").isInstanceOf(MappingNeeded.class);
    }

    @Test
    void aHeadingSaysTheSizeOfATableAndCellsInWordsAreVariants() throws Exception {
        var table = """

                | Operation | Time (ms) | Speedup |
                |---|---|---|
                | Plain allreduce, then the norm | 0.250 | 0.50x |
                | Fused allreduce and norm | **0.125** | baseline |

                """;
        var reading = Reading.ofText("#### Input Size: 2.00 MiB (128 tokens)\n" + table
                + "#### Input Size: 16.00 MiB (1024 tokens)\n" + table.replace("0.", "1."), "norm.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_REDUCE Plain allreduce, then the norm 2 MiB 250 \u00b5s",
                "1 ALL_REDUCE Fused allreduce and norm 2 MiB 125 \u00b5s",
                "2 ALL_REDUCE Plain allreduce, then the norm 16 MiB 1250 \u00b5s",
                "2 ALL_REDUCE Fused allreduce and norm 16 MiB 1125 \u00b5s");
    }

    @Test
    void ofAHeaderOnSeveralLinesTheLastIsTheHeader() throws Exception {
        var reading = Reading.ofText("""
                | Message Size
                ![a picture of the jump](https://example.org/jump.png)
                 (MB) | Ring (\u00b5s) | Tree (\u00b5s) |
                |---:|---:|---:|
                | 1 | 2 287.61 | 579.78 |
                """, "all_gather.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(TablesTest::said).containsExactly(
                "1 ALL_GATHER ring 1 MiB 2287.61 \u00b5s", "1 ALL_GATHER tree 1 MiB 579.78 \u00b5s");
    }

    /** 1 MiB / 100 µs are 10.49 GB/s: the other column counts in some other way. */
    @Test
    void ofTwoPlainBandwidthsOneIsThatOfTheTime() throws Exception {
        var reading = Reading.ofText("""
                | \u64cd\u4f5c | \u5927\u5c0f(B) | \u5ef6\u8fdf(us) | \u5e26\u5bbd(GB/s) | \u541e\u5410\u91cf(GB/s) |
                |---|---|---|---|---|
                | AllReduce | 1048576 | 100.0 | 20.97 | 10.49 |
                | Broadcast | 1048576 | 80.0 | 14.11 | 13.11 |
                """, "two.md");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements())
                .extracting(m -> said(m) + ", " + m.outcome().algbw() + ", " + m.outcome().metrics())
                .containsExactly(
                        "1 ALL_REDUCE null 1 MiB 100.0 \u00b5s, 10.49 GB/s, \u5e26\u5bbd(GB/s)=20.97",
                        "1 BROADCAST null 1 MiB 80.0 \u00b5s, 13.11 GB/s, \u5e26\u5bbd(GB/s)=14.11");
    }

    private static List<Measurement> assumed(String text, String name) throws Exception {
        var rows = new ArrayList<Measurement>();
        try (var log = LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name,
                table -> table.mapping().assumed().orElse(table.mapping()))) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                if (entry instanceof Entry.Row row) {
                    rows.addAll(row.measurements());
                }
            }
        }
        return rows;
    }
}

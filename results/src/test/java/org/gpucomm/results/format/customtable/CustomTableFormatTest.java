package org.gpucomm.results.format.customtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.Reading;
import org.gpucomm.results.format.customtable.Mapping.Certainty;
import org.gpucomm.results.format.customtable.Mapping.MappedColumn;
import org.junit.jupiter.api.Test;

class CustomTableFormatTest {

    private static final String TWO_LIBRARIES = "size,NCCL bandwidth (GB/s),NVSHMEM bandwidth (GB/s)\n1024,1.5,2.5\n";

    @Test
    void semicolonsAndDecimalCommasAreRead() throws Exception {
        var rows = Reading.ofSample("csv/semicolons-decimal-comma.csv").measurements();
        assertThat(rows).extracting(m -> m.workload().operation()).containsExactly(Operation.ALL_REDUCE,
                Operation.ALL_REDUCE, Operation.ALL_GATHER);
        assertThat(rows.get(1).workload().messageSize()).isEqualTo(new Bytes(64 << 20));
        assertThat(rows.get(1).outcome().time()).hasToString("421 µs");
        assertThat(rows.get(1).outcome().busbw()).hasToString("278.95 GB/s");
        assertThat(rows.get(1).platform().ranks()).isEqualTo(8);
        assertThat(rows.get(1).settings()).hasToString("Protocol=Simple");
        assertThat(rows.get(2).outcome().time()).isNull();
    }

    @Test
    void rowsOfAnotherDateOrHostAreAnotherRun() throws Exception {
        var text = """
                date,host,cluster,size_bytes,time_us,busbw (GB/s),ranks
                2026-01-30,n1,alpha,1048576,23.24,78.9,8
                2026-01-30,n1,alpha,2097152,43.24,84.9,8
                2026-01-31 03:00:00,n1,alpha,1048576,23.50,78.1,8
                2026-01-30,n2,alpha,1048576,23.60,77.8,8
                """;
        var mapping = Mapping.propose(text.lines().toList(), "all_reduce.csv").orElseThrow()
                .with(0, Meaning.DATE, null, null).with(1, Meaning.HOST, null, null)
                .with(2, Meaning.CLUSTER, null, null);
        var facts = new ArrayList<String>();
        var rows = new ArrayList<Measurement>();
        try (var reader = LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                "all_reduce.csv", CustomTable.Answers.of(mapping))) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                switch (entry) {
                    case Entry.Row row -> rows.addAll(row.measurements());
                    case Entry.Note note -> note.facts()
                            .forEach(fact -> facts.add(note.section() + " " + fact.name() + " " + fact.value()));
                    case Entry.Problem problem -> throw new AssertionError(problem);
                }
            }
        }
        assertThat(rows).extracting(Measurement::section).containsExactly(1, 1, 2, 3);
        assertThat(rows).extracting(Measurement::startedAt).containsExactly("2026-01-30T00:00:00Z",
                "2026-01-30T00:00:00Z", "2026-01-31T03:00:00", "2026-01-30T00:00:00Z");
        assertThat(rows).allSatisfy(row -> assertThat(row.outcome().time()).isNotNull())
                .allSatisfy(row -> assertThat(row.outcome().busbw()).isNotNull());
        assertThat(facts).containsExactly("1 host n1", "1 cluster alpha", "2 host n1", "2 cluster alpha", "3 host n2",
                "3 cluster alpha");
    }

    /** 8 · 1048576 B / 23.24 µs = 360.96 Gb/s; nobody is asked, since the columns agree. */
    @Test
    void namesOfRunsAndAUnitAloneAreUnderstood() throws Exception {
        var text = """
                timestamp,hostname,cluster,ngpu,bytes,time_us,gbps
                2026-01-30 03:00:00,n1,alpha,8,1048576,23.24,360.96
                2026-01-30 03:00:00,n1,alpha,8,2097152,43.24,388.00
                2026-01-31 03:00:00,n1,alpha,8,1048576,23.50,356.96
                2026-01-31 03:00:00,n1,alpha,8,2097152,43.30,387.46
                """;
        assertThat(meanings(text)).containsExactly(Meaning.DATE, Meaning.HOST, Meaning.CLUSTER, Meaning.RANKS,
                Meaning.SIZE, Meaning.TIME, Meaning.ALGBW);
        var rows = Reading.ofText(text, "all_reduce.csv").measurements();
        assertThat(rows).extracting(Measurement::section).containsExactly(1, 1, 2, 2);
        assertThat(rows.getFirst().startedAt()).isEqualTo("2026-01-30T03:00:00");
        assertThat(rows.getFirst().platform().ranks()).isEqualTo(8);
        assertThat(rows.getFirst().outcome().time()).hasToString("23.24 \u00b5s");
        assertThat(rows.getFirst().outcome().algbw()).hasToString("45.12000 GB/s");
        assertThat(rows.getFirst().settings()).isEqualTo(NamedValues.NONE);
    }

    /** 1048576 B / 23.24 µs = 45.12 GB/s, which some programs call gbps. */
    @Test
    void bitsOrBytesAreAskedForUnlessTheRowsShowThem() throws Exception {
        var open = "size_bytes,ngpus,gbps\n1048576,8,360\n2097152,8,388\n";
        assertThat(needed(open, "all_reduce.csv")).hasMessageContaining("column 'gbps' is taken for algbw in Gb/s; its "
                + "header does not say whether it is in bits or bytes, nor whether it is algbw or busbw");
        var bytes = "size_bytes,time_us,ngpus,gbps\n1048576,23.24,8,45.12\n2097152,43.24,8,48.50\n";
        assertThat(Reading.ofText(bytes, "all_reduce.csv").measurements().getFirst().outcome().algbw())
                .hasToString("45.12 GB/s");
        for (var unit : List.of("GB/s", "GBps")) {
            var column = proposed("size_bytes,ngpus," + unit + "\n1048576,8,360\n").columns().getLast();
            assertThat(column).isEqualTo(new MappedColumn(unit, Meaning.ALGBW, Unit.GIGABYTES_PER_SECOND, null,
                    Certainty.LIKELY));
        }
        assertThat(meanings("size_bytes,algbw (GB/s),Gbps\n1048576,45.12,360.96\n")).containsExactly(Meaning.SIZE,
                Meaning.ALGBW, Meaning.METRIC);
    }

    @Test
    void aDateOfEachRowAndHostsOfOneDateAreNoRuns() {
        var ofRows = "timestamp,size_bytes,busbw_GBps\n1769817600.1,1024,1.5\n1769817601,2048,2.5\n1769817602,4096,3.5\n"
                + "1769817602,8192,4.5\n1769817603,16384,5.5\n";
        assertThat(meanings(ofRows)).containsExactly(Meaning.IGNORED, Meaning.SIZE, Meaning.BUSBW);
        var compared = "date,node,size_bytes,busbw_GBps\n2026-01-30,n1,1024,1.5\n2026-01-30,n2,1024,2.5\n";
        assertThat(meanings(compared)).containsExactly(Meaning.DATE, Meaning.SETTING, Meaning.SIZE, Meaning.BUSBW);
        var nightly = "date,node,size_bytes,busbw_GBps\n2026-01-30,n1,1024,1.5\n2026/01/31,n1,1024,2.5\n"
                + "1769990400,n2,1024,2.4\n";
        assertThat(meanings(nightly)).containsExactly(Meaning.DATE, Meaning.HOST, Meaning.SIZE, Meaning.BUSBW);
        var counted = "node,size_bytes,Host (us),Device (us)\n2,1024,1.5,1.25\n4,1024,2.5,2.25\n";
        assertThat(meanings(counted)).containsExactly(Meaning.NODES, Meaning.SIZE, Meaning.TIME, Meaning.TIME);
    }

    /** 1048576 B / 23.24 µs = 45.12 GB/s: the columns themselves show that they are in bytes, µs and GB/s. */
    @Test
    void unitsThatNobodyNamesAreCertainWhereTheColumnsAgree() throws Exception {
        var reading = Reading.ofSample("csv/nccl-words-without-units-all_reduce.csv");
        assertThat(reading.measurements()).extracting(m -> m.workload().placement()).containsExactly(
                Placement.OUT_OF_PLACE, Placement.IN_PLACE, Placement.OUT_OF_PLACE, Placement.IN_PLACE);
        var last = reading.measurements().getLast();
        assertThat(last.outcome().time()).hasToString("61.20 µs");
        assertThat(last.outcome().wrong()).isEqualTo(Decimal.of(2));
        assertThat(last.workload().redop()).isEqualTo("sum");
        assertThat(last.workload().root()).isNull();
        assertThat(reading.measurements().get(1).outcome().wrong()).isNull();
    }

    @Test
    void whereTheyDoNotAgreeSomebodyIsAsked() {
        var text = "size,time,algbw,busbw\n1048576,23.24,361.0,631.7\n";
        var needed = needed(text, "all_reduce.csv");
        assertThat(needed.proposed().columns()).extracting(MappedColumn::certainty).contains(Certainty.LIKELY);
        assertThat(needed)
                .hasMessageContaining("column 'time' is taken for time in \u00b5s, which its header does not say");
    }

    /** Two libraries side by side: times are clear, of a bandwidth only its kind is open. */
    @Test
    void whatTheHeaderSaysIsNotAskedFor() {
        var text = """
                Size (KB),NCCL Time (ms),NVSHMEM Time (ms),NCCL BW (GB/s),Pinned (busbw),Plain
                1024,0.1186,0.0921,8.84,11.2 GB/s,10.1 GB/s
                2048,0.2106,0.1907,9.96,12.4 GB/s,11.3 GB/s
                """;
        assertThat(needed(text, "all_reduce.csv")).hasMessageContaining("column 'NCCL BW (GB/s)' is taken for algbw in "
                + "GB/s; its header does not say whether it is algbw or busbw; column 'Plain' is taken for algbw in the unit "
                + "of each cell; its header does not say whether it is algbw or busbw")
                .hasMessageNotContainingAny("Time", "Pinned");
    }

    /** 524288 B / 179 µs are 2.73 times 2³⁰ bytes a second, whatever the header says: somebody is asked whether it is that. */
    @Test
    void aHeaderThatTheRowsContradictIsNotBelieved() throws Exception {
        var needed = needed("msg bytes,time (us),algbw (GB/s)\n524288,179,2.73\n65536,150,0.41\n", "allgather.csv");
        assertThat(needed).hasMessageContaining("column 'algbw (GB/s)' is taken for algbw in GiB/s");
        assertThat(needed("msg bytes,time (us),algbw (GB/s)\n524288,179,23.4\n65536,150,3.5\n", "allgather.csv"))
                .hasMessageContaining("column 'algbw (GB/s)' cannot be algbw in GB/s: size divided by time");
        assertThat(Reading.ofText("msg bytes,time (us),algbw (GB/s)\n524288,179,2.93\n", "allgather.csv")
                .measurements()).hasSize(1);
        assertThat(Reading.ofText("msg bytes,time (us),algbw (GB/s)\n524288,179,2.62\n", "allgather.csv")
                .measurements()).as("another mean of them is no other unit").hasSize(1);
    }

    @Test
    void numbersUnderANameThatNobodyKnowsAreKeptUnderIt() throws Exception {
        var reading = Reading.ofText("size (B),time (us),retries\n8,1.5,3\n16,1.6,n/a\n", "allgather.csv");
        assertThat(reading.measurements()).extracting(m -> m.outcome().metrics().text()).containsExactly("retries=3",
                "");
    }

    /** 80.5 Gb/s are 80.5 / 8 GB/s. */
    @Test
    void tabsSuffixesAndUnitsBehindANameAreRead() throws Exception {
        var rows = Reading.ofSample("csv/broadcast-tabs.tsv").measurements();
        assertThat(rows).extracting(m -> m.workload().messageSize()).containsExactly(new Bytes(64 << 10),
                new Bytes(1 << 20));
        assertThat(rows.getFirst().outcome().busbw()).hasToString("10.0625 GB/s");
        assertThat(rows.getFirst().outcome().time()).hasToString("11.250 µs");
        assertThat(rows.getFirst().outcome().timeP99()).hasToString("12.500 µs");
    }

    @Test
    void headersInManySpellingsAreUnderstood() {
        assertColumn("Msg Size (MB)", Meaning.SIZE, Unit.MEBIBYTES);
        assertColumn("size_bytes", Meaning.SIZE, Unit.BYTES);
        assertColumn("message_bytes", Meaning.SIZE, Unit.BYTES);
        assertColumn("Time [usec]", Meaning.TIME, Unit.MICROSECONDS);
        assertColumn("time_us", Meaning.TIME, Unit.MICROSECONDS);
        assertColumn("avgLatency(s)", Meaning.TIME, Unit.SECONDS);
        assertColumn("p99_latency_ms", Meaning.TIME_P99, Unit.MILLISECONDS);
        assertColumn("min time (ns)", Meaning.TIME_MIN, Unit.NANOSECONDS);
        assertColumn("busbw(GB/s)", Meaning.BUSBW, Unit.GIGABYTES_PER_SECOND);
        assertColumn("Bus Bandwidth Gbps", Meaning.BUSBW, Unit.GIGABITS_PER_SECOND);
        assertColumn("algbw_MiB/s", Meaning.ALGBW, Unit.MEBIBYTES_PER_SECOND);
        assertColumn("alg_bw (MB/s)", Meaning.ALGBW, Unit.MEGABYTES_PER_SECOND);
    }

    @Test
    void severalColumnsOfOneMeaningAreAskedAboutAndThenAreVariants() throws Exception {
        var needed = needed(TWO_LIBRARIES, "all_reduce.csv");
        var answer = confirmed(needed.proposed());
        assertThat(read(TWO_LIBRARIES, "all_reduce.csv", answer)).extracting(m -> m.workload().variant())
                .containsExactly("nccl", "nvshmem");
    }

    @Test
    void aCorrectedMappingIsReadAndSurvivesAsText() throws Exception {
        var proposed = needed(TWO_LIBRARIES, "table.csv").proposed();
        var answer = proposed.with(0, Meaning.SIZE, Unit.KIBIBYTES, null)
                .with(1, Meaning.BUSBW, Unit.MEGABYTES_PER_SECOND, null).with(2, Meaning.IGNORED, null, null)
                .withFixed(Meaning.OPERATION, "alltoall");
        var stored = MappingText.parse(answer.toString());
        assertThat(stored).isEqualTo(answer);
        assertThat(read(TWO_LIBRARIES, "table.csv", stored)).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL);
            assertThat(m.workload().messageSize()).isEqualTo(new Bytes(1 << 20));
            assertThat(m.outcome().busbw()).hasToString("0.0015 GB/s");
        });
    }

    @Test
    void theFilesNameGoesBeforeARememberedOperation() throws Exception {
        var answer = confirmed(needed(TWO_LIBRARIES, "table.csv").proposed()).withFixed(Meaning.OPERATION, "alltoall");
        assertThat(read(TWO_LIBRARIES, "broadcast.csv", answer))
                .allMatch(m -> m.workload().operation() == Operation.BROADCAST);
        assertThat(answer.ofHeader().fixed()).isEmpty();
    }

    @Test
    void anIndexWithoutNameIsIgnoredAndInPlaceMayBeAColumn() throws Exception {
        var rows = Reading
                .ofText(",name,size,type,inPlace,time,algBw,busBw\n0,all_gather,1048576,float,0,23.24,45.12,39.48\n"
                        + "1,all_gather,1048576,float,1,23.24,45.12,39.48\n", "x.csv")
                .measurements();
        assertThat(rows).extracting(m -> m.workload().placement()).containsExactly(Placement.OUT_OF_PLACE,
                Placement.IN_PLACE);
        assertThat(rows).extracting(m -> m.workload().operation()).containsOnly(Operation.ALL_GATHER);
    }

    @Test
    void theFingerprintIsOfTheHeaderWhateverItsSpaces() {
        var other = TWO_LIBRARIES.replace(",", " ,").replace("NCCL bandwidth", "nccl  bandwidth");
        assertThat(needed(other, "x.csv").proposed().fingerprint())
                .isEqualTo(needed(TWO_LIBRARIES, "y.csv").proposed().fingerprint())
                .isEqualTo("size | nccl bandwidth (gb/s) | nvshmem bandwidth (gb/s)");
    }

    @Test
    void rowsThatDoNotFitAreProblems() throws Exception {
        var reading = Reading.ofText("op,size(B),time(us)\nall_reduce,8,1.5\nall_reduce,8\nall_reduce,8,fast\n"
                + "nonsense,8,1.5\n\n# end\nop,size(B),time(us)\nall_reduce,1.5,1.5\n"
                + "all_reduce,16,2.5\n".repeat(5),
                "x.csv");
        assertThat(reading.rows()).hasSize(6);
        assertThat(reading.problems()).extracting(Entry.Problem::line).containsExactly(3L, 4L, 5L, 9L);
    }

    @Test
    void whatIsNoTableIsNotAskedAbout() throws Exception {
        assertThat(Reading.ofText("Dear all, size matters,\nas does time, 5\n", "mail.txt").formats()).isEmpty();
        assertThat(Reading.ofText("name,colour\nfoo,3\n", "things.csv").formats()).isEmpty();
    }

    @Test
    void aMappingAsTextThatIsNoneIsRefusedWithItsLine() {
        assertThatThrownBy(() -> MappingText.parse("hello")).hasMessageContaining("does not begin with");
        assertThatThrownBy(() -> MappingText.parse("csv-mapping 1\ntable\t,\tpoint\ncolumn\tSIZE\t-\tCERTAIN\t-\tx\n"))
                .hasMessage("no mapping: line 3: column 'x': SIZE needs a unit");
    }

    @Test
    void aTableWithThe99thPercentileOnlyIsRead() throws Exception {
        var reading = Reading.ofText("size(B),p99 latency (us)\n1024,18.2\n2048,19.5\n", "all_reduce.csv");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.outcome().timeP99() + "").containsExactly("18.2 \u00b5s",
                "19.5 \u00b5s");
    }

    private static List<Meaning> meanings(String text) {
        return proposed(text).columns().stream().map(MappedColumn::meaning).toList();
    }

    private static Mapping proposed(String text) {
        return Mapping.propose(text.lines().toList(), "all_reduce.csv").orElseThrow();
    }

    private static void assertColumn(String header, Meaning meaning, Unit unit) {
        var row = "8,1\n";
        var proposed = Mapping.propose(List.of(header + ",ranks", row.strip()), "all_reduce").orElseThrow();
        assertThat(proposed.columns().getFirst()).as(header)
                .isEqualTo(new MappedColumn(header, meaning, unit, null, Certainty.CERTAIN));
    }

    /** Every column as it was proposed, by somebody who knows. */
    private static Mapping confirmed(Mapping proposed) {
        var mapping = proposed;
        for (int i = 0; i < proposed.columns().size(); i++) {
            var column = proposed.columns().get(i);
            mapping = mapping.with(i, column.meaning(), column.unit(), column.label());
        }
        return mapping;
    }

    private static MappingNeeded needed(String text, String source) {
        return catchThrowableOfType(MappingNeeded.class, () -> Reading.ofText(text, source));
    }

    private static List<Measurement> read(String text, String source, Mapping mapping) throws Exception {
        var measurements = new ArrayList<Measurement>();
        var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try (var reader = LogReader.open(bytes, source, mapping)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    measurements.addAll(row.measurements());
                }
            }
        }
        return measurements;
    }
}

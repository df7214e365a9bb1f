package org.gpucomm.results.format.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnwrapperTest {

    private static final List<String> TABLE = List.of("# Collective test starting: all_reduce_perf", "#",
            "#       size         count      type   redop    root     time   algbw   busbw  #wrong",
            "           8             2     float     sum      -1    13.67    0.00    0.00       0",
            "          16             4     float     sum      -1    13.03    0.00    0.00       0", "",
            "# Out of bounds values : 0 OK", "# Avg bus bandwidth    : 159.151 ");

    /** What a launcher or collector makes of a line, and the name under which it is reported. */
    record Wrapping(String id, String writer, Function<String, String> wrap) {

        @Override
        public String toString() {
            return wrap.apply("…");
        }
    }

    static List<Wrapping> wrappings() {
        var clock = new AtomicLong(1_782_900_000L);
        return List.of(new Wrapping("ompi-tag", "1,0", line -> "[1,0]<stdout>:" + line),
                new Wrapping("ompi-tag", "prterun-host-17@1,3", line -> "[prterun-host-17@1,3]<stdout>: " + line),
                new Wrapping("ompi-tag", "prterun-h-17@1,3", line -> "[prterun-h-17@1,3][h:99]<stderr>: " + line),
                new Wrapping("srun-l", "0", line -> "0: " + line),
                new Wrapping("srun-l", "12", line -> "  12: " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.123456789Z " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.1234567+02:00 " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.123456789Z stdout F " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01 10:11:12 " + line),
                new Wrapping("timestamps", "", line -> "[2026-07-01 10:11:12,123] " + line),
                new Wrapping("timestamps", "", line -> "[10:11:12] " + line),
                new Wrapping("timestamps", "", line -> clock.incrementAndGet() + ".25 " + line),
                new Wrapping("kubectl-prefix", "[pod/nccl-launcher-x7/mpi]",
                        line -> "[pod/nccl-launcher-x7/mpi] " + line),
                new Wrapping("stern", "nccl-launcher-x7 mpi", line -> "nccl-launcher-x7 mpi " + line),
                new Wrapping("compose", "bench-1", line -> "bench-1  | " + line),
                new Wrapping("ray", "(head, rank=0, pid=3808)", line -> "(head, rank=0, pid=3808) " + line),
                new Wrapping("ray", "(bench pid=1234, ip=10.0.0.2)", line -> "(bench pid=1234, ip=10.0.0.2) " + line),
                new Wrapping("rank", "rank 3", line -> "[rank 3] " + line),
                new Wrapping("rank", "rank0", line -> "[rank0]: " + line),
                new Wrapping("rank", "default0", line -> "[default0]:" + line),
                new Wrapping("rank", "0", line -> "[0] " + line),
                new Wrapping("syslog", "node-1", line -> "Jul  1 10:11:12 node-1 bench[17]: " + line),
                new Wrapping("grep", "logs/a.log", line -> "logs/a.log:" + line),
                new Wrapping("grep", "./a-1.out", line -> "./a-1.out:17:" + line),
                new Wrapping("grep", "a.txt", line -> "a.txt-17-" + line),
                new Wrapping("github-step", "run (h100, 8)\tRun nccl-tests",
                        line -> "run (h100, 8)\tRun nccl-tests\t2026-07-01T10:11:12.1234567Z " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.1234567Z " + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.123-07:00\t" + line),
                new Wrapping("timestamps", "", line -> clock.incrementAndGet() + "123\t" + line),
                new Wrapping("timestamps", "", line -> "[" + clock.incrementAndGet() + "123] " + line),
                new Wrapping("host", "node17", line -> "node17: " + line),
                new Wrapping("quote", "", line -> "> " + line),
                new Wrapping("logging", "", line -> "INFO:bench.run:" + line),
                new Wrapping("timestamps", "", line -> "2026-07-01T10:11:12.123456Z 00O " + line),
                new Wrapping("ompi-tag", "1,mpirank:0,algo-1", line -> "[1,mpirank:0,algo-1]<stdout>:" + line),
                new Wrapping("logging", "", line -> "[INFO] " + line));
    }

    @ParameterizedTest
    @MethodSource("wrappings")
    void eachPrefixIsTakenOffAndTellsItsWriter(Wrapping wrapping) throws IOException {
        var seen = read(TABLE.stream().map(wrapping.wrap()).toList());
        assertThat(seen.texts()).isEqualTo(TABLE);
        assertThat(seen.found()).containsExactly(wrapping.id());
        assertThat(seen.lines()).extracting(Line::writer).containsOnly(wrapping.writer());
        assertThat(seen.lines()).extracting(Line::number).isEqualTo(
                IntStream.rangeClosed(1, TABLE.size()).mapToObj(Long::valueOf).toList());
    }

    @Test
    void airflowsTimePlaceAndLevelAreTakenOff() throws IOException {
        for (var prefix : List.of("[2026-07-01, 10:11:12 UTC] {subprocess.py:93} INFO - ",
                "[2026-07-01T10:11:12.123+0000] {pod_manager.py:466} INFO - ")) {
            var seen = read(TABLE.stream().map(line -> prefix + line).toList());
            assertThat(seen.texts()).isEqualTo(TABLE);
            assertThat(seen.found()).containsExactly("timestamps", "logging");
        }
    }

    @Test
    void objectsWithTheTextUnderOtherNamesAreGivenAsTheText() throws IOException {
        for (var object : List.of("{\"timestamp\":1782900672123,\"message\":\"%s\\n\"}",
                "{\"_source\":{\"stream\":\"stdout\",\"message\":\"%s\"}}",
                "{\"labels\":{\"app\":\"b\"},\"line\":\"%s\"}", "{\"insertId\":\"1\",\"textPayload\":\"%s\"}")) {
            var seen = read(TABLE.stream().map(line -> object.formatted("12: " + line)).toList());
            assertThat(seen.texts()).isEqualTo(TABLE);
            assertThat(seen.found()).containsExactlyInAnyOrder("json-text", "srun-l");
            assertThat(seen.lines()).extracting(Line::writer).containsOnly("12");
        }
    }

    @Test
    void behindATimeTheStreamOrTheProgramIsTakenOff() throws IOException {
        for (var stream : List.of("nccl/default/0f3a61c7", "ip-10-0-0-1.i-0123456789abcdef0.slurmd")) {
            var seen = read(TABLE.stream().map(line -> "2026-07-01T10:11:12.123000+00:00 " + stream + " " + line)
                    .toList());
            assertThat(seen.texts()).isEqualTo(TABLE);
            assertThat(seen.found()).containsExactly("timestamps", "cloudwatch");
            assertThat(seen.lines()).extracting(Line::writer).containsOnly(stream);
        }
        for (var time : List.of("2026-07-01T10:11:12+0000 ", "1782900672.123456 ", "2026-07-01T10:11:12.1+02:00 ")) {
            var seen = read(TABLE.stream().map(line -> time + "node-1 bench[17]: " + line).toList());
            assertThat(seen.texts()).isEqualTo(TABLE);
            assertThat(seen.found()).containsExactly("timestamps", "syslog");
            assertThat(seen.lines()).extracting(Line::writer).containsOnly("node-1");
        }
    }

    /** Alone, behind a time, and with other prefixes behind. */
    @ParameterizedTest
    @ValueSource(strings = {"%6d\t", "%d:", "%d-"})
    void numbersOfLinesAreTakenOffWhereTheyRise(String format) throws IOException {
        for (var outer : List.of("", "2026-07-01T10:11:12.123456789Z ", "[pod/a/b] ", "node17: ")) {
            for (var inner : List.of("", "[1,0]<stdout>:", "  12: ", "bench-1  | ", "0: ")) {
                var number = new AtomicLong(7);
                var seen = read(TABLE.stream()
                        .map(line -> outer + format.formatted(number.incrementAndGet()) + inner + line).toList());
                assertThat(seen.texts()).as(outer + format + inner).isEqualTo(TABLE);
                assertThat(seen.found()).contains("line-numbers");
            }
        }
    }

    @Test
    void grepLeavesLinesOutAndCatDoesNot() throws IOException {
        assertThat(read(List.of("3:# size", "5:  8  2", "--", "9:  16  4")).texts())
                .containsExactly("# size", "  8  2", "--", "  16  4");
        var table = List.of("3\t# size", "5\t  8  2", "9\t  16  4");
        assertThat(read(table).texts()).isEqualTo(table);
    }

    @Test
    void theCommandThatNumberedTheLinesMayStandBeforeThem() throws IOException {
        assertThat(read(List.of("$ cat -n a.log", "     1\t# size", "     2\t  8  2")).texts())
                .containsExactly("$ cat -n a.log", "# size", "  8  2");
        var table = List.of("mpirun -n 8 ./bench", "GPUs\ttime", "1\t12.5", "2\t13.5", "3\t14.5");
        assertThat(read(table).texts()).isEqualTo(table);
    }

    @Test
    void whatCloudWatchExportsIsTheMessageOfEachRow() throws IOException {
        for (var header : List.of("timestamp,message", "@timestamp,@message")) {
            var seen = read(List.of(header, "1782900672123,# size", "1782900672124,", "1782900672125,   8  2",
                    "1782900672126,\"Rank 0 \"\"a\"\", b\""));
            assertThat(seen.texts()).containsExactly(header, "# size", "", "   8  2", "Rank 0 \"a\", b");
            assertThat(seen.found()).containsExactly("cloudwatch");
        }
        var other = List.of("time,message", "1782900672123,# size");
        assertThat(read(other).texts()).isEqualTo(other);
    }

    /** A header has no number before it: then the first column is one of the table, though it rises. */
    @ParameterizedTest
    @ValueSource(strings = {"\t", ":", "-"})
    void aFirstColumnThatRisesIsNoNumberOfLines(String mark) throws IOException {
        var lines = new ArrayList<>(List.of("GPUs" + mark + "time"));
        for (int i = 1; i < 100; i++) {
            lines.add(i + mark + "12.5");
        }
        assertThat(read(lines).texts()).isEqualTo(lines);
    }

    @Test
    void linesThatDockerKeepsAreGivenAsTheyWereWritten() throws IOException {
        var seen = read(
                List.of("""
                {"log":"# a \\"b\\" \\u003cc\\u003e \\u001b[32md\\u001b[0m\\n","stream":"stdout","time":"2026-07-01T10:11:12Z"}""",
                        """
                {"log":"   8\\t 2\\r\\n","stream":"stdout","attrs":{"a":"}"},"time":"2026-07-01T10:11:12Z"}""", """
                {"log":"\\n","stream":"stderr","time":"2026-07-01T10:11:12Z"}""", """
                {"time":"2026-07-01T10:11:12Z", "kubernetes": {"labels":["a,b"]}, "log": "10%\\r100%\\r 16  4"}""", """
                2026-07-01T10:11:12Z a/b/c {"log":"  32  8","stream":"stdout"}""", """
                2026-07-01T10:11:12Z a/b/c {"log":"  64  16","stream":"stdout"}""", """
                {"log":"  128  3"""));
        assertThat(seen.texts()).containsExactly("# a \"b\" <c> d", "   8\t 2", "", " 16  4", "  32  8", "  64  16",
                "  128  3");
        assertThat(seen.found()).contains("docker-json");
        var other = List.of("{\"a\": 1}", "{\"log\": 1}", "x {\"log\"}", "{\"\\", "{\"a\":{\"log\":\"x\"}}", "}",
                "{\"log\"");
        assertThat(read(other).texts()).isEqualTo(other);
    }

    @ParameterizedTest
    @MethodSource("wrappings")
    void eachPrefixIsTakenOffBehindAnyOther(Wrapping inner) throws IOException {
        for (var outer : wrappings()) {
            if (!outer.id().equals(inner.id()) && !outer.id().equals("logging")) {
                var seen = read(TABLE.stream().map(inner.wrap()).map(outer.wrap()).toList());
                assertThat(seen.texts()).as("%s behind %s", inner, outer).isEqualTo(TABLE);
            }
        }
    }

    @Test
    void aLogInNothingIsGivenAsItIs() throws IOException {
        var lines = List.of("+ srun all_reduce_perf -b 8", "node1: out of memory", "0: Running", "[0] NCCL INFO x",
                "WARNING: not what it seems", "1073741824    12.5", "Total: 2", "10:11:12 up 3 days", "a | b");
        var seen = read(lines);
        assertThat(seen.texts()).isEqualTo(lines);
        assertThat(seen.found()).isEmpty();
        assertThat(seen.lines()).extracting(Line::writer).containsOnly("");
    }

    @Test
    void aRankAndAColonInFewLinesIsText() throws IOException {
        var lines = new ArrayList<>(TABLE);
        lines.add(3, "0: Running");
        lines.add(5, "1: Running");
        assertThat(read(lines).texts()).isEqualTo(lines);
    }

    @Test
    void aPrefixThatBeginsLateIsFoundAndLinesWithoutItAreKept() throws IOException {
        var lines = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
            lines.add("building part " + i);
        }
        TABLE.forEach(line -> lines.add("   7: " + line));
        lines.add(205, "srun: error: node1: task 3: Exited");
        var seen = read(lines);
        assertThat(seen.texts()).containsSubsequence(TABLE).contains("srun: error: node1: task 3: Exited");
    }

    @Test
    void resultsOfDeepEpBeginWithARankThemselves() throws IOException {
        var lines = List.of("[rank 0] Dispatch + combine bandwidth: 30.10 GB/s, avg_t=712.00 us",
                "[rank 1] Dispatch + combine bandwidth: 30.12 GB/s, avg_t=711.00 us",
                "[rank 0] Dispatch send/recv time: 40.10 us | Combine send/recv time: 41.20 us");
        assertThat(read(lines).texts()).isEqualTo(lines);
    }

    @Test
    void theLinesOwnTagInItsMiddleIsDeleted() throws IOException {
        var seen = read(
                List.of("[1,0]<stdout>:     8     2  sum      -1[1,0]<stdout>:    18.7    0.00[1,0]<stdout>:  0"));
        assertThat(seen.texts()).containsExactly("     8     2  sum      -1    18.7    0.00  0");
        assertThat(seen.found()).containsExactly("ompi-tag", "midline-tag");
    }

    @Test
    void anotherWritersTagSplitsTheLineAndThePiecesAreJoined() throws IOException {
        var seen = read(List.of("[1,0]<stdout>:   8   2  sum[1,1]<stdout>:node:1:2 [1] NCCL INFO up",
                "[1,2]<stdout>:other", "[1,0]<stdout>:   18.7  0"));
        assertThat(seen.lines()).extracting(Line::text).containsExactly("node:1:2 [1] NCCL INFO up", "other",
                "   8   2  sum   18.7  0");
        assertThat(seen.lines()).extracting(Line::writer).containsExactly("1,1", "1,2", "1,0");
    }

    @Test
    void aPieceThatNeverGoesOnIsGivenAtTheEnd() throws IOException {
        var seen = read(List.of("[1,0]<stdout>:   8   2  sum[1,1]<stdout>:bye"));
        assertThat(seen.texts()).containsExactly("bye", "   8   2  sum");
        assertThat(seen.lines()).extracting(Line::number).containsExactly(1L, 1L);
    }

    @Test
    void whatNcclWroteInTheMiddleOfARowIsCutOutAndTheRowGoesOn() throws IOException {
        var info = "node-1:17:99 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P";
        var seen = read(List.of(info, TABLE.get(2), "    8    2  sum  -1" + info, info, "   13.67  0.10   0",
                "   16    4  sum  -1   13.67  0.10   0" + info, "   32    8  sum  -1   13.67  0.10   0"));
        assertThat(seen.texts()).containsExactly(info, TABLE.get(2), info, info,
                "    8    2  sum  -1   13.67  0.10   0",
                "   16    4  sum  -1   13.67  0.10   0", info, "   32    8  sum  -1   13.67  0.10   0");
        assertThat(seen.found()).containsExactly("nccl-tail");
    }

    @Test
    void aRowThatIsTornForGoodIsNotJoinedWithTheNext() throws IOException {
        var info = "node-1:17:99 [0] NCCL INFO Channel 00/0";
        var seen = read(List.of("   16    4  sum  -1   13.67  0.10   0", "   32    8 " + info,
                "   64   16  sum  -1   13.67  0.10   0"));
        assertThat(seen.texts()).containsExactly("   16    4  sum  -1   13.67  0.10   0", info, "   32    8 ",
                "   64   16  sum  -1   13.67  0.10   0");
    }

    private record Seen(List<Line> lines, Set<String> found) {

        List<String> texts() {
            return lines.stream().map(Line::text).toList();
        }
    }

    private static Seen read(List<String> texts) throws IOException {
        var numbers = new AtomicLong();
        var rest = texts.iterator();
        var unwrapper = Unwrapper.of(() -> rest.hasNext() ? Line.of(numbers.incrementAndGet(), rest.next()) : null);
        var lines = new ArrayList<Line>();
        for (var line = unwrapper.next(); line != null; line = unwrapper.next()) {
            lines.addAll(unwrapper.before());
            lines.add(line);
        }
        for (var line = unwrapper.unfinished(); line != null; line = unwrapper.unfinished()) {
            lines.add(line);
        }
        return new Seen(lines, unwrapper.found());
    }
}

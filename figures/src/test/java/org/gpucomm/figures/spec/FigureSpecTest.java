package org.gpucomm.figures.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Style;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureSpecTest {

    /** Each line may be replaced by a test. */
    private static final String SPEC = """
            name: mine
            title: Mine
            source: made up
            aggregation: nothing is averaged
            where: {operation: all_reduce}
            x: {column: ranks, scale: log2}
            y: {metric: algbw}
            series:
              - {name: all, color: blue}
            panels:
              - {title: One}
            """;

    private final List<Measurement> rows = new ArrayList<>();

    @Test
    void aPanelShowsTheRowsThatItsConditionsChoose() {
        row(8, 4, "2.5");
        row(16, 4, "3.5");
        rows.add(measurement(Operation.ALL_GATHER, 8, 4, "9", null));
        assertThat(points(SPEC)).containsExactly(Point.of(8, 2.5), Point.of(16, 3.5));
    }

    @Test
    void sizesMayBeWrittenWithTheirUnitAndAsARange() {
        row(8, 4, "1");
        row(16, 8, "2");
        row(32, 16, "3");
        assertThat(points(with("where: {operation: all_reduce}",
                "where: {operation: all_reduce, message_bytes: 8 MiB}"))).containsExactly(Point.of(16, 2));
        assertThat(points(with("where: {operation: all_reduce}",
                "where: {operation: all_reduce, message_bytes: 4 MiB..8 MiB}"))).extracting(Point::x)
                .containsExactly(8.0, 16.0);
        assertThat(points(with("where: {operation: all_reduce}",
                "where: {operation: all_reduce, bytes_per_rank: 512 KiB}"))).hasSize(3);
    }

    @Test
    void noneChoosesRowsWhereTheColumnIsEmpty() {
        row(8, 4, "1");
        assertThat(points(with("where: {operation: all_reduce}", "where: {variant: none}"))).hasSize(1);
        assertThat(points(with("where: {operation: all_reduce}", "where: {variant: host}"))).isEmpty();
    }

    @Test
    void aPanelAddsToWhatTheFileSaysForAll() {
        row(8, 4, "1");
        row(8, 8, "2");
        var figure = figure(with("  - {title: One}", """
                  - {title: One, where: {message_bytes: 4 MiB}, y: {min: 0, max: 10}}
                  - {title: Two, where: {message_bytes: 8 MiB}}"""));
        assertThat(figure.panels().get(0).series().getFirst().points()).containsExactly(Point.of(8, 1));
        assertThat(figure.panels().get(1).series().getFirst().points()).containsExactly(Point.of(8, 2));
        assertThat(figure.panels().get(0).y().max()).isEqualTo(10);
        assertThat(figure.panels().get(0).x().scale()).isEqualTo(Scale.LOG2);
    }

    @Test
    void aMeanKnowsHowManyRowsItStandsFor() {
        row(8, 4, "1");
        row(8, 8, "2");
        row(8, 16, "6");
        var figure = figure(with("aggregation: nothing is averaged",
                "aggregation: \"mean of {rows; all} rows\"\naggregate: mean"));
        assertThat(figure.panels().getFirst().series().getFirst().points()).containsExactly(new Point(8, 3, 3, 1, 6));
        assertThat(figure.aggregation()).isEqualTo("mean of 3 rows");
    }

    @Test
    void severalRowsAtOneXAreRefusedWhereNothingIsAggregated() {
        row(8, 4, "1");
        row(8, 8, "2");
        assertThatExceptionOfType(InvalidSpec.class).isThrownBy(() -> figure(SPEC))
                .withMessage(
                        "my.yaml:9: panels[0].series[0] gives series 'all' 2 rows where ranks is 8 (from log.txt); "
                                + "narrow where, or set aggregate to median, mean, min or max");
    }

    @Test
    void rowsWithWrongDataAreLeftOutAndThatIsSaid() {
        row(8, 4, "1");
        rows.add(measurement(Operation.ALL_REDUCE, 16, 4, "2", "3"));
        assertThat(points(SPEC)).containsExactly(Point.of(8, 1));
        assertThat(figure(SPEC).aggregation()).endsWith("One measurement with wrong data is left out.");
    }

    @Test
    void aSeriesForEachValueOfAColumnComesInTheOrderOfTheNumbers() {
        row(128, 4, "1");
        row(16, 4, "2");
        row(16, 8, "3");
        var series = figure(with("  - {name: all, color: blue}", "  {by: ranks, name: \"{} GPUs\"}")
                .replace("column: ranks, scale: log2", "column: message_bytes, unit: MiB")).panels().getFirst()
                .series();
        assertThat(series).extracting(Series::name).containsExactly("16 GPUs", "128 GPUs");
        assertThat(series.getFirst().points()).containsExactly(Point.of(4, 2), Point.of(8, 3));
    }

    @Test
    void gigabitsAreEightTimesGigabytesWithNoDigitLost() {
        row(8, 4, "12.179125");
        assertThat(points(with("y: {metric: algbw}", "y: {metric: algbw, unit: Gb/s}")))
                .containsExactly(Point.of(8, 97.433));
    }

    @Test
    void secondsAreMicrosecondsWithThePointMoved() {
        row(8, 4, "1");
        assertThat(points(with("y: {metric: algbw}", "y: {metric: time, unit: s}")))
                .containsExactly(Point.of(8, 0.0314159));
    }

    @Test
    void namesMakeCategoriesInTheirOrder() {
        row(8, 4, "1");
        row(16, 4, "2");
        var x = figure(with("x: {column: ranks, scale: log2}", "x: {column: ranks, names: {16: sixteen, 8: eight}}"))
                .panels().getFirst().x();
        assertThat(x.scale()).isEqualTo(Scale.CATEGORY);
        assertThat(x.textOf(0)).isEqualTo("sixteen");
        assertThat(x.textOf(1)).isEqualTo("eight");
    }

    @Test
    void theStyleDecidesTheColoursOfSeriesWithoutOne() {
        row(8, 4, "1");
        var plain = with("color: blue", "marker: circle");
        assertThat(figure(plain).panels().getFirst().series().getFirst().color()).isEqualTo("#0072b2");
        assertThat(figure(plain + "style: study\n").panels().getFirst().series().getFirst().color())
                .isEqualTo("#1f77b4");
        assertThat(figure(plain + "style: study\n").style()).isEqualTo(Style.STUDY);
    }

    @Test
    void seabornsBarsHaveThreeQuartersOfTheSaturation() {
        // What seaborn 0.12 makes of tab10 at its default saturation of 0.75.
        assertThat(Palette.desaturated(0x1F77B4, 0.75)).isEqualTo(0x3274A1);
        assertThat(Palette.desaturated(0xFF7F0E, 0.75)).isEqualTo(0xE1812C);
        assertThat(Palette.desaturated(0x2CA02C, 0.75)).isEqualTo(0x3A923A);
        assertThat(Palette.desaturated(0xD62728, 0.75)).isEqualTo(0xC03D3E);
        assertThat(Palette.desaturated(0x9467BD, 1)).isEqualTo(0x9467BD);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: mine | name: My Figure | my.yaml:1: name must be lower-case letters, digits, _ and -, was 'My Figure'
            title: Mine | titel: Mine | my.yaml:2: titel is no key here; allowed are name, style, title,
            source: made up | '' | my.yaml:1: the spec lacks the key 'source'
            where: {operation: all_reduce} | where: {op: all_reduce} | my.yaml:5: panels[0].where.op 'op' is no column; columns are source, section,
            where: {operation: all_reduce} | where: {operation: allreduce} | my.yaml:5: panels[0].where.operation must be one of all_reduce, all_gather,
            where: {operation: all_reduce} | where: {placement: inplace} | my.yaml:5: panels[0].where.placement must be one of out_of_place, in_place or none, was 'inplace'
            where: {operation: all_reduce} | where: {message_bytes: 4 MB} | my.yaml:5: panels[0].where.message_bytes must be a size such as 4096, 128 KiB, 32 MiB or 1 GiB, was '4 MB'
            x: {column: ranks, scale: log2} | x: {scale: log2} | my.yaml:6: panels[0].x lacks the key 'column'
            x: {column: ranks, scale: log2} | x: {column: ranks, scale: log} | my.yaml:6: panels[0].x.scale must be linear, log2, log10 or category, was 'log'
            x: {column: ranks, scale: log2} | x: {column: ranks, unit: MiB} | my.yaml:6: panels[0].x.unit is only for message_bytes and bytes_per_rank
            y: {metric: algbw} | y: {metric: bandwidth} | my.yaml:7: panels[0].y.metric must be busbw, algbw, time, speedup, efficiency, time_min, time_p50, time_p99, time_max, time_above_ideal or metrics.NAME, was 'bandwidth'
            y: {metric: algbw} | y: {metric: algbw, unit: us} | my.yaml:7: panels[0].y.unit must be GB/s or Gb/s, was 'us'
            y: {metric: algbw} | y: {metric: algbw, min: low} | my.yaml:7: panels[0].y.min must be a number, was 'low'
            y: {metric: algbw} | y: {metric: algbw, scale: log10, min: 0} | my.yaml:7: panels[0].y.min must be more than 0 on a logarithmic axis, was 0
            y: {metric: algbw} | y: {metric: algbw, min: 5, max: 5} | my.yaml:7: panels[0].y.max must be more than min, was 5
            color: blue | color: bleu | my.yaml:9: panels[0].series[0].color 'bleu' is no colour; allowed are #rrggbb, blue, vermillion,
            color: blue | line: wavy | my.yaml:9: panels[0].series[0].line must be solid, dashed, dotted, dash_dotted or none, was 'wavy'
            '  - {title: One}' | '  - {title: One, kind: bar}' | my.yaml:6: panels[0].x.scale must be category where kind is bar, bar_across or heat
            '  - {title: One}' | '  - {title: One, references: [{label: ceiling}]}' | my.yaml:11: panels[0].references[0] must have either y, or from and to
            '  - {title: One}' | '  - {title: One, references: here}' | my.yaml:11: panels[0].references must be a list (one '- ' an entry), was a single value
            '  - {title: One}' | '  - {title: One, title: Two}' | my.yaml:11: panels[0].title is given twice; keep one
            '  - {title: One}' | '  - One' | my.yaml:11: panels[0] must be a mapping (key: value)
            '  - {title: One}' | '  []' | my.yaml:11: panels must list at least one panel
            title: Mine | 'title: "Mine' | my.yaml:12: no valid YAML: found unexpected end of stream
            """)
    void mistakesAreNamedWithFileLineKeyAndWhatIsAllowed(String line, String mistake, String message) {
        assertThatExceptionOfType(InvalidSpec.class).isThrownBy(() -> figure(with(line, mistake)))
                .withMessageContaining(message);
    }

    @Test
    void anEmptyFileIsNoSpec() {
        assertThatExceptionOfType(InvalidSpec.class).isThrownBy(() -> figure(""))
                .withMessage("my.yaml: the file is empty; a spec needs at least name, title and panels");
    }

    @Test
    void sentencesNameOnlySeriesThatThereAre() {
        row(8, 4, "1");
        assertThatExceptionOfType(InvalidSpec.class)
                .isThrownBy(() -> figure(with("aggregation: nothing is averaged", "aggregation: \"{rows; alle}\"")))
                .withMessage("my.yaml:4: aggregation names the series 'alle', but the panel has all");
        assertThatExceptionOfType(InvalidSpec.class)
                .isThrownBy(() -> figure(with("aggregation: nothing is averaged", "aggregation: \"{sum; all}\"")))
                .withMessageStartingWith("my.yaml:4: aggregation '{sum; all}' is no number to fill in; there are");
    }

    @Test
    void theMedianOfSeveralRowsIsTheOneInTheMiddleOrTheMeanOfTwo() {
        var spec = SPEC.replace("series:", "aggregate: median\nseries:");
        row(8, 4, "1");
        row(8, 8, "2");
        row(8, 16, "60");
        row(16, 4, "3");
        row(16, 8, "4");
        assertThat(points(spec)).extracting(Point::y).containsExactly(2.0, 3.5);
    }

    @Test
    void aNamedValueOfASettingChoosesRowsAndIsDrawnAlong() {
        row(8, 4, "1", "pair=0-1;blocks=8");
        row(8, 4, "2", "pair=0-1;blocks=32");
        row(8, 4, "3", "pair=1-0;blocks=32");
        row(8, 4, "4");
        var along = SPEC.replace("column: ranks", "column: settings.blocks").replace("operation: all_reduce",
                "operation: all_reduce, settings.pair: 0-1");
        assertThat(points(along)).containsExactly(Point.of(8, 1), Point.of(32, 2));
    }

    @Test
    void whoLeadsIsSaidStretchByStretch() {
        row(8, 4, "1", "way=a");
        row(16, 4, "2", "way=a");
        row(32, 4, "1", "way=a");
        row(8, 4, "2", "way=b");
        row(16, 4, "1", "way=b");
        row(32, 4, "3", "way=b");
        row(64, 4, "3", "way=b");
        var spec = SPEC.replace("nothing is averaged", "\"nothing is averaged; {highest}; {lowest}\"").replace(
                "{name: all, color: blue}",
                "{name: A, where: {settings.way: a}}\n  - {name: B, where: {settings.way: b}}");
        assertThat(figure(spec).aggregation()).isEqualTo("nothing is averaged; B up to 8\nA up to 16\nB up to 64; "
                + "A up to 8\nB up to 16\nA up to 32\nB up to 64");
    }

    @Test
    void whereTheRowsComeFromIsSaidOfThoseThatAreDrawn() {
        row(8, 4, "1");
        rows.add(measurement(Operation.ALL_GATHER, 8, 4, "9", null));
        assertThat(figure(SPEC.replace("made up", "\"{origin}\"")).source())
                .isEqualTo("nccl-tests; nccl; not known; hosts: not known; iterations: not known; from log.txt");
    }

    @Test
    void aPointThatStandsForUnlikeMeasurementsSaysInWhatTheyDiffer() {
        var spec = with("where: {operation: all_reduce}", "where: {tool: nccl-tests}\naggregate: median");
        row(8, 4, "1");
        row(8, 8, "3", "blocks=4");
        row(16, 4, "2");
        assertThat(figure(spec).aggregation()).as("of one curve at two sizes").isEqualTo("nothing is averaged");
        rows.add(measurement(Operation.ALL_GATHER, 32, 4, "9", null));
        assertThat(figure(spec).aggregation()).as("each at a place of its own").isEqualTo("nothing is averaged");
        rows.add(measurement(Operation.ALL_GATHER, 8, 4, "9", null));
        assertThat(figure(spec).aggregation())
                .isEqualTo("nothing is averaged Points of 'all' join measurements of unlike operation.");
        assertThat(points(spec)).contains(new Point(8, 3, 3, 1, 9));
    }

    private void row(int ranks, int mebibytes, String algbw, String settings) {
        var plain = measurement(Operation.ALL_REDUCE, ranks, mebibytes, algbw, null);
        rows.add(new Measurement(plain.source(), plain.section(), plain.stack(), plain.platform(), plain.workload(),
                plain.outcome(), null, NamedValues.parse(settings)));
    }

    private void row(int ranks, int mebibytes, String algbw) {
        rows.add(measurement(Operation.ALL_REDUCE, ranks, mebibytes, algbw, null));
    }

    private static Measurement measurement(Operation operation, int ranks, int mebibytes, String algbw,
            @Nullable String wrong) {
        var workload = Workload.of(operation, null).withMessageSize(new Bytes(mebibytes * Bytes.MIB));
        var outcome = Outcome.of(Micros.of(new Decimal("31415.9")),
                Bandwidth.ofGigabytesPerSecond(new Decimal(algbw)), null, wrong == null ? null : new Decimal(wrong));
        return new Measurement("log.txt", 1, new Stack("nccl-tests", null, "nccl", null),
                new Platform(null, null, null, ranks), workload, outcome, null, NamedValues.NONE);
    }

    private List<Point> points(String spec) {
        return figure(spec).panels().getFirst().series().stream().flatMap(series -> series.points().stream()).toList();
    }

    private Figure figure(String spec) {
        return FigureSpec.read("my.yaml", new StringReader(spec)).of(rows);
    }

    private static String with(String line, String replacement) {
        assertThat(SPEC).contains(line);
        return SPEC.replace(line, replacement);
    }
}

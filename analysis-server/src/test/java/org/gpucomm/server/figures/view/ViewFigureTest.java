package org.gpucomm.server.figures.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

import org.apache.pdfbox.Loader;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.draw.Pictures;
import org.gpucomm.figures.view.ViewAdjustments;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.View.Curve;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Point;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.ViewFigure;
import org.junit.jupiter.api.Test;

class ViewFigureTest {

    private static final Map<String, String[]> NOTHING = Map.of();

    @Test
    void theLegendTakesNoMoreRoomThanThePlot() {
        for (int curves = 1; curves <= ViewFigure.MOST_CURVES; curves++) {
            var figure = figure(view(curves, "a rather long name of a cluster, its library and version, curve "));
            double written = Pictures.written(figure);
            assertThat(figure.sheet().height() - written).as("%s curves", curves).isGreaterThanOrEqualTo(written);
        }
    }

    @Test
    void everyCurveIsNamedAtItsEndOrEveryCurveAbove() {
        assertThat(figure(view(6, "")).panels().getFirst().placing().legend()).isEqualTo(Legend.ENDS);
        assertThat(figure(view(7, "")).sheet().legend()).isEqualTo(Legend.ABOVE);
        assertThat(figure(view(7, "")).panels().getFirst().placing().legend()).isEqualTo(Legend.NONE);
    }

    @Test
    void whatIsWrongStandsInThePicture() {
        var figure = figure(flagged());
        assertThat(figure.notes()).containsExactly("○ hollow: data not checked by the tool     ⊗ wrong data: no result",
                "⚑ one: incomplete", "1 run is incomplete");
        assertThat(figure.panels().getFirst().series().getFirst().name()).isEqualTo("one ⚑");
        // The crossed circle is drawn in a colour that nothing else has.
        assertThat(Pictures.svg(figure, Background.LIGHT)).contains("rgb(207,34,46)");
        assertThat(Pictures.svg(figure(view(1, "")), Background.LIGHT)).doesNotContain("rgb(207,34,46)");
    }

    @Test
    void aPdfIsThePictureOnPaper() throws IOException {
        for (var look : Background.values()) {
            var figure = figure(flagged());
            var bytes = Pictures.pdf(figure, look);
            assertThat(bytes).isEqualTo(Pictures.pdf(figure, look));
            try (var document = Loader.loadPDF(bytes)) {
                var page = document.getPage(0).getMediaBox();
                assertThat(page.getWidth()).isEqualTo(2400 * 72f / 300);
                var drawn = new PDFRenderer(document).renderImage(0, 300 / 72f);
                var png = ImageIO.read(new ByteArrayInputStream(Pictures.png(figure, look)));
                long away = 0;
                for (int y = 0; y < png.getHeight(); y += 7) {
                    for (int x = 0; x < png.getWidth(); x += 7) {
                        away += Math.abs((drawn.getRGB(x, y) & 255) - (png.getRGB(x, y) & 255)) > 64 ? 1 : 0;
                    }
                }
                // Edges of letters and lines are smoothed differently.
                assertThat(away).as("pixels of %s that differ", look)
                        .isLessThan(png.getHeight() * png.getWidth() / 5000);
            }
        }
    }

    @Test
    void aZoomShowsThatPartAndHiddenCurvesAreLeftOut() {
        var framing = ViewAdjustments.of(Map.of("zoom", new String[]{"100,1000"}, "hide", new String[]{"id0"}));
        var panel = ViewFigure.of(view(3, ""), framing).panels().getFirst();
        assertThat(panel.x().min()).isEqualTo(100);
        assertThat(panel.x().max()).isEqualTo(1000);
        assertThat(panel.series()).extracting("name").containsExactly("1", "2");
        assertThat(panel.series().getFirst().marker())
                .isEqualTo(figure(view(3, "")).panels().getFirst().series().get(1).marker());
    }

    @Test
    void numbersOfCsvAreThoseOfTheView() {
        var answer = ViewResponses.answer(flagged(), FigureFormat.CSV, NOTHING);
        assertThat(new String(answer.getBody(), java.nio.charset.StandardCharsets.UTF_8).lines()).containsExactly(
                "series,tool,x_message_bytes,y_busbw,n,min,max,interval_low,interval_high,data,right,unchecked,wrong,runs,flags",
                "one,'=1+1,8,1.25,1,1.25,1.25,,,unchecked,0,1,0,r-1,incomplete",
                "one,'=1+1,16,2.5,3,2,3,,,right,3,0,1,r-1,incomplete",
                "one,'=1+1,32,0.5,1,0.5,0.5,,,wrong,0,0,1,r-1,incomplete");
    }

    @Test
    void ofMoreCurvesThanCanBeReadAPictureDrawsTheFirstAndSaysWhatToFix() {
        var many = view(ViewFigure.MOST_CURVES + 1, "");
        assertThat(ViewResponses.answer(many, FigureFormat.PNG, NOTHING).getStatusCode().value()).isEqualTo(200);
        var drawn = figure(many.first(ViewFigure.MOST_CURVES));
        assertThat(drawn.panels().getFirst().series()).hasSize(ViewFigure.MOST_CURVES);
        assertThat(drawn.notes()).contains("40 of 41 curves are drawn; fix tool (41)");
        assertThat(new String(ViewResponses.answer(many, FigureFormat.CSV, NOTHING).getBody(),
                java.nio.charset.StandardCharsets.UTF_8).lines().skip(1).map(line -> line.split(",")[0]).distinct())
                .hasSize(ViewFigure.MOST_CURVES + 1);
    }

    @Test
    void shortIdsAreThoseOfTheDashboard() {
        // The dashboard's test names the same.
        assertThat(ShortId.of("all_reduce-r16n2")).isEqualTo("5hufwb");
    }

    private static Figure figure(View view) {
        return ViewFigure.of(view, ViewAdjustments.of(NOTHING));
    }

    private static View flagged() {
        var points = List.of(new Point(8, 1.25, 1, 1.25, 1.25, new Checks(0, 1, 0)),
                new Point(16, 2.5, 3, 2, 3, new Checks(3, 0, 1)),
                new Point(32, 0.5, 1, 0.5, 0.5, new Checks(0, 0, 1)));
        return view(List.of(new Curve("id", "one", Map.of("tool", "=1+1"), false, List.of("r-1"),
                List.of("incomplete"), points, CurveKind.MEASURED)), List.of("1 run is incomplete"));
    }

    private static View view(int curves, String name) {
        var all = new ArrayList<Curve>();
        for (int i = 0; i < curves; i++) {
            all.add(new Curve("id" + i, name + i, Map.of("tool", "t" + i), false, List.of("r-" + i), List.of(),
                    List.of(right(8, 1 + i), right(1024, 20 + 10 * i), right(65536, 50 + 10 * i)),
                    CurveKind.MEASURED));
        }
        return view(all, List.of());
    }

    private static Point right(double x, double y) {
        return new Point(x, y, 1, y, y, new Checks(1, 0, 0));
    }

    private static View view(List<Curve> curves, List<String> notes) {
        return new View("name", "Bus bandwidth against message size", "basis",
                new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                new View.Axis("busbw", "Bus bandwidth", Unit.GBPS, Scale.LINEAR, null), curves, List.of(), notes,
                "http://127.0.0.1/explore");
    }
}

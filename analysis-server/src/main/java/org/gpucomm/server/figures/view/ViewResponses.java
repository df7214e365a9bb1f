package org.gpucomm.server.figures.view;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.ExportPreset;
import org.gpucomm.figures.view.ViewAdjustments;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.ViewFigure;
import org.gpucomm.figures.view.ViewTables;
import org.gpucomm.server.web.Refused;
import org.gpucomm.figures.chart.Identified;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Responses with a view as an image or as numbers. */
public final class ViewResponses {

    private ViewResponses() {}

    /** Returns the format of a file extension. @throws Refused if there is none */
    public static FigureFormat format(String ending) {
        return Identified.ofId(FigureFormat.class, ending).orElseThrow(() -> Refused.notFound(
                "There are no views as ." + ending + "; there are " + Identified.ids(FigureFormat.class, ", ") + "."));
    }

    /** @param parameters all values of each parameter of the request */
    public static ResponseEntity<byte[]> answer(View view, FigureFormat format, Map<String, String[]> parameters) {
        var bytes = bytes(view, format, parameters);
        var look = look(first(parameters, "theme"));
        var paper = paper(first(parameters, "for"));
        var drawn = (paper == ExportPreset.FULL ? "" : "-" + paper.id()) + (look == Background.DARK ? "-dark" : "");
        var name = view.name() + (format.isPicture() ? drawn : "") + "." + format.id();
        return answer(bytes, format, name);
    }

    /** Returns a response with an image or a table under a name; the entity tag avoids sending it again. */
    public static ResponseEntity<byte[]> answer(byte[] bytes, FigureFormat format, String name) {
        return ResponseEntity.ok().contentType(MediaType.parseMediaType(format.mediaType())).eTag(tag(bytes))
                .cacheControl(CacheControl.maxAge(Duration.ZERO).mustRevalidate())
                .header("Content-Disposition", "inline; filename=\"" + name + "\"").body(bytes);
    }

    /** @param parameters all values of each parameter of the request */
    public static byte[] bytes(View view, FigureFormat format, Map<String, String[]> parameters) {
        var framing = ViewAdjustments.of(parameters);
        var look = look(first(parameters, "theme"));
        var paper = paper(first(parameters, "for"));
        var shown = view.without(framing.hidden());
        if (format == FigureFormat.CSV) {
            return ViewTables.csv(shown).getBytes(StandardCharsets.UTF_8);
        }
        if (format == FigureFormat.JSON) {
            return ViewTables.json(shown).getBytes(StandardCharsets.UTF_8);
        }
        if (format == FigureFormat.PARQUET) {
            return ViewTables.parquet(shown);
        }
        // Colours depend on all curves, so that hiding one does not change those of others.
        boolean fits = shown.curves().size() <= ViewFigure.MOST_CURVES;
        var drawn = fits ? view : shown.first(ViewFigure.MOST_CURVES);
        return format.of(paper.of(ViewFigure.of(drawn, framing)), look);
    }

    private static String first(Map<String, String[]> parameters, String name) {
        return Stream.of(parameters.getOrDefault(name, new String[0])).findFirst().orElse("");
    }

    /** Returns a theme, light if the text is empty. @throws BadParameter if there is none such */
    public static Background look(String text) {
        return text.isEmpty()
                ? Background.LIGHT
                : Identified.ofId(Background.class, text).orElseThrow(() -> new BadParameter(
                        "theme must be " + Identified.ids(Background.class, " or ") + ", was '" + text + "'"));
    }

    private static ExportPreset paper(String text) {
        return text.isEmpty()
                ? ExportPreset.FULL
                : Identified.ofId(ExportPreset.class, text).orElseThrow(() -> new BadParameter(
                        "for must be " + Identified.ids(ExportPreset.class, ", ") + ", was '" + text + "'"));
    }

    private static String tag(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        return '"' + Long.toHexString(checksum.getValue()) + "-" + Integer.toHexString(bytes.length) + '"';
    }
}

package org.gpucomm.server.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.figures.Catalogue;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.FigureInfo;
import org.gpucomm.figures.Results;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.draw.PngRenderer;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.gpucomm.server.web.Refused;
import org.gpucomm.figures.chart.Identified;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/** Bundled figures over the bundled results. Drawings are cached. Thread-safe. */
@Component
public class Gallery {

    private static final int THUMBNAIL_WIDTH = 480;

    private final Map<Face, byte[]> faces = new ConcurrentHashMap<>();
    private final ConcurrencyLimiter limiter;
    /** Loaded at the first request, which shortens the server's start. */
    private final SingletonSupplier<Hung> hung = SingletonSupplier.of(Hung::load);

    Gallery(ConcurrencyLimiter limiter) {
        this.limiter = limiter;
    }

    private record Face(String name, Style style, FigureFormat format, Background look, boolean small) {}

    /** All figures by their catalogue entries. */
    private record Hung(Catalogue catalogue, Map<Catalogue.SpecFile, Figure> figures) {

        static Hung load() {
            try {
                var catalogue = Catalogue.bundled();
                var rows = Results.bundled().rows();
                var figures = new LinkedHashMap<Catalogue.SpecFile, Figure>();
                catalogue.entries().forEach(entry -> figures.put(entry, entry.read().of(rows)));
                return new Hung(catalogue, figures);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns each figure once, in the order of the catalogue. */
    public List<FigureInfo> list() {
        var loaded = hung.obtain();
        var infos = new LinkedHashMap<String, FigureInfo>();
        loaded.figures.forEach((entry, figure) -> infos.computeIfAbsent(entry.name(),
                name -> FigureInfo.of(figure, loaded.catalogue.styles(name))));
        return List.copyOf(infos.values());
    }

    /**
     * Returns a figure in one format.
     *
     * @throws Refused if the figure or this style of it does not exist; the message lists the existing ones
     * @throws BadParameter if there is no such style or theme
     */
    public byte[] face(String name, FigureFormat format, String style, String theme) {
        return face(name, format, style, theme, false);
    }

    /** Returns a small PNG, for a list of figures. */
    byte[] thumbnail(String name, String style, String theme) {
        return face(name, FigureFormat.PNG, style, theme, true);
    }

    private byte[] face(String name, FigureFormat format, String style, String theme, boolean small) {
        var chosen = Identified.ofId(Style.class, style).orElseThrow(() -> new BadParameter(
                "There is no style " + style + "; there are " + Identified.ids(Style.class, ", ") + "."));
        var look = Identified.ofId(Background.class, theme).orElseThrow(() -> new BadParameter(
                "There is no theme " + theme + "; there are " + Identified.ids(Background.class, ", ") + "."));
        var loaded = hung.obtain();
        var figure = loaded.catalogue.find(name, chosen).map(loaded.figures::get)
                .orElseThrow(() -> missing(name, chosen));
        var face = new Face(name, chosen, format, look, small);
        var known = faces.get(face);
        return known == null ? draw(face, figure) : known;
    }

    private Refused missing(String name, Style style) {
        var infos = list();
        return infos.stream().filter(info -> info.name().equals(name)).findFirst()
                .map(info -> Refused.notFound("Figure " + name + " has no style " + style.id() + "; it has "
                        + String.join(", ", info.styles()) + "."))
                .orElseGet(() -> Refused.notFound("There is no figure " + name + "; there are "
                        + String.join(", ", infos.stream().map(FigureInfo::name).toList()) + "."));
    }

    /** Draws with a permit of the limiter, since a page shows many figures and drawing cannot be interrupted. */
    private byte[] draw(Face face, Figure figure) {
        try (var _ = limiter.acquire()) {
            return faces.computeIfAbsent(face,
                    _ -> face.small()
                            ? new PngRenderer().thumbnail(figure, face.look(), THUMBNAIL_WIDTH)
                            : face.format().of(figure, face.look()));
        }
    }
}

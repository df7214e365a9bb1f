package org.gpucomm.server.figures;

import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.FigureInfo;
import org.gpucomm.figures.FigureJson;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.gpucomm.server.web.Refused;
import org.gpucomm.figures.chart.Identified;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for the bundled figures, and the preview cards of their pages. */
@RestController
@RequestMapping("/api/v1/figures")
class FigureController implements Cards {

    private final Gallery gallery;

    FigureController(Gallery gallery) {
        this.gallery = gallery;
    }

    @GetMapping
    List<FigureInfo> list() {
        return gallery.list();
    }

    /** Returns a figure in one format; {@code thumbnail=true} gives a small PNG. Figures change only with the version of gpucomm. */
    @ApiResponse(responseCode = "200", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE,
            schema = @Schema(implementation = FigureJson.class)))
    @GetMapping("/{name:[A-Za-z0-9_-]+}.{ending:[a-z]+}")
    ResponseEntity<byte[]> figure(@PathVariable String name, @PathVariable String ending,
            @RequestParam(defaultValue = "gpucomm") String style, @RequestParam(defaultValue = "light") String theme,
            @RequestParam(defaultValue = "false") boolean thumbnail) {
        var format = Identified.ofId(FigureFormat.class, ending)
                .orElseThrow(() -> Refused.notFound(
                        "There are no figures as ." + ending + "; there are " + Identified.ids(FigureFormat.class, ", ")
                                + "."));
        if (thumbnail && format != FigureFormat.PNG) {
            throw new BadParameter("thumbnail is for .png only, not for ." + ending);
        }
        var bytes = thumbnail ? gallery.thumbnail(name, style, theme) : gallery.face(name, format, style, theme);
        return ViewResponses.answer(bytes, format, name + "." + ending);
    }

    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) {
        return page.equals("figure")
                ? gallery.list().stream().filter(figure -> figure.name().equals(id)).findFirst().map(
                        figure -> new Card(figure.title(), figure.description(), "/api/v1/figures/" + id + ".png"))
                : Optional.empty();
    }
}

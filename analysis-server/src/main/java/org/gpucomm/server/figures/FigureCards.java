package org.gpucomm.server.figures;

import java.util.Optional;

import org.gpucomm.server.web.Card;
import org.gpucomm.server.web.Cards;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import jakarta.servlet.http.HttpServletRequest;

/** Text that a link to a figure's page shows of it. */
@Component
class FigureCards implements Cards {

    private final Gallery gallery;

    FigureCards(Gallery gallery) {
        this.gallery = gallery;
    }

    @Override
    public Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) {
        return page.equals("figure")
                ? gallery.list().stream().filter(figure -> figure.name().equals(id)).findFirst().map(
                        figure -> new Card(figure.title(), figure.description(), "/api/v1/figures/" + id + ".png"))
                : Optional.empty();
    }
}

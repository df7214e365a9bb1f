package org.gpucomm.server.web;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import jakarta.servlet.http.HttpServletRequest;

/** Cards of some pages. Anyone who knows what a page shows brings them. */
@FunctionalInterface
public interface Cards {

    /**
     * Returns the card of a page; empty where others have it, or nobody.
     *
     * @param page    as {@code routes.json} names it
     * @param id      of the thing that it is about; null = of none
     * @param request whose parameters say what the page shows
     */
    Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) throws IOException;
}

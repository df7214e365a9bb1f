package org.gpucomm.server.web;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import jakarta.servlet.http.HttpServletRequest;

/** Source of preview cards for some pages, implemented by the packages of these pages. */
@FunctionalInterface
public interface Cards {

    /**
     * Returns the card of a page; empty if this source has none for it.
     *
     * @param page name in {@code routes.json}
     * @param id   id of the page's subject; null = none
     */
    Optional<Card> of(String page, @Nullable String id, HttpServletRequest request) throws IOException;
}

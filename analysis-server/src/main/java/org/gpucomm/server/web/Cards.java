package org.gpucomm.server.web;

import java.util.Optional;

/** Anyone who knows what a page about one thing shows brings one. */
@FunctionalInterface
public interface Cards {

    /**
     * Returns the card of a page.
     *
     * @param page as {@code routes.json} names it
     * @param id   of the thing that it is about
     */
    Optional<Card> of(String page, String id);
}

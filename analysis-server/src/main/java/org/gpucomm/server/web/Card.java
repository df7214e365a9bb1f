package org.gpucomm.server.web;

import org.jspecify.annotations.Nullable;

/** Preview card of a link to a page (OpenGraph). @param picture path and query of an image on this server; null = none */
public record Card(String title, String description, @Nullable String picture) {

    /** Default description. */
    public static final String SAID = "Measured GPU communication, drawn by gpucomm.";
}

package org.gpucomm.server.web;

import org.jspecify.annotations.Nullable;

/**
 * Text that a link to a page shows of it before it is opened, as chat programs do (OpenGraph).
 *
 * @param picture path and query of a picture by this server; null where there is none
 */
public record Card(String title, String description, @Nullable String picture) {

    /** Description where nothing more is known. */
    public static final String SAID = "Measured GPU communication, drawn by gpucomm.";
}

package org.gpucomm.server.upload;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

import org.jspecify.annotations.Nullable;

/**
 * What a server says of an upload; the parts of docs/api.md that the command needs.
 *
 * @param id       of the upload
 * @param url      permalink of its page, absolute or from the server's root
 * @param state    {@code importing}, {@code ready} or {@code failed}
 * @param message  why it failed
 * @param summary  one sentence about what it holds
 * @param problems lines that could not be used
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Answer(@Nullable String id, @Nullable String url, @Nullable String state, @Nullable String message,
        @Nullable String summary, @Nullable Long problems) {

    boolean importing() {
        return "importing".equals(state);
    }

    boolean failed() {
        return "failed".equals(state);
    }
}

package org.gpucomm.results.upload;

import org.jspecify.annotations.Nullable;

/** Result of one attempt to send a file. */
public sealed interface UploadAnswer {

    /**
     * The server has the file.
     *
     * @param id        of the upload
     * @param permalink page of the upload
     * @param known     whether the server had these bytes before
     * @param state     {@code importing}, {@code ready} or {@code failed}
     * @param said      one sentence: what the file holds, or why it failed; null while that is not known
     */
    record Accepted(String id, String permalink, boolean known, String state, @Nullable String said)
            implements
                UploadAnswer {

        public boolean importing() {
            return state.equals("importing");
        }

        public boolean failed() {
            return state.equals("failed");
        }
    }

    /**
     * The server does not have the file, and would take it at another time or with another token.
     *
     * @param passing whether a retry in a moment may succeed
     * @param away    whether there was no server
     */
    record Later(String reason, boolean passing, boolean away) implements UploadAnswer {}

    /** The server does not want these bytes. */
    record Refused(String reason) implements UploadAnswer {}
}

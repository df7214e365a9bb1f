package org.gpucomm.results.upload;

import org.jspecify.annotations.Nullable;

/** Result of one attempt to send a file. */
public sealed interface UploadAnswer {

    /**
     * Acceptance of the file.
     *
     * @param id        id of the upload
     * @param permalink page of the upload
     * @param known     whether the server already had these bytes
     * @param state     {@code importing}, {@code ready} or {@code failed}
     * @param said      one sentence about the content of the file, or about why it failed; null while unknown
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
     * Failure to send the file, which the server may accept at another time or with another token.
     *
     * @param passing whether a retry in a moment may succeed
     * @param away    whether no server was reached
     */
    record Later(String reason, boolean passing, boolean away) implements UploadAnswer {}

    /** Rejection of these bytes by the server. */
    record Refused(String reason) implements UploadAnswer {}
}

package org.gpucomm.results.format.unpack;

import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/**
 * One file of an upload: itself, or a member of an archive.
 *
 * @param source  its name; in an archive its path, harmless to show
 * @param in      its bytes, unpacked; they can be read until the next member is asked for
 * @param refusal why it is not read, in words that go on from the name; null if it is
 */
public record UnpackedFile(String source, InputStream in, @Nullable String refusal) {

    static UnpackedFile refused(String source, String reason) {
        return new UnpackedFile(source, InputStream.nullInputStream(), reason);
    }
}

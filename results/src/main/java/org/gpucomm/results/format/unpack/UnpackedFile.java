package org.gpucomm.results.format.unpack;

import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/**
 * One file of an upload: the upload itself, or a member of an archive.
 *
 * @param source  name of the file, or its path in the archive, safe to display
 * @param in      unpacked bytes, readable until the next member is requested
 * @param refusal why the file is not read, in words that follow its name; null if it is read
 */
public record UnpackedFile(String source, InputStream in, @Nullable String refusal) {

    static UnpackedFile refused(String source, String reason) {
        return new UnpackedFile(source, InputStream.nullInputStream(), reason);
    }
}

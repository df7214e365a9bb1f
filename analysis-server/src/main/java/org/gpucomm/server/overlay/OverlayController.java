package org.gpucomm.server.overlay;

import java.io.IOException;

import org.gpucomm.server.web.BadParameter;
import org.gpucomm.server.web.TooLarge;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * This controller reads a file for a chart, in memory alone: it becomes no upload, and nothing of it is on the disk or in
 * the database.
 */
@RestController
class OverlayController {

    private static final int MOST_MIB = 16;
    private static final int MOST_BYTES = MOST_MIB << 20;

    /** @param filename some formats tell the operation by it */
    @PostMapping(path = "/api/v1/overlay", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    Overlay read(@RequestBody InputStreamResource body, @RequestParam String filename) throws IOException {
        if (filename.isBlank() || filename.length() > 200) {
            throw new BadParameter("filename must have 1 to 200 characters; name the file: ?filename=NAME");
        }
        byte[] content;
        try (var in = body.getInputStream()) {
            content = in.readNBytes(MOST_BYTES + 1);
        }
        if (content.length > MOST_BYTES) {
            throw new TooLarge("A file to draw over a chart has at most " + MOST_MIB + " MiB; upload this one.");
        }
        return Overlay.of(content, filename.substring(filename.lastIndexOf('/') + 1));
    }
}

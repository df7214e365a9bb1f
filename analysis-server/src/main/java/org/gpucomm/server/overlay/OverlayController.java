package org.gpucomm.server.overlay;

import java.io.IOException;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.LimitedBody;
import org.gpucomm.server.web.SpooledBody;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoint that reads a file for a chart. The file does not become an upload, and nothing of it is stored. */
@RestController
class OverlayController {

    private static final int MOST_MIB = 16;

    private final ConcurrencyLimiter limiter;

    OverlayController(ConcurrencyLimiter limiter) {
        this.limiter = limiter;
    }

    /** @param filename name of the file; in some formats it has the operation */
    @PostMapping(path = "/api/v1/overlay", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    Overlay read(@RequestBody InputStreamResource body, @RequestParam String filename, HttpServletRequest request)
            throws IOException {
        if (filename.isBlank() || filename.length() > 200) {
            throw new BadParameter("filename must have 1 to 200 characters; name the file: ?filename=NAME");
        }
        var limited = LimitedBody.of(body.getInputStream(), MOST_MIB << 20,
                "A file to draw over a chart has at most " + MOST_MIB + " MiB; upload this one.");
        try (limited; var whole = SpooledBody.of(limited, request.getServletContext()); var _ = limiter.acquire()) {
            return Overlay.of(whole.open(), filename.substring(filename.lastIndexOf('/') + 1));
        }
    }
}

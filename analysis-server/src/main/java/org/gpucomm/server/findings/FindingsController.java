package org.gpucomm.server.findings;

import java.io.IOException;

import org.gpucomm.server.web.OwnParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

@RestController
class FindingsController {

    private final Findings findings;

    FindingsController(Findings findings) {
        this.findings = findings;
    }

    /** Runs and uploads by name, and filters of rows such as tool and operation, are read off the request. */
    @OwnParameters
    @GetMapping("/api/v1/findings")
    Findings.Answer findings(@RequestParam(required = false) @Nullable String figure, HttpServletRequest request)
            throws IOException {
        return findings.of(request.getParameterMap(), request.getQueryString());
    }
}

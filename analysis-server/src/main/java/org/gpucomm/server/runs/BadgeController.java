package org.gpucomm.server.runs;

import java.time.Duration;

import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.server.ingest.uploads.Uploads;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for badges: small images with the best result of an upload, for other web pages. */
@RestController
class BadgeController {

    private static final String BADGE = """
            <svg xmlns="http://www.w3.org/2000/svg" width="%2$d" height="20" role="img" aria-label="%4$s: %5$s">\
            <title>%4$s: %5$s</title>\
            <rect width="%2$d" height="20" rx="3" fill="#444b54"/>\
            <path d="M%1$d 0h%3$dq3 0 3 3v14q0 3-3 3h-%3$dz" fill="#0060a0"/>\
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\
            <text x="7" y="14" textLength="%6$d">%4$s</text><text x="%7$d" y="14" textLength="%8$d">%5$s</text></g></svg>
            """;
    private static final int WIDTH_OF_A_LETTER = 7;
    private static final int MARGIN = 7;

    private final Uploads uploads;
    private final Runs runs;

    BadgeController(Uploads uploads, Runs runs) {
        this.uploads = uploads;
        this.runs = runs;
    }

    /** Returns a badge with the peak bus bandwidth of an upload, else its peak algorithm bandwidth, else its least time. */
    @GetMapping(path = "/api/v1/uploads/{id}/badge.svg", produces = "image/svg+xml")
    ResponseEntity<String> badge(@PathVariable String id) {
        var best = runs.best(uploads.named(id).id());
        var svg = best.isEmpty() ? badge("gpucomm", "no results") : badge(best.get());
        return ResponseEntity.ok().contentType(MediaType.valueOf("image/svg+xml"))
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                .header("Cross-Origin-Resource-Policy", "cross-origin").body(svg);
    }

    private static String badge(Run run) {
        var busbw = run.maxBusbw();
        var algbw = run.maxAlgbw();
        var time = run.minTime();
        return busbw != null
                ? badge("peak busbw", Phrases.gbps(busbw))
                : algbw != null
                        ? badge("peak algbw", Phrases.gbps(algbw))
                        : time != null ? badge("least time", Phrases.time(time)) : badge("gpucomm", "no results");
    }

    private static String badge(String what, String value) {
        int left = what.length() * WIDTH_OF_A_LETTER;
        int right = value.length() * WIDTH_OF_A_LETTER;
        int middle = left + 2 * MARGIN;
        int width = middle + right + 2 * MARGIN;
        return BADGE.formatted(middle, width, width - middle - 3, what, value, left, middle + MARGIN, right);
    }
}

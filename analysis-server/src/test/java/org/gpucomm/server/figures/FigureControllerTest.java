package org.gpucomm.server.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

import org.gpucomm.figures.Bundle;
import org.gpucomm.figures.PointsCsv;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.server.web.Errors;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.client.RestTestClient;

class FigureControllerTest {

    private static final String FIGURES = "/api/v1/figures";

    private final RestTestClient client = RestTestClient
            .bindToController(new FigureController(new Gallery(new ConcurrencyLimiter(Duration.ZERO))))
            .configureServer(server -> server.setControllerAdvice(new Errors())).build();

    @Test
    void theListNamesAllFiguresAndTheirStyles() {
        client.get().uri(FIGURES).exchange().expectStatus().isOk().expectBody().jsonPath("$.length()").isEqualTo(19)
                .jsonPath("$[0].name").isEqualTo("nccl_bandwidth").jsonPath("$[0].styles[0]").isEqualTo("gpucomm")
                .jsonPath("$[0].styles[1]").isEqualTo("study").jsonPath("$[0].study").isEqualTo(true)
                .jsonPath("$[5].name").isEqualTo("bandwidth").jsonPath("$[5].study").isEqualTo(false)
                .jsonPath("$[5].aggregation").isNotEmpty().jsonPath("$[5].source").isNotEmpty();
    }

    @Test
    void aFigureIsServedWithItsMediaType() {
        client.get().uri(FIGURES + "/proxy.svg").exchange().expectStatus().isOk().expectHeader()
                .contentType("image/svg+xml").expectHeader().valueMatches("ETag", "\"[0-9a-f-]+\"");
        client.get().uri(FIGURES + "/proxy.csv").exchange().expectHeader().contentType("text/csv;charset=UTF-8");
        client.get().uri(FIGURES + "/proxy.json").exchange().expectHeader().contentType("application/json");
        client.get().uri(FIGURES + "/proxy.png").exchange().expectHeader().contentType("image/png");
    }

    @Test
    void aThumbnailIsASmallPng() {
        var whole = bytes("/proxy.png");
        var small = bytes("/proxy.png?thumbnail=true");
        assertThat(small.length).isLessThan(whole.length / 5);
        client.get().uri(FIGURES + "/proxy.svg?thumbnail=true").exchange().expectStatus().isBadRequest();
    }

    private byte[] bytes(String path) {
        return Objects.requireNonNull(client.get().uri(FIGURES + path).exchange().expectStatus().isOk().expectBody()
                .returnResult().getResponseBodyContent());
    }

    @Test
    void theStyleIsAParameter() throws IOException {
        var bytes = client.get().uri(FIGURES + "/nvshmem_comparison.csv?style=study").exchange().expectBody()
                .returnResult().getResponseBodyContent();
        assertThat(bytes).asString().isEqualTo(PointsCsv.of(Bundle.figure("nvshmem_comparison", Style.STUDY)));
    }

    @Test
    void whoHasAFigureIsNotSentItAgain() {
        var tag = Objects.requireNonNull(client.get().uri(FIGURES + "/jacobi.csv").exchange().expectBody()
                .returnResult().getResponseHeaders().getETag());
        client.get().uri(FIGURES + "/jacobi.csv").header(HttpHeaders.IF_NONE_MATCH, tag).exchange().expectStatus()
                .isNotModified();
    }

    @Test
    void whatThereIsNotIsNotFound() {
        client.get().uri(FIGURES + "/nope.png").exchange().expectStatus().isNotFound();
        client.get().uri(FIGURES + "/proxy.png?style=study").exchange().expectStatus().isNotFound();
        client.get().uri(FIGURES + "/proxy.gif").exchange().expectStatus().isNotFound();
        client.get().uri(FIGURES + "/proxy.png?style=excel").exchange().expectStatus().isBadRequest();
    }
}

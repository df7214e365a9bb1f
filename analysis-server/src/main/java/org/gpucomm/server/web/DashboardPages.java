package org.gpucomm.server.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriComponentsBuilder;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Pages of the dashboard: one HTML page at all addresses of {@code routes.json}, with the preview card of each inserted. */
@Configuration(proxyBeanMethods = false)
public class DashboardPages {

    /** Path prefix of a page that shows only its chart, for frames in other pages. */
    public static final String EMBEDDED = "/embed/";

    private static final Logger LOG = LoggerFactory.getLogger(DashboardPages.class);
    /** Time limit for a card, since programs do not wait longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String BY_A_BROWSER = "Sec-Fetch-Dest";
    private static final Resource INDEX = new ClassPathResource("static/index.html");
    private static final String BASE = "<meta name=\"base\" content=\"\"";
    private static final String TITLE = "<title>gpucomm</title>";

    /** Files that each page of the dashboard loads in addition to the common ones, by page. */
    private final Map<String, List<String>> files = new ClassPathResource("static/pages.json").exists()
            ? read("static/pages.json")
            : Map.of();

    @Bean
    RouterFunction<ServerResponse> addresses(List<Cards> cards, ConcurrencyLimiter limiter) {
        var router = RouterFunctions.route();
        // Each page has its present address and its earlier ones.
        read("routes.json").forEach((page, paths) -> paths.forEach(path -> router.GET(path,
                request -> answer(page, request, cards, limiter))
                .HEAD(path, request -> answer(page, request, cards, limiter))));
        // The script shows the page at the rest of the path, with only its chart.
        router.GET(EMBEDDED + "**", request -> answer("embed", request, cards, limiter));
        return router.build();
    }

    private static Map<String, List<String>> read(String json) {
        try (var in = new ClassPathResource(json).getInputStream()) {
            return JsonMapper.builder().enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY).build().readValue(
                    in,
                    new TypeReference<>() {
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerResponse answer(String page, ServerRequest request, List<Cards> cards, ConcurrencyLimiter limiter)
            throws IOException {
        if (!exist()) {
            throw Refused
                    .notFound("This build has no dashboard. The interface is under /api/v1; /api/docs describes it.");
        }
        // A browser shows the page itself and should not wait for a preview card.
        var card = request.headers().firstHeader(BY_A_BROWSER) == null
                ? card(page, request, cards, limiter)
                : plain(page);
        return ServerResponse.ok().cacheControl(CacheControl.noCache()).varyBy(BY_A_BROWSER)
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(below(request.servletRequest().getContextPath()).replace(TITLE,
                        head(card, request) + ahead(page, request)));
    }

    private static Card card(String page, ServerRequest request, List<Cards> cards, ConcurrencyLimiter limiter) {
        try (var _ = limiter.acquire(PATIENCE)) {
            for (var each : cards) {
                var card = each.of(page, request.pathVariables().get("id"), request.servletRequest());
                if (card.isPresent()) {
                    return card.get();
                }
            }
        } catch (Refused e) {
            return new Card(String.valueOf(e.getMessage()), Card.SAID, null);
        } catch (IOException | RuntimeException e) {
            // The page itself reports errors in its address.
            LOG.debug("no card of {}", request.path(), e);
        }
        return plain(page);
    }

    private static Card plain(String page) {
        var name = page.equals("history") ? "regressions" : page;
        return page.equals("overview") || page.equals("embed")
                ? new Card("gpucomm", "GPU communication benchmarks: stored, compared and drawn.", null)
                : new Card(StringUtils.capitalize(name) + " · gpucomm", Card.SAID,
                        null);
    }

    /** Returns links that make the browser load a page's files along with the first ones, rather than after running those. */
    private String ahead(String page, ServerRequest request) {
        var links = new StringBuilder();
        for (var file : files.getOrDefault(page, List.of())) {
            links.append("\n    <link rel=\"modulepreload\" crossorigin href=\"")
                    .append(escaped(request.servletRequest().getContextPath() + "/" + file)).append("\">");
        }
        return links.toString();
    }

    /** Returns whether this build has a dashboard. */
    static boolean exist() {
        return INDEX.exists();
    }

    /** Returns the HTML page with a path inserted into its links, for a dashboard below that path. */
    static String below(String path) throws IOException {
        return INDEX.getContentAsString(StandardCharsets.UTF_8).replace("=\"./", "=\"" + escaped(path) + "/")
                .replace(BASE, BASE.replace("\"\"", '"' + escaped(path) + '"'));
    }

    /** Returns the title and the tags that chat programs read. */
    private static String head(Card card, ServerRequest request) {
        var head = new StringBuilder("<title>").append(escaped(card.title())).append("</title>");
        meta(head, "og:site_name", "gpucomm");
        meta(head, "og:type", "website");
        meta(head, "og:title", card.title());
        meta(head, "og:description", card.description());
        meta(head, "og:url", request.uri().toString());
        if (card.picture() != null) {
            var server = UriComponentsBuilder.fromUri(request.uri()).replacePath(null).replaceQuery(null).build();
            meta(head, "og:image", server.toUriString() + request.servletRequest().getContextPath() + card.picture());
            meta(head, "og:image:type", "image/png");
            meta(head, "twitter:card", "summary_large_image");
        }
        return head.toString();
    }

    private static void meta(StringBuilder head, String property, String content) {
        head.append("\n    <meta property=\"").append(property).append("\" content=\"").append(escaped(content))
                .append("\" />");
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}

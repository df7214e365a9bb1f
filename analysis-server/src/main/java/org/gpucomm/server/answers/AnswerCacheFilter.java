package org.gpucomm.server.answers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

import org.gpucomm.server.series.DataCache;
import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import io.micrometer.core.instrument.Metrics;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Cache of answers until the data changes, which also gives each answer an {@code ETag}. Every request first reads the version of the data
 * from the database, so no answer is older than the last committed change. Earlier filters check permissions.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
final class AnswerCacheFilter extends OncePerRequestFilter {

    private static final Pattern ONE_HISTORY = Pattern.compile("/api/v1/histories/[^/]+");
    private static final Pattern CACHED = Pattern
            .compile("/api/v1/(?:series|facets|iterations|scaling|runs|histories(?:/[^/]+)?)");
    /** Paths of answers that also show imports, whose progress does not change the version of the data. */
    private static final Pattern CACHED_UNLESS_IMPORTING = Pattern.compile("/api/v1/(?:uploads|overview)");
    /** Number of bytes of the objects around a question and its answer. */
    private static final int OVERHEAD = 500;
    /** Capacity in bytes. */
    private static final long CAPACITY = Runtime.getRuntime().maxMemory() / 16;
    /** Size limit of an answer in bytes; a larger one would evict too many others. */
    private static final long LARGEST = CAPACITY / 8;

    /** Id of this process, since a restart may change other data on which answers depend, such as hardware profiles. */
    private final UUID process = UUID.randomUUID();
    private final ObjectProvider<Sequence> sequence;
    private final DataCache<Question, Answer> answers = new DataCache<>(CAPACITY,
            (question, answer) -> question.bytes() + answer.body().length);

    AnswerCacheFilter(ObjectProvider<Sequence> sequence) {
        this.sequence = sequence;
    }

    /** @param base URL by which the client addresses this server, at the beginning of links in the answer */
    private record Question(String base, String path, @Nullable String query, @Nullable String accept) {

        static Question of(HttpServletRequest request, String path) {
            return new Question(request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort()
                    + request.getContextPath(), path, request.getQueryString(), request.getHeader(HttpHeaders.ACCEPT));
        }

        int bytes() {
            return OVERHEAD + toString().length();
        }
    }

    private record Answer(String contentType, byte[] body) {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = request.getRequestURI().substring(request.getContextPath().length());
        var version = request.getMethod().equals("GET") ? version(path) : OptionalLong.empty();
        if (version.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        var question = Question.of(request, path);
        var tag = "W/\"%x-%x-%x\"".formatted(version.getAsLong(), process.getMostSignificantBits(),
                question.hashCode());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-cache");
        if (tag.equals(request.getHeader(HttpHeaders.IF_NONE_MATCH))) {
            response.setHeader(HttpHeaders.ETAG, tag);
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            Metrics.counter("gpucomm.answers", "source", "client").increment();
            observe(path, request);
            return;
        }
        var own = new ContentCachingResponseWrapper(response);
        var isOwn = new AtomicBoolean();
        var answer = answers.find(version.getAsLong(), question, () -> {
            isOwn.set(true);
            return answer(request, own, chain);
        });
        if (answer != null) {
            response.setHeader(HttpHeaders.ETAG, tag);
        }
        Metrics.counter("gpucomm.answers", "source", isOwn.get() ? "computed" : "cache").increment();
        if (isOwn.get()) {
            own.copyBodyToResponse();
        } else if (answer != null) {
            observe(path, request);
            response.setContentType(answer.contentType());
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Computes the answer. Returns null if it must not be cached. */
    private @Nullable Answer answer(HttpServletRequest request, ContentCachingResponseWrapper response,
            FilterChain chain)
            throws ServletException {
        try {
            chain.doFilter(request, response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var type = response.getContentType();
        return response.getStatus() == HttpServletResponse.SC_OK && type != null && response.getContentSize() <= LARGEST
                ? new Answer(type, response.getContentAsByteArray())
                : null;
    }

    /** Returns the version of the data; empty if the path is not cached, or the database refuses, which the handler then reports. */
    private OptionalLong version(String path) {
        try {
            if (CACHED.matcher(path).matches()) {
                return OptionalLong.of(sequence.getObject().version());
            }
            return CACHED_UNLESS_IMPORTING.matcher(path).matches()
                    ? sequence.getObject().versionUnlessImporting()
                    : OptionalLong.empty();
        } catch (DataAccessResourceFailureException | CannotCreateTransactionException e) {
            throw e;
        } catch (DataAccessException | TransactionException e) {
            return OptionalLong.empty();
        }
    }

    /** Sets the path pattern by which requests are counted. */
    private static void observe(String path, HttpServletRequest request) {
        var pattern = ONE_HISTORY.matcher(path).matches() ? "/api/v1/histories/{id}" : path;
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(pattern));
    }
}

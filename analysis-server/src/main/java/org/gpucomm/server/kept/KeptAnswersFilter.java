package org.gpucomm.server.kept;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.gpucomm.server.kept.KeptAnswers.Answer;
import org.gpucomm.server.kept.KeptAnswers.Question;
import org.gpucomm.server.series.Sequence;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * This filter answers a question about curves once for all who ask it until something changes: those who ask while it is
 * being answered wait for that answer. Each who asks still asks the database whether something has changed, so that no
 * answer is older than it.
 */
final class KeptAnswersFilter extends OncePerRequestFilter {

    /** What depends on nothing but the question and what {@link Sequence#changes()} counts the changes of. */
    private static final Set<String> PATHS = Set.of("/api/v1/series", "/api/v1/facets", "/api/v1/scaling");

    private final ObjectProvider<Sequence> sequence;
    private final KeptAnswers answers;
    private final ConcurrentMap<Asked, CompletableFuture<Optional<Answer>>> asked = new ConcurrentHashMap<>();

    KeptAnswersFilter(ObjectProvider<Sequence> sequence, KeptAnswers answers) {
        this.sequence = sequence;
        this.answers = answers;
    }

    private record Asked(Question question, long changes) {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = request.getRequestURI().substring(request.getContextPath().length());
        if (!request.getMethod().equals("GET") || !PATHS.contains(path)) {
            chain.doFilter(request, response);
            return;
        }
        long changes;
        try {
            changes = sequence.getObject().changes();
        } catch (DataAccessException e) {
            // The handler fails likewise, and what answers for handlers says so.
            chain.doFilter(request, response);
            return;
        }
        var mine = new Asked(
                new Question(path, request.getQueryString(), request.getHeader(HttpHeaders.ACCEPT)), changes);
        var known = answers.of(mine.question(), mine.changes()).or(() -> another(mine));
        if (known.isPresent()) {
            write(known.get(), path, request, response);
        } else {
            ask(mine, request, response, chain);
        }
    }

    /** The answer of one who asked the same before and waits for it still. */
    private Optional<Answer> another(Asked same) {
        var first = asked.get(same);
        return first == null ? Optional.empty() : first.join();
    }

    private void ask(Asked mine, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var copy = new ContentCachingResponseWrapper(response);
        var pending = new CompletableFuture<Optional<Answer>>();
        boolean isFirst = asked.putIfAbsent(mine, pending) == null;
        var answer = Optional.<Answer>empty();
        try {
            chain.doFilter(request, copy);
            answer = answer(copy);
            answer.ifPresent(given -> answers.keep(mine.question(), mine.changes(), given));
        } finally {
            if (isFirst) {
                asked.remove(mine, pending);
            }
            pending.complete(answer);
        }
        copy.copyBodyToResponse();
    }

    private static Optional<Answer> answer(ContentCachingResponseWrapper copy) {
        var type = copy.getContentType();
        return copy.getStatus() == HttpServletResponse.SC_OK && type != null
                ? Optional.of(new Answer(type, copy.getContentAsByteArray()))
                : Optional.empty();
    }

    private static void write(Answer answer, String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(path));
        response.setContentType(answer.contentType());
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }
}

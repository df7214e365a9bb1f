package org.gpucomm.server.kept;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.gpucomm.server.kept.KeptAnswers.Answer;
import org.gpucomm.server.kept.KeptAnswers.Question;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * This filter answers a question once for all who ask it until something changes: those who ask while it is being answered
 * wait for that answer. Each who asks still asks the database whether something has changed, so that no answer is older than
 * it. Whether somebody may ask is decided before.
 */
final class KeptAnswersFilter extends OncePerRequestFilter {

    private final ObjectProvider<TableStates> states;
    private final KeptAnswers answers;
    private final ConcurrentMap<Asked, CompletableFuture<Optional<Answer>>> asked = new ConcurrentHashMap<>();

    KeptAnswersFilter(ObjectProvider<TableStates> states, KeptAnswers answers) {
        this.states = states;
        this.answers = answers;
    }

    private record Asked(Question question, MadeOf madeOf, TableState state) {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = request.getRequestURI().substring(request.getContextPath().length());
        var madeOf = request.getMethod().equals("GET")
                ? MadeOf.of(path, request.getParameter("q"))
                : Optional.<MadeOf>empty();
        var state = madeOf.flatMap(this::state);
        if (state.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        var mine = new Asked(new Question(base(request), path, request.getQueryString(),
                request.getHeader(HttpHeaders.ACCEPT)), madeOf.get(), state.get());
        var known = answers.of(mine.question(), mine.state()).or(() -> another(mine));
        if (known.isPresent()) {
            write(known.get(), MadeOf.pattern(path), request, response);
        } else {
            ask(mine, request, response, chain);
        }
    }

    /**
     * Empty also where the database fails in what it does: the handler then fails likewise, and its failure is told. Where it
     * does not answer nobody waits for it a second time.
     */
    private Optional<TableState> state(MadeOf madeOf) {
        try {
            return states.getObject().of(madeOf);
        } catch (DataAccessResourceFailureException | CannotCreateTransactionException e) {
            throw e;
        } catch (DataAccessException | TransactionException e) {
            return Optional.empty();
        }
    }

    private static String base(HttpServletRequest request) {
        return request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort()
                + request.getContextPath();
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
            answer.ifPresent(given -> keep(mine, given));
        } finally {
            if (isFirst) {
                asked.remove(mine, pending);
            }
            pending.complete(answer);
        }
        copy.copyBodyToResponse();
    }

    /** What changed meanwhile may be in the answer or not. */
    private void keep(Asked mine, Answer given) {
        try {
            if (state(mine.madeOf()).filter(mine.state()::equals).isPresent()) {
                answers.keep(mine.question(), mine.state(), given);
            }
        } catch (DataAccessException | TransactionException away) {
            // The answer is right, and is not kept.
            logger.debug(away);
        }
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

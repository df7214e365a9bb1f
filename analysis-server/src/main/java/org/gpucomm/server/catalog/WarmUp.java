package org.gpucomm.server.catalog;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import org.gpucomm.server.web.AskedFirst;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.support.ServletRequestHandledEvent;

import tools.jackson.databind.json.JsonMapper;

/**
 * This class asks after a start what pages ask when they are opened, so that the first page is not the one that waits for classes to
 * be loaded, code to be compiled and what all answers need to be read. It asks the handlers themselves: no request is counted, limited
 * or kept. The server is ready when this has ended: when all was asked a few times, when two seconds are over, or when somebody else
 * asks. A server that has no runs yet asks nothing.
 */
@Component
class WarmUp {

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final int ROUNDS = 5;

    /** What asks whether the server lives is no page. */
    private static final String PROBES = "/actuator/";

    private final ObjectProvider<Runs> runs;
    private final ObjectProvider<AskedFirst> questions;
    private final ObjectProvider<PlatformTransactionManager> transactions;
    private final ObjectProvider<JsonMapper> json;
    private volatile boolean isOver;

    WarmUp(ObjectProvider<Runs> runs, ObjectProvider<AskedFirst> questions,
            ObjectProvider<PlatformTransactionManager> transactions, ObjectProvider<JsonMapper> json) {
        this.runs = runs;
        this.questions = questions;
        this.transactions = transactions;
        this.json = json;
    }

    /** Whoever is told that the server is ready waits for this: readiness follows this event. */
    @EventListener(ApplicationReadyEvent.class)
    void run() {
        long begin = System.nanoTime();
        try {
            if (runs.getObject().latest(1, null).isEmpty()) {
                return;
            }
            int answers = ask(questions.orderedStream().toList(), begin + LONGEST.toNanos());
            LOG.debug("warmed up by {} answers in {} ms", answers, (System.nanoTime() - begin) / 1_000_000);
        } catch (RuntimeException e) {
            // Whoever asks the same next hears of it.
            LOG.debug("the warm-up ended early", e);
        }
    }

    @EventListener
    void somebodyAsked(ServletRequestHandledEvent request) {
        if (!request.getRequestUrl().startsWith(PROBES)) {
            end();
        }
    }

    @EventListener(ContextClosedEvent.class)
    void end() {
        isOver = true;
    }

    /** Returns how many it asked. */
    private int ask(List<AskedFirst> asked, long end) {
        int answers = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (var question : asked) {
                if (isOver || System.nanoTime() - end >= 0) {
                    return answers;
                }
                inOneState().executeWithoutResult(state -> write(question.answer()));
                answers++;
            }
        }
        return answers;
    }

    /** As pages are answered, and within a time that the database keeps. */
    private TransactionTemplate inOneState() {
        var template = new TransactionTemplate(transactions.getObject());
        template.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        template.setReadOnly(true);
        template.setTimeout((int) LONGEST.toSeconds());
        return template;
    }

    private void write(Object answer) {
        try (var nowhere = OutputStream.nullOutputStream()) {
            json.getObject().writeValue(nowhere, answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

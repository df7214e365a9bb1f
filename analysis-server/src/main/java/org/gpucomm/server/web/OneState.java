package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * This class gives each request of a handler that is {@link Consistent} a transaction that sees one state of the tables. Not all
 * connections to the database are taken for these, so that others are answered whatever they ask.
 */
class OneState implements HandlerInterceptor {

    /** Of the connections that there are, see {@code Storage}. */
    static final int AT_A_TIME = 10;

    private static final Logger LOG = LoggerFactory.getLogger(OneState.class);

    private static final String TRANSACTION = OneState.class.getName();

    private final ObjectProvider<PlatformTransactionManager> transactions;
    private final Duration within;
    private final Semaphore free = new Semaphore(AT_A_TIME, true);

    /** @param within how long it waits to begin, and then its queries may take together; the database is told to give up then */
    OneState(ObjectProvider<PlatformTransactionManager> transactions, Duration within) {
        this.transactions = transactions;
        this.within = within;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(Consistent.class)) {
            Turns.take(free, within);
            try {
                request.setAttribute(TRANSACTION, transactions.getObject().getTransaction(definition()));
            } catch (RuntimeException | Error e) {
                free.release();
                throw e;
            }
        }
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception failure) {
        if (request.getAttribute(TRANSACTION) instanceof TransactionStatus transaction) {
            request.removeAttribute(TRANSACTION);
            try {
                transactions.getObject().rollback(transaction);
            } catch (DataAccessException | TransactionException e) {
                LOG.debug("the database is away, and what was read in it", e);
            } finally {
                free.release();
            }
        }
    }

    private TransactionDefinition definition() {
        var definition = new DefaultTransactionDefinition();
        // H2 takes a snapshot of each table when that is first read, and of all tables at once on this level only.
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        definition.setReadOnly(true);
        definition.setTimeout((int) within.toSeconds());
        return definition;
    }
}

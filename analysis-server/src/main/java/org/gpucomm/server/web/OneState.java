package org.gpucomm.server.web;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * This class gives each request of a handler that is {@link Consistent} a transaction that sees one state of the tables.
 */
class OneState implements HandlerInterceptor {

    private static final String TRANSACTION = OneState.class.getName();

    private final ObjectProvider<PlatformTransactionManager> transactions;
    private final Duration within;

    /** @param within how long its queries may take together; the database is told to give up then */
    OneState(ObjectProvider<PlatformTransactionManager> transactions, Duration within) {
        this.transactions = transactions;
        this.within = within;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(Consistent.class)) {
            var definition = new DefaultTransactionDefinition();
            // H2 takes a snapshot of each table when that is first read, and of all tables at once on this level only.
            definition.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
            definition.setReadOnly(true);
            definition.setTimeout((int) within.toSeconds());
            request.setAttribute(TRANSACTION, transactions.getObject().getTransaction(definition));
        }
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception failure) {
        if (request.getAttribute(TRANSACTION) instanceof TransactionStatus transaction) {
            transactions.getObject().rollback(transaction);
        }
    }
}

package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Read-only transactions over one snapshot, for {@link ReadOnlySnapshot} handlers and agents. They leave connections to others. */
@Component
public class SnapshotTransactions implements HandlerInterceptor {

    /** Number of connections for these transactions; {@code Storage} has the total. */
    static final int AT_A_TIME = 10;

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTransactions.class);

    private static final String TRANSACTION = SnapshotTransactions.class.getName();

    private final ObjectProvider<PlatformTransactionManager> transactions;
    private final ConcurrencyLimiter limiter;
    private final Duration within;
    private final Semaphore free = new Semaphore(AT_A_TIME, true);

    /** @param within time limit for the wait and for all queries together; the database cancels slower ones */
    SnapshotTransactions(ObjectProvider<PlatformTransactionManager> transactions, ConcurrencyLimiter limiter,
            @Value("${gpucomm.answer-within:30s}") Duration within) {
        this.transactions = transactions;
        this.limiter = limiter;
        this.within = within;
    }

    /** Computes an answer over one snapshot. @throws TooBusy if the computation could not begin within the time limit */
    public <T> T over(Callable<T> answer) throws Exception {
        try (var _ = begin()) {
            return answer.call();
        }
    }

    /** Computes an answer over one snapshot, with a permit of the limiter. */
    public <T> T overLimited(Callable<T> answer) throws Exception {
        try (var _ = limiter.acquire(within)) {
            return over(answer);
        }
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(ReadOnlySnapshot.class)) {
            request.setAttribute(TRANSACTION, begin());
        }
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception failure) {
        if (request.getAttribute(TRANSACTION) instanceof ConcurrencyLimiter.Permit transaction) {
            request.removeAttribute(TRANSACTION);
            transaction.close();
        }
    }

    private ConcurrencyLimiter.Permit begin() {
        ConcurrencyLimiter.acquire(free, within);
        try {
            var transaction = transactions.getObject().getTransaction(definition());
            return () -> end(transaction);
        } catch (RuntimeException | Error e) {
            free.release();
            throw e;
        }
    }

    private void end(TransactionStatus transaction) {
        try {
            transactions.getObject().rollback(transaction);
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database is away, and what was read in it", e);
        } finally {
            free.release();
        }
    }

    private TransactionDefinition definition() {
        var definition = new DefaultTransactionDefinition();
        // H2 takes a snapshot of each table when it is first read; only this level takes one of all tables at once.
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        definition.setReadOnly(true);
        definition.setTimeout((int) within.toSeconds());
        return definition;
    }
}

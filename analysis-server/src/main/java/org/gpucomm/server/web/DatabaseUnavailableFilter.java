package org.gpucomm.server.web;

import java.io.IOException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that answers if the database is unavailable for a later filter, which looks up a token or the version of the data. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class DatabaseUnavailableFilter extends OncePerRequestFilter {

    static final String DETAIL = "The server's database does not answer. Nothing that was accepted is lost; ask again in a while.";
    static final String RETRY_AFTER_SECONDS = "5";
    /** Line of the server's log for its operator; takes the request and the database's message. */
    static final String LOG_LINE = "{} failed, the database does not answer: {}. Check that it runs and make room on its disk.";

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseUnavailableFilter.class);

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (DataAccessResourceFailureException | CannotCreateTransactionException e) {
            if (response.isCommitted()) {
                throw e;
            }
            LOG.error(LOG_LINE, request.getMethod() + " " + request.getRequestURI(), e.getMessage());
            response.reset();
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            Refused.write(response, HttpStatus.SERVICE_UNAVAILABLE, DETAIL);
        }
    }
}

package org.gpucomm.server.access;

import static org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher.pathPattern;

import java.io.IOException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that logs every successful request that changed something. */
final class AuditLogFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLogFilter.class);
    /** Requests that are not logged. The reports of a run in progress are left out, since its final upload is logged. */
    private static final RequestMatcher NONE = new OrRequestMatcher(AccessConfiguration.QUESTIONS,
            pathPattern(SignInController.SIGN_IN), pathPattern(SignInController.SIGN_OUT),
            pathPattern("/api/v1/live/**"));

    private final ObjectProvider<AuditLog> auditLog;

    AuditLogFilter(ObjectProvider<AuditLog> auditLog) {
        this.auditLog = auditLog;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return NONE.matches(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        if (response.getStatus() < 400) {
            try {
                auditLog.getObject().add(request, response);
            } catch (DataAccessException e) {
                LOG.error("{} {} by {} is not in the audit log: {}", request.getMethod(), request.getServletPath(),
                        Caller.current().name(), e.getMessage());
            }
        }
    }
}

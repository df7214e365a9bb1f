package org.gpucomm.server.access;

import java.io.IOException;

import org.gpucomm.server.web.AskedPath;
import org.gpucomm.server.web.OriginFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that writes down every request that changed something, after it did. */
final class DeedsFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(DeedsFilter.class);

    private final ObjectProvider<Deeds> deeds;

    DeedsFilter(ObjectProvider<Deeds> deeds) {
        this.deeds = deeds;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        if (response.getStatus() < 400 && mayChange(request)) {
            try {
                deeds.getObject().add(request, response);
            } catch (DataAccessException e) {
                LOG.error("{} {} by {} is not in the table of deeds: {}", request.getMethod(), AskedPath.of(request),
                        Caller.of(request).name(), e.getMessage());
            }
        }
    }

    private static boolean mayChange(HttpServletRequest request) {
        var path = AskedPath.of(request);
        return !OriginFilter.READING.contains(request.getMethod()) && !path.equals(AccessFilter.SIGN_IN)
                && !path.equals(AccessFilter.SIGN_OUT) && !path.startsWith(AccessFilter.LIVE)
                && !AccessFilter.QUESTIONS.contains(path);
    }
}

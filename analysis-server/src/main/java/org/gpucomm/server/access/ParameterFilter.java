package org.gpucomm.server.access;

import java.io.IOException;
import java.util.Objects;

import org.gpucomm.server.web.Refused;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that refuses parameters that no endpoint can use: more than Tomcat accepts, and NUL, which database text cannot contain. */
final class ParameterFilter extends OncePerRequestFilter {

    private static final int MOST = 1000;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var query = Objects.requireNonNullElse(request.getQueryString(), "");
        long parameters = query.isEmpty() ? 0 : 1 + query.chars().filter(c -> c == '&').count();
        if (parameters > MOST) {
            Refused.write(response, HttpStatus.BAD_REQUEST,
                    "A request has at most " + MOST + " parameters, this one has " + parameters + ".");
        } else if (query.contains("%00")) {
            Refused.write(response, HttpStatus.BAD_REQUEST,
                    "A parameter has the character NUL (%00), which no text has.");
        } else {
            chain.doFilter(request, response);
        }
    }
}

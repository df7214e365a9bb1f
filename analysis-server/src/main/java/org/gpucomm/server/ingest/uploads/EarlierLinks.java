package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.gpucomm.analysis.bundled.BundledFile;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that redirects links with ids of earlier builds to bundled results and their runs. It comes after the access filters. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class EarlierLinks extends OncePerRequestFilter {

    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern ID = Pattern.compile("(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])");

    private final Map<String, String> present = new HashMap<>();
    private final ObjectProvider<JdbcClient> jdbc;

    /** @param jdbc looked up late, since the database may open later than the web server */
    EarlierLinks(ObjectProvider<JdbcClient> jdbc) throws IOException {
        this.jdbc = jdbc;
        for (var file : BundledFile.all()) {
            file.earlierIds().forEach(earlier -> present.put(earlier, file.id()));
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var query = request.getQueryString();
        var link = request.getRequestURI() + (query == null ? "" : "?" + query);
        // With two leading slashes, the redirect would lead to another host.
        boolean isLink = READING.contains(request.getMethod()) && !link.startsWith("//");
        var followed = isLink
                ? ID.matcher(link).replaceAll(id -> Matcher.quoteReplacement(present(id.group())))
                : link;
        if (followed.equals(link)) {
            chain.doFilter(request, response);
        } else {
            response.sendRedirect(followed, HttpStatus.MOVED_PERMANENTLY.value());
        }
    }

    /** Returns the present id for an earlier one, unless a person's upload has the earlier id. */
    private String present(String id) {
        var known = present.get(id);
        return known == null || isUpload(id) ? id : known;
    }

    private boolean isUpload(String id) {
        return jdbc.getObject().sql("select count(*) from upload where id = ?").param(id).query(Long.class)
                .single() > 0;
    }
}

package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.Objects;

import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * This class holds what the pages ask, asked for an agent within its own request: the same handlers answer, over one state
 * of the tables and within the same limits, and whoever may not ask them may not ask here. So no tool says what the pages
 * would not.
 */
final class AskedPages {

    private static final String HANDLERS = "dispatcherServlet";
    private static final int REFUSED = 400;

    private final HttpServletRequest asker;
    private final HttpServletResponse outer;

    /** @param outer is written by none of the answers */
    AskedPages(HttpServletRequest asker, HttpServletResponse outer) {
        this.asker = asker;
        this.outer = outer;
    }

    JsonNode json(PageQuestion question) throws Refused, IOException, ServletException {
        return JsonMapper.shared().readTree(bytes(question));
    }

    /** @throws Refused when the answer is an error; the message is its detail */
    byte[] bytes(PageQuestion question) throws Refused, IOException, ServletException {
        if (question.hasNul()) {
            throw new Refused("An argument has the character NUL, which no text has.");
        }
        var response = new KeptResponse(outer);
        var handlers = Objects.requireNonNull(asker.getServletContext().getNamedDispatcher(HANDLERS));
        handlers.include(new PageRequest(asker, question), response);
        if (response.getStatus() >= REFUSED) {
            throw new Refused(JsonMapper.shared().readTree(response.bytes()).path("detail").asString());
        }
        return response.bytes();
    }

    /** Returns the whole address of a page. */
    String link(PageQuestion page) {
        return link(page.toString());
    }

    /** @param relative to the server, encoded */
    String link(String relative) {
        return ServletUriComponentsBuilder.fromContextPath(asker).build().toUriString() + relative;
    }
}

package org.gpucomm.server.mcp;

import java.util.concurrent.Callable;

import org.gpucomm.server.web.SnapshotTransactions;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers of the pages as JSON for agents, over one snapshot and within the same limits. Tools return no more than pages. */
record PageAnswers(SnapshotTransactions state, JsonMapper json) {

    /** Returns an answer as the JSON that a page receives; the caller has applied the limits. */
    JsonNode json(Object answer) {
        return json.valueToTree(answer);
    }

    /** Computes an answer over one snapshot and returns it as the JSON that a page receives. */
    JsonNode read(Callable<?> answer) throws Exception {
        return state.over(() -> json.valueToTree(answer.call()));
    }

    /** Computes an answer that needs much memory; only a few are computed at a time. */
    <T> T computed(Callable<T> answer) throws Exception {
        return state.overLimited(answer);
    }

    /** Returns the absolute URL of a page. */
    static String link(PageQuestion page) {
        return link(page.toString());
    }

    /** @param relative encoded URL, relative to the server */
    static String link(String relative) {
        return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString() + relative;
    }
}

package org.gpucomm.server.mcp;

import java.util.concurrent.Callable;

import org.gpucomm.server.web.SnapshotTransactions;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What pages are answered, for an agent: the same services answer, over one state of the tables and within the same limits. So no tool
 * says what the pages would not.
 */
final class AskedPages {

    private final SnapshotTransactions state;
    private final JsonMapper json;

    AskedPages(SnapshotTransactions state, JsonMapper json) {
        this.state = state;
        this.json = json;
    }

    /** Returns what pages are sent of an answer that was made within limits of its own. */
    JsonNode json(Object answer) {
        return json.valueToTree(answer);
    }

    /** Returns what pages are sent of an answer. */
    JsonNode read(Callable<?> answer) throws Exception {
        return state.over(() -> json.valueToTree(answer.call()));
    }

    /** Returns the same of an answer that takes much memory, of which few are made at a time. */
    <T> T computed(Callable<T> answer) throws Exception {
        return state.overLimited(answer);
    }

    /** Returns the whole address of a page. */
    static String link(PageQuestion page) {
        return link(page.toString());
    }

    /** @param relative to the server, encoded */
    static String link(String relative) {
        return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString() + relative;
    }
}

package org.gpucomm.server.mcp;

import java.util.Map;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;

/** A question that agents may ask. */
interface AgentTool {

    String name();

    String title();

    /** What it answers, for the one who chooses among tools. */
    String description();

    /** Returns the JSON schema of its arguments. */
    Map<String, Object> schema();

    /** @throws org.gpucomm.analysis.identity.BadParameter when it cannot be answered as it was asked; the message says why */
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception;
}

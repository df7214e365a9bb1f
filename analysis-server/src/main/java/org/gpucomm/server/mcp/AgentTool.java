package org.gpucomm.server.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** Read-only tool for agents. */
abstract class AgentTool {

    private final Tool described;

    /** @param description description of the answer, by which agents choose a tool @param schema schema of its arguments */
    AgentTool(String name, String title, String description, ToolSchema schema) {
        var reading = ToolAnnotations.builder().title(title).readOnlyHint(true).destructiveHint(false)
                .idempotentHint(true).openWorldHint(false).build();
        this.described = Tool.builder(name, schema.map()).title(title).description(description).annotations(reading)
                .build();
    }

    final Tool described() {
        return described;
    }

    /** @throws org.gpucomm.analysis.identity.BadParameter if the question has no valid answer; the message gives the reason */
    abstract CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception;
}

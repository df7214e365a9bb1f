package org.gpucomm.server.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** A question that agents may ask. It reads, and changes nothing. */
abstract class AgentTool {

    private final Tool described;

    /**
     * @param description what it answers, for the one who chooses among tools
     * @param schema      of its arguments
     */
    AgentTool(String name, String title, String description, ToolSchema schema) {
        var reading = ToolAnnotations.builder().title(title).readOnlyHint(true).destructiveHint(false)
                .idempotentHint(true).openWorldHint(false).build();
        this.described = Tool.builder(name, schema.map()).title(title).description(description).annotations(reading)
                .build();
    }

    final Tool described() {
        return described;
    }

    /** @throws org.gpucomm.analysis.identity.BadParameter when it cannot be answered as it was asked; the message says why */
    abstract CallToolResult answer(Arguments arguments, PageAnswers pages) throws Exception;
}

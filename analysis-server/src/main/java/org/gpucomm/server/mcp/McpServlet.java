package org.gpucomm.server.mcp;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.web.Version;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any of several servers can answer. The protocol's
 * library is loaded at the first request: a start does not wait for it. Every tool reads; none stores anything.
 */
final class McpServlet extends HttpServlet {

    static final String PATH = "/mcp";
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(McpServlet.class);
    private static final String REQUEST = "request";
    private static final String RESPONSE = McpServlet.class.getName();
    private static final int LARGEST_REQUEST = 16 << 20;
    private static final String INSTRUCTIONS = """
            gpucomm keeps benchmarks of GPU communication (NCCL, NVSHMEM, libfabric and others). Every answer names units, how \
            many measurements stand behind a value (n), what is wrong with a run (flags), and the page that shows the same to a \
            person: give that link with what you say. A value with a flag, or one whose check failed or did not run, is no \
            result. Bandwidths of different operations, numbers of GPUs, message sizes or transports do not compare; compare says \
            where two runs can be. Nothing here can change what is stored.""";

    private final transient Supplier<Profiles> hardware;
    private transient volatile @Nullable HttpServlet protocol;

    /** @param hardware profiles as they are when it is asked */
    McpServlet(Supplier<Profiles> hardware) {
        this.hardware = hardware;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        request.setAttribute(RESPONSE, response);
        protocol().service(request, response);
    }

    private HttpServlet protocol() {
        var known = protocol;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            var made = Objects.requireNonNullElseGet(protocol, this::make);
            protocol = made;
            return made;
        }
    }

    private HttpServlet make() {
        var json = new JacksonMcpJsonMapper(JsonMapper.shared());
        var transport = HttpServletStatelessServerTransport.builder().jsonMapper(json).messageEndpoint(PATH)
                .maxRequestSize(LARGEST_REQUEST)
                .contextExtractor(request -> McpTransportContext.create(Map.of(REQUEST, request))).build();
        McpServer.sync(transport).jsonMapper(json).serverInfo("gpucomm", Version.current())
                .instructions(INSTRUCTIONS).capabilities(ServerCapabilities.builder().tools(false).build())
                // What a tool asks is answered by the thread of the request, as a page is.
                .immediateExecution(true).tools(tools().stream().map(McpServlet::offered).toList()).build();
        return transport;
    }

    private List<AgentTool> tools() {
        return List.of(new ReadLogTool(hardware), new FindRunsTool(), new FindingsTool(), new CompareTool(),
                new PeersTool(), new FigureTool());
    }

    private static SyncToolSpecification offered(AgentTool tool) {
        var reading = ToolAnnotations.builder().title(tool.title()).readOnlyHint(true).destructiveHint(false)
                .idempotentHint(true).openWorldHint(false).build();
        return new SyncToolSpecification(Tool.builder(tool.name(), tool.schema()).title(tool.title())
                .description(tool.description()).annotations(reading).build(),
                (context, request) -> answer(tool, context, request));
    }

    private static CallToolResult answer(AgentTool tool, McpTransportContext context, CallToolRequest request) {
        try {
            var arguments = Objects.requireNonNullElse(request.arguments(), Map.<String, Object>of());
            var asker = (HttpServletRequest) context.get(REQUEST);
            return tool.answer(new Arguments(arguments),
                    new AskedPages(asker, (HttpServletResponse) asker.getAttribute(RESPONSE)));
        } catch (Refused e) {
            return CallToolResult.builder().addTextContent(String.valueOf(e.getMessage())).isError(true).build();
        } catch (IOException | ServletException | RuntimeException e) {
            LOG.error("the tool {} failed", tool.name(), e);
            return CallToolResult.builder().isError(true)
                    .addTextContent("The server has a fault; its log says more. This is not your doing.").build();
        }
    }
}

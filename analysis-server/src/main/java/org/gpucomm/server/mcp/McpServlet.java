package org.gpucomm.server.mcp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;

import org.gpucomm.server.mcp.McpConfiguration.McpTools;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Errors;
import org.gpucomm.server.web.LimitedBody;
import org.gpucomm.server.web.SpooledBody;
import org.gpucomm.server.web.Refused;
import org.gpucomm.cli.terminal.Version;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Servlet of the Model Context Protocol over HTTP, without sessions; its library is loaded at the first request. */
final class McpServlet extends HttpServlet {

    static final String PATH = "/mcp";
    private static final long serialVersionUID = 1L;
    private static final String REQUEST = "request";
    private static final String LONG = McpServlet.class.getName() + ".long";
    private static final int MOST_KIB = 64;
    private static final int MOST_MIB_OF_A_LOG = 16;
    /** Limit of values and names in the JSON of a request; a log of any length is one value. */
    private static final int MOST_TOKENS = 10_000;
    /** Limit of concurrent long logs: one of 16 MiB is in memory several times while it is extracted from its JSON. */
    private static final int LOGS_AT_A_TIME = 2;
    private static final String INSTRUCTIONS = """
            gpucomm keeps benchmarks of GPU communication (NCCL, NVSHMEM, libfabric and others). Every answer names units, how \
            many measurements stand behind a value (n), what is wrong with a run (flags), and the page that shows the same to a \
            person: give that link with what you say. A value with a flag, or one whose check failed or did not run, is no \
            result. Bandwidths of different operations, numbers of GPUs, message sizes or transports do not compare; compare says \
            where two runs can be. Nothing here can change what is stored.""";

    private final transient ObjectProvider<McpTools> tools;
    private final transient ObjectProvider<Errors> errors;
    private final transient Semaphore logs = new Semaphore(LOGS_AT_A_TIME, true);
    private final transient SingletonSupplier<HttpServlet> protocol = SingletonSupplier.of(this::make);

    McpServlet(ObjectProvider<McpTools> tools, ObjectProvider<Errors> errors) {
        this.tools = tools;
        this.errors = errors;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var body = request.getInputStream();
        var head = body.readNBytes((MOST_KIB << 10) + 1);
        if (head.length <= MOST_KIB << 10) {
            protocol.obtain().service(new SentRequest(request, new ByteArrayInputStream(head)), response);
            return;
        }
        var whole = new SequenceInputStream(new ByteArrayInputStream(head), body);
        try (var log = SpooledBody.of(LimitedBody.of(whole, MOST_MIB_OF_A_LOG << 20,
                "A log to read has at most " + MOST_MIB_OF_A_LOG + " MiB; upload this one."), getServletContext())) {
            readLong(log, request, response);
        } catch (Refused e) {
            Refused.write(response, e.status(), String.valueOf(e.getMessage()));
        }
    }

    private void readLong(SpooledBody log, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        request.setAttribute(LONG, true);
        logs.acquireUninterruptibly();
        try (var body = log.open()) {
            protocol.obtain().service(new SentRequest(request, body), response);
        } finally {
            logs.release();
        }
    }

    private HttpServlet make() {
        var limits = StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build();
        var json = new JacksonMcpJsonMapper(
                JsonMapper.builder(JsonFactory.builder().streamReadConstraints(limits).build())
                        .addMixIn(McpError.class, WithoutTrace.class).build());
        var transport = HttpServletStatelessServerTransport.builder().jsonMapper(json).messageEndpoint(PATH)
                .maxRequestSize(MOST_MIB_OF_A_LOG << 20)
                .contextExtractor(request -> McpTransportContext.create(Map.of(REQUEST, request))).build();
        McpServer.sync(transport).jsonMapper(json).serverInfo("gpucomm", Version.current())
                .instructions(INSTRUCTIONS).capabilities(ServerCapabilities.builder().tools(false).build())
                // The thread of the request runs the tool, as it does for a page.
                .immediateExecution(true).tools(offered(tools.getObject())).build();
        return transport;
    }

    /** JSON properties of an error; the library would write the whole exception. */
    @JsonIncludeProperties({"jsonRpcError", "message"})
    private interface WithoutTrace {}

    private List<SyncToolSpecification> offered(McpTools offered) {
        return offered.all().stream().map(tool -> new SyncToolSpecification(tool.described(),
                (context, request) -> answer(tool, offered.pages(), context, request))).toList();
    }

    private CallToolResult answer(AgentTool tool, PageAnswers pages, McpTransportContext context,
            CallToolRequest request) {
        var asker = (HttpServletRequest) context.get(REQUEST);
        try {
            var arguments = Objects.requireNonNullElse(request.arguments(), Map.<String, Object>of());
            if (asker.getAttribute(LONG) != null && !(tool instanceof ReadLogTool)) {
                throw new BadParameter(
                        "A question has at most " + MOST_KIB + " KiB; only a log for read_log may be longer.");
            }
            return tool.answer(new Arguments(arguments), pages);
        } catch (Exception e) {
            return CallToolResult.builder().addTextContent(errors.getObject().detail(e, asker)).isError(true).build();
        }
    }

    /** Request whose body was already received. */
    private static final class SentRequest extends HttpServletRequestWrapper {

        private final InputStream body;

        private SentRequest(HttpServletRequest request, InputStream body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new ServletInputStream() {

                @Override
                public boolean isFinished() {
                    try {
                        return body.available() == 0;
                    } catch (IOException e) {
                        return true;
                    }
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    throw new IllegalStateException("the body has come already");
                }

                @Override
                public int read() throws IOException {
                    return body.read();
                }

                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    return body.read(into, offset, length);
                }
            };
        }
    }
}

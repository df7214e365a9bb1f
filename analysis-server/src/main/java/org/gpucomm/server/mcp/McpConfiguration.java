package org.gpucomm.server.mcp;

import java.util.List;

import org.gpucomm.server.compare.Comparisons;
import org.gpucomm.server.findings.Findings;
import org.gpucomm.server.hardware.OwnProfiles;
import org.gpucomm.server.runs.Runs;
import org.gpucomm.server.figures.Gallery;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.ingest.uploads.Uploads;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.server.web.Errors;
import org.gpucomm.server.web.SnapshotTransactions;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import tools.jackson.databind.json.JsonMapper;

/** Servlet and tools of the Model Context Protocol. */
@Configuration(proxyBeanMethods = false)
class McpConfiguration {

    @Bean
    ServletRegistrationBean<McpServlet> mcp(ObjectProvider<McpTools> tools, ObjectProvider<Errors> errors) {
        var registration = new ServletRegistrationBean<>(new McpServlet(tools, errors), McpServlet.PATH);
        registration.setName("mcp");
        return registration;
    }

    /** Returns the tools; the servlet obtains them at its first request. */
    @Bean
    McpTools mcpTools(OwnProfiles profiles, ConcurrencyLimiter limiter, Runs runs, Findings findings, Uploads uploads,
            Comparisons comparisons, SeriesQuery series, Gallery gallery, List<PageChart> charts,
            SnapshotTransactions state,
            JsonMapper json) {
        return new McpTools(List.of(new ReadLogTool(profiles, limiter), new FindRunsTool(runs),
                new FindingsTool(findings, runs, uploads), new CompareTool(comparisons), new PeersTool(series),
                new FigureTool(gallery, charts)), new PageAnswers(state, json));
    }

    record McpTools(List<AgentTool> all, PageAnswers pages) {}
}

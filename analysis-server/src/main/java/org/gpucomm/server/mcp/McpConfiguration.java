package org.gpucomm.server.mcp;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class McpConfiguration {

    /** @param hardware file of the users' own profiles; empty where there is none */
    @Bean
    ServletRegistrationBean<McpServlet> mcp(@Value("${gpucomm.hardware:}") String hardware) {
        var registration = new ServletRegistrationBean<>(new McpServlet(hardware), McpServlet.PATH);
        registration.setName("mcp");
        return registration;
    }
}

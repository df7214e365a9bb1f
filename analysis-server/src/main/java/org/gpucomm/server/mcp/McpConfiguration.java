package org.gpucomm.server.mcp;

import org.gpucomm.server.analysis.profiles.OwnProfiles;
import org.gpucomm.server.web.Turns;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class McpConfiguration {

    @Bean
    ServletRegistrationBean<McpServlet> mcp(ObjectProvider<OwnProfiles> profiles, Turns turns) {
        var registration = new ServletRegistrationBean<>(
                new McpServlet(() -> profiles.getObject().now().profiles(), turns), McpServlet.PATH);
        registration.setName("mcp");
        return registration;
    }
}

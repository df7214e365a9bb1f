package org.gpucomm.server.access;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;

import org.apache.catalina.connector.Connector;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

import jakarta.servlet.Filter;

/** The filters, in their order among those of the package web: proxies first, then origins (1), then callers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AccessProperties.class, OidcProperties.class})
class AccessConfiguration {

    private static final Duration HEAD_WITHIN = Duration.ofSeconds(10);

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connections(AccessProperties properties) {
        return factory -> {
            factory.setProtocol(ClientConnections.class.getName());
            factory.addConnectorCustomizers(connector -> {
                int all = ClientConnections.most(Runtime.getRuntime().maxMemory());
                var proxies = properties.trustedProxies().stream().map(Network::of).toList();
                ((ClientConnections) connector.getProtocolHandler()).limit(all, ClientConnections.mostOfOne(all),
                        HEAD_WITHIN, address -> address.isLoopbackAddress()
                                || proxies.stream().anyMatch(network -> network.contains(address)));
            });
            if (properties.managementPort() > 0) {
                factory.addAdditionalConnectors(
                        management(properties.managementPort(), Objects.requireNonNull(factory.getAddress())));
            }
        };
    }

    /** Threads of its own, which are no virtual ones: whatever else the server does, it says whether it lives. */
    private static Connector management(int port, InetAddress address) {
        var connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", address.getHostAddress());
        connector.setProperty("minSpareThreads", "1");
        connector.setProperty("maxThreads", "4");
        connector.setProperty("maxConnections", "100");
        connector.setProperty("connectionTimeout", Long.toString(HEAD_WITHIN.toMillis()));
        return connector;
    }

    @Bean
    FilterRegistrationBean<Filter> proxies(AccessProperties properties) {
        return at(new ProxyFilter(properties), 0);
    }

    @Bean
    FilterRegistrationBean<Filter> clientLimits(AccessProperties properties) {
        return at(new ClientLimits(properties, System::nanoTime), 5);
    }

    @Bean
    FilterRegistrationBean<Filter> access(TokenGate gate) {
        return at(new AccessFilter(gate), 10);
    }

    @Bean
    FilterRegistrationBean<Filter> deedsOfRequests(ObjectProvider<Deeds> deeds) {
        return at(new DeedsFilter(deeds), 11);
    }

    private static FilterRegistrationBean<Filter> at(Filter filter, int position) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + position);
        return registration;
    }
}

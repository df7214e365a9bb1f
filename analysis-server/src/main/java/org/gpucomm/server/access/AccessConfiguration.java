package org.gpucomm.server.access;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

import jakarta.servlet.Filter;

/** The filters, in their order among those of the package web: proxies first, then origins (1), then callers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AccessProperties.class, OidcProperties.class})
class AccessConfiguration {

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

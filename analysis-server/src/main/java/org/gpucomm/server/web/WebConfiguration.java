package org.gpucomm.server.web;

import java.time.Duration;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configuration of Spring MVC: interceptors, redirects and static files. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private static final String STATIC = "classpath:/static/";

    private final SnapshotTransactions state;
    private final ConcurrencyLimiter limiter;

    WebConfiguration(SnapshotTransactions state, ConcurrencyLimiter limiter) {
        this.state = state;
        this.limiter = limiter;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new KnownParameters()).addPathPatterns("/api/v1/**");
        registry.addInterceptor(limiter);
        registry.addInterceptor(state);
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/api/v1/deeds", "/api/v1/audit-log").setKeepQueryParams(true)
                .setStatusCode(HttpStatus.PERMANENT_REDIRECT);
    }

    /** Sets the caching of static files. Names below /assets contain a hash of their content; others may change with each build. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/assets/**").addResourceLocations(STATIC + "assets/")
                .setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
        registry.addResourceHandler("/*.*").addResourceLocations(STATIC).setCacheControl(CacheControl.noCache());
        registry.addResourceHandler("/docs/*.md").addResourceLocations(STATIC + "docs/")
                .setCacheControl(CacheControl.noCache());
    }

    /** Delays {@code 100 Continue} until the body is read, so that a client that expects it gets a refusal before sending the body. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> continueWhenTheBodyIsRead() {
        return factory -> factory
                .addConnectorCustomizers(connector -> connector.setProperty("continueResponseTiming", "onRead"));
    }
}

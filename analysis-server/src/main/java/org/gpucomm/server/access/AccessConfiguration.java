package org.gpucomm.server.access;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.gpucomm.server.web.DashboardPages;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.firewall.DefaultHttpFirewall;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.DelegatingRequestMatcherHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Spring Security's filter chain: response headers, authentication, and the scope that each request needs. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
@EnableConfigurationProperties({AccessProperties.class, OidcProperties.class})
class AccessConfiguration {

    /** Matcher of requests that change nothing. Agents' questions, files drawn over a chart, and SQL queries come by POST. */
    static final RequestMatcher QUESTIONS = new OrRequestMatcher(
            request -> OriginFilter.READING.contains(request.getMethod()),
            PathPatternRequestMatcher.pathPattern("/mcp"), PathPatternRequestMatcher.pathPattern("/api/v1/overlay"),
            PathPatternRequestMatcher.pathPattern("/api/v1/sql"));

    private static final RequestMatcher WRITES = new NegatedRequestMatcher(QUESTIONS);

    /** Content policy: nothing from an upload can run or be framed, except pages with only a chart, which can change nothing. */
    private static final String POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
            + "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    private static final Duration HEAD_WITHIN = Duration.ofSeconds(10);

    @Bean
    SecurityFilterChain requests(HttpSecurity http, AccessProperties properties, TokenAuthenticationConverter gate,
            OidcSignIn oidc, ObjectProvider<AuditLog> auditLog) {
        http.csrf(AbstractHttpConfigurer::disable).logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable).servletApi(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .headers(AccessConfiguration::headers)
                .addFilterAfter(new OriginFilter(properties), HeaderWriterFilter.class)
                .addFilterAfter(new ParameterFilter(), HeaderWriterFilter.class)
                .addFilterAfter(new ClientRateLimitFilter(properties), HeaderWriterFilter.class)
                .exceptionHandling(handling -> handling
                        .authenticationEntryPoint((request, response, _) -> refuse(properties, request, response, null))
                        .accessDeniedHandler((request, response, denied) -> refuse(properties, request, response,
                                denied)))
                .authorizeHttpRequests(rules -> authorize(rules, properties))
                .addFilterAfter(new AuditLogFilter(auditLog), AuthorizationFilter.class);
        if (properties.guarded()) {
            http.addFilterBefore(authentication(gate), AnonymousAuthenticationFilter.class);
        } else if (!properties.readOnly()) {
            http.anonymous(anyone -> anyone.principal(Caller.OF_THIS_MACHINE)
                    .authorities(Scope.MANAGE.getAuthority()));
        }
        if (oidc.issuer().isPresent()) {
            http.oauth2Login(oidc::configure);
        }
        return http.build();
    }

    private static void headers(HeadersConfigurer<HttpSecurity> headers) {
        headers.defaultsDisabled().contentTypeOptions(Customizer.withDefaults())
                .addHeaderWriter(new DelegatingRequestMatcherHeaderWriter(
                        PathPatternRequestMatcher.pathPattern(DashboardPages.EMBEDDED + "**"),
                        new ContentSecurityPolicyHeaderWriter(POLICY.replace("ancestors 'none'", "ancestors *"))))
                .addHeaderWriter(new ContentSecurityPolicyHeaderWriter(POLICY))
                .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN))
                .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN));
    }

    private static void authorize(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry rules,
            AccessProperties properties) {
        rules.requestMatchers(SignInController.SIGN_IN + "/**", SignInController.SIGN_OUT, "/api/v1/session",
                "/actuator/health/**").permitAll();
        if (properties.readOnly()) {
            rules.requestMatchers(WRITES).denyAll();
        }
        rules.requestMatchers("/api/v1/tokens/**", "/api/v1/audit-log/**", "/api/v1/readings/**",
                "/api/v1/backup/**", "/api/v1/alerts/**")
                .hasAuthority(Scope.MANAGE.getAuthority());
        var questions = rules.requestMatchers(QUESTIONS);
        (properties.closed() ? questions.hasAuthority(Scope.READ.getAuthority()) : questions.permitAll())
                .requestMatchers(HttpMethod.DELETE).hasAuthority(Scope.MANAGE.getAuthority())
                .anyRequest().hasAuthority(Scope.UPLOAD.getAuthority());
    }

    /** Returns the filter that authenticates by token. A wrong token is no failure: what is open can be read with it as without one. */
    private static Filter authentication(TokenAuthenticationConverter gate) {
        var filter = new AuthenticationFilter((AuthenticationManager) caller -> caller, gate);
        filter.setSuccessHandler((request, response, caller) -> {});
        filter.setFailureHandler((request, response, failure) -> {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(TokenAuthenticationConverter.WINDOW.toSeconds()));
            Refused.write(response, HttpStatus.TOO_MANY_REQUESTS, String.valueOf(failure.getMessage()));
        });
        return filter;
    }

    /** @param denied denial of a known caller; null if the caller is not known */
    private static void refuse(AccessProperties properties, HttpServletRequest request, HttpServletResponse response,
            @Nullable AccessDeniedException denied) throws IOException {
        if (properties.readOnly() && WRITES.matches(request)) {
            Refused.write(response, HttpStatus.FORBIDDEN,
                    "This server is read-only: it takes no files and no changes.");
        } else if (denied == null) {
            unauthorized(request, response);
        } else {
            forbidden(response, denied);
        }
    }

    private static void unauthorized(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (wantsPage(request)) {
            response.sendRedirect(request.getContextPath() + SignInController.SIGN_IN);
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"gpucomm\"");
        Refused.write(response, HttpStatus.UNAUTHORIZED, (TokenAuthenticationConverter.token(request) != null
                ? "This token is wrong, has expired or was revoked"
                : "This server takes " + (QUESTIONS.matches(request) ? "requests" : "writes") + " with a token only")
                + ": send the header Authorization: Bearer TOKEN.");
    }

    private static boolean wantsPage(HttpServletRequest request) {
        return OriginFilter.READING.contains(request.getMethod()) && !request.getServletPath().startsWith("/api/")
                && Stream.ofNullable(request.getHeader(HttpHeaders.ACCEPT))
                        .anyMatch(accept -> accept.contains(MediaType.TEXT_HTML_VALUE));
    }

    private static void forbidden(HttpServletResponse response, AccessDeniedException denied) throws IOException {
        var decision = (AuthorityAuthorizationDecision) ((AuthorizationDeniedException) denied)
                .getAuthorizationResult();
        var needed = decision.getAuthorities().iterator().next().getAuthority();
        var caller = Caller.current();
        Refused.write(response, HttpStatus.FORBIDDEN, caller.name() + " may " + Scope.joined(caller.scopes())
                + " here; this needs the scope " + needed + ".");
    }

    @Bean
    static RoleHierarchy scopes() {
        return RoleHierarchyImpl.fromHierarchy("manage > upload\nmanage > read");
    }

    /** Returns a firewall that accepts any character in names: Tomcat has normalized the path, and rules match it decoded. */
    @Bean
    static HttpFirewall firewall() {
        return new DefaultHttpFirewall();
    }

    @Bean
    static SecurityObservationSettings observations() {
        return SecurityObservationSettings.noObservations();
    }

    @Bean
    FilterRegistrationBean<Filter> proxies(AccessProperties properties) {
        return at(new ProxyFilter(properties), 0);
    }

    @Bean
    FilterRegistrationBean<Filter> security(@Qualifier("springSecurityFilterChain") Filter chain) {
        return at(chain, 3);
    }

    private static FilterRegistrationBean<Filter> at(Filter filter, int position) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + position);
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connections(AccessProperties properties) {
        return factory -> {
            factory.setProtocol(ClientConnections.class.getName());
            factory.addConnectorCustomizers(connector -> {
                int all = ClientConnections.most(Runtime.getRuntime().maxMemory());
                var proxies = properties.proxies();
                ((ClientConnections) connector.getProtocolHandler()).limit(all, ClientConnections.mostOfOne(all),
                        HEAD_WITHIN, address -> address.isLoopbackAddress()
                                || proxies.stream().anyMatch(network -> network.matches(address)));
            });
            if (properties.managementPort() > 0) {
                factory.addAdditionalConnectors(
                        management(properties.managementPort(), Objects.requireNonNull(factory.getAddress())));
            }
        };
    }

    /** Returns a connector with platform threads of its own, so that health is answered whatever else the server does. */
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
}

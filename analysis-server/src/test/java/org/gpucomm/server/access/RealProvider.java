package org.gpucomm.server.access;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;

import org.apache.catalina.servlets.DefaultServlet;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;

import jakarta.servlet.http.HttpServlet;

/** Spring Authorization Server: a provider of identities as teams run one, with three people who sign in by a form. */
final class RealProvider implements AutoCloseable {

    static final String CLIENT = "gpucomm";
    static final String SECRET = "known-to-both";
    static final String PASSWORD = "open";

    private final AnnotationConfigServletWebServerApplicationContext context;

    /** @param back where clients may be sent back to */
    RealProvider(String back) {
        context = new AnnotationConfigServletWebServerApplicationContext();
        context.registerBean("back", String.class, () -> back);
        context.register(Wiring.class);
        context.refresh();
    }

    String issuer() {
        return "http://localhost:" + context.getWebServer().getPort();
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Wiring {

        @Bean
        TomcatServletWebServerFactory webServer() {
            return new TomcatServletWebServerFactory(0);
        }

        /** Tomcat runs no filter where there is no servlet. */
        @Bean
        HttpServlet nothing() {
            return new DefaultServlet();
        }

        @Bean
        SecurityFilterChain everything(HttpSecurity http) throws Exception {
            http.with(new OAuth2AuthorizationServerConfigurer(),
                    provider -> provider.oidc(Customizer.withDefaults()))
                    .authorizeHttpRequests(all -> all.anyRequest().authenticated()).formLogin(Customizer.withDefaults())
                    .csrf(tokens -> tokens.ignoringRequestMatchers("/login"))
                    .oauth2ResourceServer(resource -> resource.jwt(Customizer.withDefaults()));
            return http.build();
        }

        @Bean
        RegisteredClientRepository clients(String back) {
            return new InMemoryRegisteredClientRepository(RegisteredClient.withId("1").clientId(CLIENT)
                    .clientSecret("{noop}" + SECRET)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE).redirectUri(back)
                    .scope("openid").scope("profile").scope("email").build());
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(person("anna", "lab-admins"), person("ben", "lab"),
                    person("carl", "kitchen"), person("lab/dora", "lab"));
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> groups() {
            return token -> {
                if (token.getTokenType().getValue().equals(OidcParameterNames.ID_TOKEN)) {
                    var groups = token.getPrincipal().getAuthorities().stream()
                            .map(group -> String.valueOf(group.getAuthority())).toList();
                    token.getClaims().claim("groups", groups).claim("preferred_username",
                            token.getPrincipal().getName() + "@lab.example");
                }
            };
        }

        @Bean
        JWKSource<SecurityContext> keys() throws NoSuchAlgorithmException {
            var pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
            return new ImmutableJWKSet<>(new JWKSet(List.of(new RSAKey.Builder((RSAPublicKey) pair.getPublic())
                    .privateKey((RSAPrivateKey) pair.getPrivate()).keyID("1").build())));
        }

        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration
                    .jwtDecoder(keys);
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build();
        }

        private static UserDetails person(String name, String group) {
            return User.withUsername(name).password("{noop}" + PASSWORD).authorities(group).build();
        }
    }
}

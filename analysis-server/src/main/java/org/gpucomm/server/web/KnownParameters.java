package org.gpucomm.server.web;

import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Interceptor that refuses parameters unknown to the handler, since a misspelt filter would otherwise match everything. */
final class KnownParameters implements HandlerInterceptor {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        var query = request.getQueryString();
        if (query == null || !(handler instanceof HandlerMethod method)) {
            return true;
        }
        var own = method.getMethodAnnotation(OwnParameters.class);
        if (own == null || own.value().length > 0) {
            require(query, known.computeIfAbsent(method.getMethod(), any -> own == null
                    ? names(method)
                    : new TreeSet<>(List.of(own.value()))));
        }
        return true;
    }

    private static void require(String query, Set<String> known) {
        for (var pair : query.split("&")) {
            var name = decoded(pair.split("=", 2)[0]);
            if (!name.isEmpty() && !known.contains(name)) {
                throw new BadParameter("unknown parameter '" + name + "'; "
                        + (known.isEmpty() ? "this takes none" : "known are " + String.join(", ", known)));
            }
        }
    }

    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new BadParameter("the name of a parameter is not encoded as addresses are: '" + name + "'");
        }
    }

    private static Set<String> names(HandlerMethod method) {
        var names = new TreeSet<String>();
        Arrays.stream(method.getMethodParameters()).forEach(parameter -> {
            var asked = parameter.getParameterAnnotation(RequestParam.class);
            if (asked != null) {
                parameter.initParameterNameDiscovery(NAMES);
                names.add(asked.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : asked.name());
            }
        });
        return names;
    }
}

package org.gpucomm.server.figures.view;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.StringUtils;

import jakarta.servlet.http.HttpServletRequest;

/** Parameters in the URL of a view. @param query all parameters in the form of a URL; null = none */
public record ViewParameters(Map<String, String[]> all, @Nullable String query) {

    public static ViewParameters of(HttpServletRequest request) {
        return new ViewParameters(request.getParameterMap(), request.getQueryString());
    }

    /** Returns the parameters that select what is shown. */
    public Map<String, String[]> shown() {
        return ViewResponses.shown(all);
    }

    /** Returns all values of a parameter; a single value may contain several, separated by commas. */
    public List<String> texts(String name) {
        var given = all.getOrDefault(name, new String[0]);
        return List.of(given.length == 1 ? StringUtils.commaDelimitedListToStringArray(given[0]) : given);
    }

    /** Returns a value, or null if it is missing. @throws BadParameter if it does not have that type */
    public <T> @Nullable T one(String name, Class<T> type) {
        var given = all.getOrDefault(name, new String[0]);
        if (given.length == 0 || given[0].isEmpty()) {
            return null;
        }
        try {
            return DefaultConversionService.getSharedInstance().convert(given[0], type);
        } catch (ConversionFailedException e) {
            throw BadParameter.of(name, type, given[0]);
        }
    }

    public <T> T one(String name, Class<T> type, T otherwise) {
        var given = one(name, type);
        return given == null ? otherwise : given;
    }
}

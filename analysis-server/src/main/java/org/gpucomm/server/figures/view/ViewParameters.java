package org.gpucomm.server.figures.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import jakarta.servlet.http.HttpServletRequest;

/** Parameters in the URL of a view. @param query all parameters in the form of a URL; null = none */
public record ViewParameters(Map<String, String[]> all, @Nullable String query) {

    /** Names of the parameters that decide how a view is drawn, not what it shows. */
    private static final Set<String> OF_DRAWING = Set.of("hide", "zoom", "xscale", "yscale", "theme", "marks", "for");

    public static ViewParameters of(HttpServletRequest request) {
        return new ViewParameters(request.getParameterMap(), request.getQueryString());
    }

    /** Returns the parameters that select what is shown. */
    public Map<String, String[]> shown() {
        var shown = new LinkedHashMap<>(all);
        OF_DRAWING.forEach(shown::remove);
        return shown;
    }

    /** Returns whether to mark the places of findings; {@code marks=off} omits the marks, as on pages. */
    public boolean areMarked() {
        return !List.of(all.getOrDefault("marks", new String[0])).contains("off");
    }

    /** Returns the URL of the page for the current request. @param until sequence number of the last upload to include */
    public String address(String page, long until) {
        return ServletUriComponentsBuilder.fromCurrentRequest().replacePath(page).replaceQuery(query)
                .replaceQueryParam("theme").replaceQueryParam("for")
                .replaceQueryParam("until", until).build().toUriString();
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

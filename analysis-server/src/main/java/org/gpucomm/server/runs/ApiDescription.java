package org.gpucomm.server.runs;

import java.util.List;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.Filtered;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import io.swagger.v3.oas.models.servers.Server;

/** Parts of the description of the interface that {@code /api/docs} cannot read off the controllers. */
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    @Bean
    OpenAPI title() {
        return new OpenAPI().info(new Info().title("gpucomm").version("v1")
                .description("Measurements of GPU communication: uploads, runs, curves and figures."))
                .servers(List.of(new Server().url("/")));
    }

    /** {@link Filter} takes its filters from the request itself. */
    @Bean
    OperationCustomizer filters() {
        return (operation, method) -> {
            var filtered = method.getMethodAnnotation(Filtered.class);
            if (filtered != null) {
                for (var dimension : Dimension.values()) {
                    operation.addParametersItem(filter(dimension.name(),
                            "Any of these values of " + dimension.name() + "; none = where it is empty"));
                }
                operation.addParametersItem(filter(Filter.RUN, "Any of these runs, by id"));
                operation.addParametersItem(filter(Filter.UNTIL,
                        "Only the uploads until this one, as data.until of an answer names it"));
                if (filtered.days()) {
                    operation.addParametersItem(
                            filter("from", "Only runs made on this day or later, such as 2026-01-31"));
                    operation.addParametersItem(filter("to", "Only runs made on this day or before"));
                }
            }
            return operation;
        };
    }

    private static QueryParameter filter(String name, String description) {
        var parameter = new QueryParameter();
        parameter.name(name).description(description).required(false)
                .schema(new ArraySchema().items(new StringSchema())).explode(true);
        return parameter;
    }
}

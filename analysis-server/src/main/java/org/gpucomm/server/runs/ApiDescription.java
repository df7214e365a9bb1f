package org.gpucomm.server.runs;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.Filtered;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import io.swagger.v3.oas.models.servers.Server;

/** Parts of the API description at {@code /api/docs} that cannot be derived from the controllers. */
@SuppressWarnings("rawtypes") // Swagger names its schemas without their parameter.
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    private static final String REFERENCE = "#/components/schemas/";

    @Bean
    OpenAPI title() {
        return new OpenAPI().info(new Info().title("gpucomm").version("v1")
                .description("Measurements of GPU communication: uploads, runs, curves and figures."))
                .servers(List.of(new Server().url("/")));
    }

    /** Describes the parameters of {@link Filter}, which reads them from the request itself. */
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

    /** Marks nullable properties of request bodies as optional; answers always have all properties. */
    @Bean
    OpenApiCustomizer requestSchemas() {
        return document -> {
            var schemas = document.getComponents().getSchemas();
            var sent = new HashSet<String>();
            document.getPaths().values().stream().map(PathItem::readOperations).flatMap(List::stream)
                    .map(Operation::getRequestBody).filter(Objects::nonNull)
                    .flatMap(body -> body.getContent().values().stream())
                    .forEach(content -> collect(content.getSchema(), schemas, sent));
            sent.forEach(name -> relax(schemas.get(name)));
        };
    }

    private static void collect(@Nullable Schema<?> schema, Map<String, Schema> schemas, Set<String> sent) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            var name = schema.get$ref().substring(REFERENCE.length());
            if (sent.add(name)) {
                collect(schemas.get(name), schemas, sent);
            }
        }
        collect(schema.getItems(), schemas, sent);
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(property -> collect(property, schemas, sent));
        }
        if (schema.getAnyOf() != null) {
            schema.getAnyOf().forEach(choice -> collect(choice, schemas, sent));
        }
    }

    private static void relax(Schema<?> schema) {
        if (schema.getProperties() != null && schema.getRequired() != null) {
            schema.setRequired(schema.getRequired().stream()
                    .filter(name -> !ApiSchemas.canBeNull(schema.getProperties().get(name))).toList());
        }
    }

    private static QueryParameter filter(String name, String description) {
        var parameter = new QueryParameter();
        parameter.name(name).description(description).required(false)
                .schema(new ArraySchema().items(new StringSchema())).explode(true);
        return parameter;
    }
}

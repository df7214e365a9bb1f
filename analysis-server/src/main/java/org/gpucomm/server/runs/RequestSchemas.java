package org.gpucomm.server.runs;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Schema;

/** Says of what requests send that they may leave out what can be null. Answers leave out nothing. */
@SuppressWarnings("rawtypes") // Swagger names its schemas without their parameter.
@Component
class RequestSchemas implements OpenApiCustomizer {

    private static final String REFERENCE = "#/components/schemas/";

    @Override
    public void customise(OpenAPI document) {
        var schemas = document.getComponents().getSchemas();
        var sent = new HashSet<String>();
        document.getPaths().values().stream().map(PathItem::readOperations).flatMap(List::stream)
                .map(Operation::getRequestBody).filter(Objects::nonNull)
                .flatMap(body -> body.getContent().values().stream())
                .forEach(content -> collect(content.getSchema(), schemas, sent));
        sent.forEach(name -> relax(schemas.get(name)));
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
}

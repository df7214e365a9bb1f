package org.gpucomm.server.runs;

import java.lang.reflect.AnnotatedParameterizedType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.core.jackson.TypeNameResolver;
import io.swagger.v3.oas.models.media.Schema;

/** Schemas of records. Each has its own name, all components are required, and those that are {@link Nullable} can be null. */
@SuppressWarnings("rawtypes") // Swagger names its schemas without their parameter.
@Component
class ApiSchemas extends ModelResolver implements Ordered {

    private static final String NULL = "null";

    ApiSchemas(ObjectMapperProvider mappers) {
        super(mappers.jsonMapper(), new Names());
        openapi31(true);
    }

    /** Returns the order in which converters are registered. The first is asked last, and this one asks no other. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Schema<?> resolve(AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> next) {
        var schema = super.resolve(type, context, next);
        var java = _mapper.constructType(type.getType());
        if (schema != null && java.getRawClass().isRecord()) {
            var name = _typeNameResolver.nameForType(java);
            complete(context.getDefinedModels().getOrDefault(name, schema), java.getRawClass());
        }
        return schema;
    }

    private static void complete(Schema<?> schema, Class<?> type) {
        if (schema.getProperties() == null) {
            return;
        }
        var properties = new LinkedHashMap<String, Schema>(schema.getProperties());
        var required = new ArrayList<String>();
        tell(properties, required, type);
        schema.setProperties(properties);
        schema.setRequired(required);
    }

    private static void tell(Map<String, Schema> properties, List<String> required, Class<?> type) {
        for (var component : type.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                tell(properties, required, component.getType());
            } else if (properties.computeIfPresent(component.getName(),
                    (name, property) -> told(property, component.getAnnotatedType())) != null) {
                required.add(component.getName());
            }
        }
    }

    private static Schema<?> told(Schema<?> schema, java.lang.reflect.AnnotatedType type) {
        if (type instanceof AnnotatedParameterizedType generic) {
            var arguments = generic.getAnnotatedActualTypeArguments();
            if (schema.getItems() != null) {
                schema.setItems(told(schema.getItems(), arguments[0]));
            } else if (schema.getAdditionalProperties() instanceof Schema<?> values) {
                schema.setAdditionalProperties(told(values, arguments[1]));
            }
        }
        var told = type.getType() == Object.class ? textOrNumber() : schema;
        return type.isAnnotationPresent(Nullable.class) ? orNull(told) : told;
    }

    /** Returns the schema for {@code Object}: a cell of a table or a value of a dimension. */
    private static Schema<?> textOrNumber() {
        return types("string", "number");
    }

    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null || schema.getEnum() != null) {
            return new Schema<>().addAnyOfItem(schema).addAnyOfItem(types(NULL));
        }
        var types = schema.getTypes();
        return types == null ? schema : schema.types(joined(types, NULL));
    }

    static boolean canBeNull(Schema<?> schema) {
        return schema.getTypes() != null && schema.getTypes().contains(NULL)
                || schema.getAnyOf() != null && schema.getAnyOf().stream().anyMatch(ApiSchemas::canBeNull);
    }

    private static Schema<?> types(String... types) {
        return new Schema<>().types(new LinkedHashSet<>(List.of(types)));
    }

    private static Set<String> joined(Set<String> types, String more) {
        var joined = new LinkedHashSet<>(types);
        joined.add(more);
        return joined;
    }

    /**
     * Names of schemas. A nested record gets the name of its outer type as a prefix: {@code HistoryController.Item} is {@code HistoryItem},
     * {@code SeriesAnswer.Axis} is {@code SeriesAxis}, and {@code RunDetail.Fact} is {@code RunDetailFact}. Two records with the same name
     * are an error, since one would be described as the other.
     */
    private static final class Names extends TypeNameResolver {

        private final Map<String, Class<?>> named = new ConcurrentHashMap<>();

        @Override
        protected String getNameOfClass(Class<?> type) {
            var name = name(type);
            var other = named.putIfAbsent(name, type);
            if (other != null && other != type) {
                throw new IllegalStateException("the schemas of " + other.getName() + " and " + type.getName()
                        + " have one name, " + name + "; rename one of the two");
            }
            return name;
        }

        private static String name(Class<?> type) {
            var around = type.getEnclosingClass();
            var simple = type.getSimpleName();
            if (around == null || !type.getName().startsWith("org.gpucomm.")) {
                return simple;
            }
            var subject = name(around).replaceFirst("(Controller|Answer|Json)$", "");
            return simple.startsWith(subject) ? simple : subject + simple;
        }
    }
}

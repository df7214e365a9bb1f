package org.gpucomm.server.web;

import org.springframework.boot.jackson.JacksonComponent;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.jdk.StringDeserializer;

/** Deserializer that rejects NUL in the texts of a request, since databases cannot store it. */
@JacksonComponent
class StorableText extends ValueDeserializer<String> {

    private static final StringDeserializer TEXTS = new StringDeserializer();

    @Override
    public String deserialize(JsonParser json, DeserializationContext context) {
        var text = TEXTS.deserialize(json, context);
        return text != null && text.indexOf('\0') >= 0
                ? (String) context.handleWeirdStringValue(String.class, text,
                        "it has the character NUL (\\u0000), which no text has")
                : text;
    }
}

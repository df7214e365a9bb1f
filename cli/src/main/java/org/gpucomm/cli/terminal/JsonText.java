package org.gpucomm.cli.terminal;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writer of results as indented JSON, in the same format as the HTTP interface. */
public final class JsonText {

    private JsonText() {}

    public static String of(Object result) {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(result);
    }
}

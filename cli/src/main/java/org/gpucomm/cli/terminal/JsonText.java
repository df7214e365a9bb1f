package org.gpucomm.cli.terminal;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON, for programs; as the HTTP interface writes the same. */
public final class JsonText {

    private JsonText() {}

    public static String of(Object result) {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(result);
    }
}

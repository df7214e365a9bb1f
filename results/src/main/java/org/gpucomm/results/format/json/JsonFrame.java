package org.gpucomm.results.format.json;

import org.jspecify.annotations.Nullable;

/** An open object or array. */
final class JsonFrame {

    final String path;
    final boolean array;
    @Nullable
    String name;
    boolean colon;

    JsonFrame(String path, boolean array) {
        this.path = path;
        this.array = array;
    }

    String valuePath() {
        return array ? path : path + "/" + name;
    }
}

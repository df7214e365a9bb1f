package org.gpucomm.results.yaml;

/**
 * Place of a value in a file.
 *
 * @param file  name of the file
 * @param title kind of the file
 * @param path  keys that lead to the value, {@code panels[0].y}; empty for the whole file
 */
record YamlPlace(String file, String title, String path) {

    YamlPlace of(String key) {
        return new YamlPlace(file, title, path.isEmpty() ? key : path + "." + key);
    }

    YamlPlace item(int index) {
        return new YamlPlace(file, title, path + "[" + index + "]");
    }

    InvalidSpec error(int line, String message) {
        return new InvalidSpec(file + ":" + line + ": " + (path.isEmpty() ? title : path) + " " + message);
    }
}

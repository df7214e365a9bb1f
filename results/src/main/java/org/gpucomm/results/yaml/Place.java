package org.gpucomm.results.yaml;

/**
 * Where a value stands.
 *
 * @param file  name of the file
 * @param title what the file is
 * @param path  keys that lead to the value, {@code panels[0].y}; empty for the whole file
 */
record Place(String file, String title, String path) {

    Place of(String key) {
        return new Place(file, title, path.isEmpty() ? key : path + "." + key);
    }

    Place item(int index) {
        return new Place(file, title, path + "[" + index + "]");
    }

    InvalidSpec error(int line, String message) {
        return new InvalidSpec(file + ":" + line + ": " + (path.isEmpty() ? title : path) + " " + message);
    }
}

package org.gpucomm.runner.ffi;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Search path for native libraries: the file that the user names, else the loader's default locations by soname, then the folders of CUDA,
 * the EFA installer and NVIDIA's Python packages.
 *
 * @param environment environment variables; {@code GPUCOMM_<NAME>_LIBRARY} names the only file to try for a library
 * @param root        root of the file system; tests pass another folder
 */
public record LibrarySearch(Map<String, String> environment, Path root) {

    public static LibrarySearch ofThisMachine() {
        return new LibrarySearch(System.getenv(), Path.of("/"));
    }

    /** Returns a search that loads only this file for the variable; the same search if the file is null. */
    public LibrarySearch with(String override, @Nullable Path file) {
        if (file == null) {
            return this;
        }
        var variables = new HashMap<>(environment);
        variables.put(override, file.toString());
        return new LibrarySearch(variables, root);
    }

    /**
     * Returns the file names and paths to try, in order.
     *
     * @param override environment variable that names the only file to load
     * @param sonames  sonames, newest first, for example {@code libcudart.so.13}, {@code libcudart.so.12}
     */
    public List<String> candidates(String override, List<String> sonames) {
        var named = environment.get(override);
        if (named != null && !named.isBlank()) {
            return List.of(named);
        }
        var candidates = new ArrayList<>(sonames);
        for (var folder : folders()) {
            for (var soname : sonames) {
                var file = folder.resolve(soname);
                if (Files.exists(file)) {
                    candidates.add(file.toString());
                }
            }
        }
        return candidates;
    }

    private List<Path> folders() {
        var folders = new ArrayList<Path>();
        for (var variable : List.of("CUDA_HOME", "CUDA_PATH", "NCCL_HOME", "NVSHMEM_HOME")) {
            var home = environment.get(variable);
            if (home != null && !home.isBlank()) {
                folders.add(Path.of(home, "lib64"));
                folders.add(Path.of(home, "lib"));
            }
        }
        folders.add(root.resolve("usr/local/cuda/lib64"));
        folders.add(root.resolve("opt/amazon/efa/lib64"));
        folders.add(root.resolve("opt/amazon/efa/lib"));
        // NVIDIA's Python packages: <prefix>/lib/python3.x/{site,dist}-packages/nvidia/<package>/lib
        for (var prefix : pythonPrefixes()) {
            for (var python : children(prefix.resolve("lib"), "python3*")) {
                for (var packages : children(python, "{site,dist}-packages")) {
                    for (var nvidia : children(packages.resolve("nvidia"), "*")) {
                        folders.add(nvidia.resolve("lib"));
                    }
                }
            }
        }
        return folders;
    }

    /** Returns the prefixes of the Pythons on the PATH, including virtual environments, then those of the system. */
    private Set<Path> pythonPrefixes() {
        var prefixes = new LinkedHashSet<Path>();
        for (var folder : environment.getOrDefault("PATH", "").split(":")) {
            var bin = root.resolve(folder.isEmpty() ? "." : folder.substring(folder.startsWith("/") ? 1 : 0));
            if (Files.exists(bin.resolve("python3")) && bin.getParent() != null) {
                prefixes.add(bin.getParent());
            }
        }
        prefixes.add(root.resolve("usr/local"));
        prefixes.add(root.resolve("usr"));
        return prefixes;
    }

    private static List<Path> children(Path folder, String glob) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException unreadable) {
            return List.of();
        }
        found.sort(Comparator.reverseOrder());
        return found;
    }
}

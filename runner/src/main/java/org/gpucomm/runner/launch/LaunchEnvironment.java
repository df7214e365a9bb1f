package org.gpucomm.runner.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Environment variables and files that a launcher provides to a process.
 *
 * @param environment environment variables
 * @param root        root of the file system; tests pass another folder
 * @param resolvable  test whether a host name resolves
 */
record LaunchEnvironment(Map<String, String> environment, Path root, Predicate<String> resolvable) {

    static LaunchEnvironment of(Map<String, String> environment) {
        return new LaunchEnvironment(environment, Path.of("/"), LaunchEnvironment::hasAddress);
    }

    boolean has(String variable) {
        return text(variable).isPresent();
    }

    /** Returns the value of a variable; empty if unset or blank. */
    Optional<String> text(String variable) {
        return Optional.ofNullable(environment.get(variable)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Returns the value of the first variable that is set. */
    Optional<String> firstText(String... variables) {
        for (var variable : variables) {
            var value = text(variable);
            if (value.isPresent()) {
                return value;
            }
        }
        return Optional.empty();
    }

    /** Returns the number in a variable; empty if unset. Throws a {@link LaunchException} unless it is an integer from 0 up. */
    Optional<Integer> number(String variable) {
        return text(variable).map(value -> {
            if (!value.matches("[0-9]{1,9}")) {
                throw new LaunchException(variable + " is '" + value + "', which is no whole number");
            }
            return Integer.parseInt(value);
        });
    }

    /**
     * Returns the value of a variable that must be a number.
     *
     * @param because variable by which the launcher was recognised, for example {@code RANK}
     * @throws LaunchException if the variable is unset or not a number
     */
    int required(String variable, String because) {
        return required(List.of(variable), because);
    }

    /** Returns the number of the first variable that is set. If none is, the error names the last variable. */
    int required(List<String> variables, String because) {
        return variables.stream().flatMap(variable -> number(variable).stream()).findFirst()
                .orElseThrow(() -> new LaunchException(because + " is set and " + variables.getLast()
                        + " is not; set both, or give --rank, --ranks and --rendezvous"));
    }

    /** Returns the first host of a host file; empty if there is no such file or host. */
    Optional<String> firstHostOf(String file) {
        try {
            return Files.readAllLines(root.resolve(file.startsWith("/") ? file.substring(1) : file)).stream()
                    .map(line -> line.replaceFirst("#.*", "").strip()).filter(line -> !line.isEmpty())
                    // Lines such as: node-0 slots=8 (Open MPI), node-0:8 (Hydra).
                    .map(line -> line.replaceFirst("[\\s:].*", "")).findFirst();
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    List<String> absent(String... variables) {
        return List.of(variables).stream().filter(variable -> !has(variable)).toList();
    }

    private static boolean hasAddress(String host) {
        try {
            return InetAddress.getByName(host) != null;
        } catch (IOException unknown) {
            return false;
        }
    }
}

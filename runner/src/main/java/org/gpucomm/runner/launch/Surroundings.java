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
 * Variables and files that a launcher leaves for a process.
 *
 * @param environment variables
 * @param root        the file system's root; another one in tests
 * @param resolvable  whether a name service knows a host name
 */
record Surroundings(Map<String, String> environment, Path root, Predicate<String> resolvable) {

    static Surroundings of(Map<String, String> environment) {
        return new Surroundings(environment, Path.of("/"), Surroundings::hasAddress);
    }

    boolean has(String variable) {
        return text(variable).isPresent();
    }

    /** Returns the value of a variable; empty if it is not set or blank. */
    Optional<String> text(String variable) {
        return Optional.ofNullable(environment.get(variable)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Returns the value of the first of these variables that is set. */
    Optional<String> firstText(String... variables) {
        for (var variable : variables) {
            var value = text(variable);
            if (value.isPresent()) {
                return value;
            }
        }
        return Optional.empty();
    }

    /** @throws LaunchException if it is set and not a whole number from 0 up */
    Optional<Integer> number(String variable) {
        return text(variable).map(value -> {
            if (!value.matches("[0-9]{1,9}")) {
                throw new LaunchException(variable + " is '" + value + "', which is no whole number");
            }
            return Integer.parseInt(value);
        });
    }

    /**
     * Returns a number that must be there.
     *
     * @param because the variable that says that this launcher is at work: {@code RANK}
     * @throws LaunchException if it is not set or no number
     */
    int required(String variable, String because) {
        return required(List.of(variable), because);
    }

    /** Returns the first of these numbers that is there; the last one is what is named where none is. */
    int required(List<String> variables, String because) {
        return variables.stream().flatMap(variable -> number(variable).stream()).findFirst()
                .orElseThrow(() -> new LaunchException(because + " is set and " + variables.getLast()
                        + " is not; set both, or give --rank, --ranks and --rendezvous"));
    }

    /** Returns the first host that a host file names; empty if there is no such file or nothing in it. */
    Optional<String> firstHostOf(String file) {
        try {
            return Files.readAllLines(root.resolve(file.startsWith("/") ? file.substring(1) : file)).stream()
                    .map(line -> line.replaceFirst("#.*", "").strip()).filter(line -> !line.isEmpty())
                    // node-0 slots=8 (Open MPI), node-0:8 (Hydra)
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

package org.gpucomm.results.format;

import java.util.List;
import java.util.Map;

import org.gpucomm.results.NamedValues;

/**
 * Options of nccl-tests that distinguish runs and are missing from its banner: registered buffers, the device API and its number of CTAs.
 */
public final class RunOptions {

    private static final Map<String, String> NAMES = Map.of("-R", "local_register", "--local_register",
            "local_register", "-D", "device_implementation", "--device_implementation", "device_implementation", "-V",
            "device_cta_count", "--device_cta_count", "device_cta_count");

    private RunOptions() {}

    /** Returns the options in a command line, after the program's name: {@code mpirun -np 8 all_reduce_perf -g 1 -R 2}. */
    public static NamedValues of(String command) {
        var words = Cells.of(command);
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).endsWith("_perf")) {
                return of(words.subList(i + 1, words.size()));
            }
        }
        return NamedValues.NONE;
    }

    /** Returns the options among a program's arguments. An option with its default value 0 is left out. */
    public static NamedValues of(List<String> arguments) {
        var options = NamedValues.NONE;
        for (int i = 0; i < arguments.size(); i++) {
            var word = arguments.get(i);
            int equals = word.indexOf('=');
            boolean glued = equals < 0 && word.length() > 2 && word.charAt(0) == '-' && word.charAt(1) != '-';
            var name = NAMES.get(equals > 0 ? word.substring(0, equals) : glued ? word.substring(0, 2) : word);
            var next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            var value = equals > 0 ? word.substring(equals + 1) : glued ? word.substring(2) : next;
            if (name != null && Cells.isWhole(value) && !value.equals("0")) {
                options = options.with(name, value);
            }
        }
        return options;
    }
}

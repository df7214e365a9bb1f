package org.gpucomm.analysis.tuning;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.NamedValues;

/**
 * Algorithm, protocol and channels for a collective, in the words of NCCL's example plugin, which reads unknown words as ring and simple.
 *
 * @param channels at least 1; a file without channels runs everything on one channel
 */
public record Choice(String algorithm, String protocol, int channels) {

    private static final Map<String, String> ALGORITHMS = Map.of("tree", "tree", "ring", "ring", "collnetdirect",
            "collnet_direct", "collnetchain", "collnet_chain", "nvls", "nvls", "nvlstree", "nvls_tree", "pat", "pat");
    private static final List<String> PROTOCOLS = List.of("ll", "ll128", "simple");
    private static final List<List<String>> PINNED = List.of(List.of("NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS"),
            List.of("NCCL_MIN_CTAS", "NCCL_MAX_CTAS"));

    public Choice {
        if (channels < 1) {
            throw new IllegalArgumentException("channels must be at least 1, were " + channels);
        }
    }

    /**
     * Returns the pinned choice, completed from NCCL's log for the row; empty if one of the three parts is unknown.
     *
     * @param variables environment variables
     * @param logged    {@code algo}, {@code proto} and {@code channels} of the row
     */
    static Optional<Choice> of(NamedValues variables, NamedValues logged) {
        var algorithm = variables.get("NCCL_ALGO").or(() -> logged.get("algo")).flatMap(Choice::algorithm);
        var protocol = variables.get("NCCL_PROTO").or(() -> logged.get("proto")).map(Choice::plain)
                .filter(PROTOCOLS::contains);
        var channels = logged.get("channels").or(() -> pinned(variables)).filter(text -> text.matches("[1-9]\\d{0,3}"))
                .map(Integer::valueOf);
        return algorithm.isPresent() && protocol.isPresent() && channels.isPresent()
                ? Optional.of(new Choice(algorithm.get(), protocol.get(), channels.get()))
                : Optional.empty();
    }

    /** Returns whether variables pin a part of the choice. */
    static boolean isPinned(NamedValues variables) {
        return variables.values().keySet().stream()
                .anyMatch(name -> name.equals("NCCL_ALGO") || name.equals("NCCL_PROTO")
                        || PINNED.stream().anyMatch(pair -> pair.contains(name)));
    }

    /** Returns the choice as text, for example {@code ring/ll128 on 16 channels}. */
    public String words() {
        return algorithm + "/" + protocol + " on " + channels + (channels == 1 ? " channel" : " channels");
    }

    private static Optional<String> algorithm(String name) {
        return Optional.ofNullable(ALGORITHMS.get(plain(name)));
    }

    private static String plain(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replace("_", "");
    }

    private static Optional<String> pinned(NamedValues variables) {
        return PINNED.stream().filter(pair -> variables.get(pair.getFirst()).isPresent()
                && variables.get(pair.getFirst()).equals(variables.get(pair.getLast())))
                .findFirst().flatMap(pair -> variables.get(pair.getFirst()));
    }
}

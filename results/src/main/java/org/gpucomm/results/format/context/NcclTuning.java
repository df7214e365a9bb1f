package org.gpucomm.results.format.context;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Tuning;
import org.jspecify.annotations.Nullable;

/**
 * Lines of NCCL_DEBUG_SUBSYS=TUNING: {@code AllReduce: 1048576 Bytes -> Algo RING proto LL128 channel{Lo..Hi}={0..15}} since 2.23,
 * {@code AllReduce: 1048576 Bytes -> Algo 1 proto 2 time 33.1} before, without the function in the oldest versions. Other methods name
 * themselves: {@code AllReduce [Symmetric]: 1024 Bytes -> Kernel RSxLD_AGxST nchannels 8 nthreads 512}.
 */
final class NcclTuning {

    private static final String ARROW = " Bytes -> Algo ";
    private static final Pattern CHOICE = Pattern
            .compile("(?<!\\S)(?:(\\S++(?<=:)) )?(\\d{1,18})" + ARROW + "(\\S+) proto (\\S+)");
    private static final Pattern CHANNELS = Pattern
            .compile("channel\\{Lo\\.\\.Hi\\}=\\{(\\d{1,9})\\.\\.(\\d{1,9})\\}");
    private static final Pattern OTHERWISE = Pattern.compile(
            "\\b(\\w+) \\[(Symmetric|Copy Engine|Hierarchical CE)\\]: (\\d{1,18}) Bytes -> (\\S.*)");
    private static final Pattern KERNEL = Pattern.compile("Kernel (\\S+)(?: nchannels (\\d+))?.*");

    /** NCCL_ALGO_* and NCCL_PROTO_* of NCCL's {@code nccl_common.h}. */
    private static final List<String> ALGORITHMS = List.of("TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS",
            "NVLS_TREE", "PAT");
    private static final List<String> PROTOCOLS = List.of("LL", "LL128", "SIMPLE");

    private NcclTuning() {}

    static @Nullable Tuning of(String text) {
        if (!text.contains(ARROW)) {
            return text.contains("]: ") ? otherwise(text) : null;
        }
        var choice = CHOICE.matcher(text);
        if (!choice.find()) {
            return null;
        }
        var algorithm = name(choice.group(3), ALGORITHMS);
        var protocol = name(choice.group(4), PROTOCOLS);
        if (algorithm == null || protocol == null) {
            return null;
        }
        var settings = NamedValues.of("algo", algorithm).with("proto", protocol).with(channels(text));
        var function = Objects.requireNonNullElse(choice.group(1), "").replaceFirst(":$", "");
        return new Tuning(function, Long.parseLong(choice.group(2)), settings);
    }

    /** Returns the choice of a symmetric kernel or of copy engines, which have neither algorithm nor protocol. */
    private static @Nullable Tuning otherwise(String text) {
        var line = OTHERWISE.matcher(text);
        if (!line.find()) {
            return null;
        }
        var way = line.group(4).strip();
        var settings = NamedValues.of("algo", line.group(2).toUpperCase(Locale.ROOT).replace(' ', '_'));
        var kernel = KERNEL.matcher(way);
        if (kernel.matches()) {
            settings = settings.with("kernel", kernel.group(1));
            settings = kernel.group(2) == null ? settings : settings.with("channels", kernel.group(2));
        } else {
            settings = settings.with("by", way.replace(';', ','));
        }
        return new Tuning(line.group(1), Long.parseLong(line.group(3)), settings);
    }

    private static NamedValues channels(String text) {
        var channels = CHANNELS.matcher(text);
        int count = channels.find() ? Integer.parseInt(channels.group(2)) - Integer.parseInt(channels.group(1)) + 1 : 0;
        return count < 1 ? NamedValues.NONE : NamedValues.of("channels", Integer.toString(count));
    }

    private static @Nullable String name(String word, List<String> numbered) {
        if (Cells.isWhole(word)) {
            int number = word.length() > 2 ? numbered.size() : Integer.parseInt(word);
            return number < numbered.size() ? numbered.get(number) : null;
        }
        return Character.isLetter(word.charAt(0)) ? word.toUpperCase(Locale.ROOT) : null;
    }
}

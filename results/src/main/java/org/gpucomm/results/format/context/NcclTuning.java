package org.gpucomm.results.format.context;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.Tuning;
import org.jspecify.annotations.Nullable;

/**
 * Lines of NCCL_DEBUG_SUBSYS=TUNING: {@code AllReduce: 1048576 Bytes -> Algo RING proto LL128 channel{Lo..Hi}={0..15}} since 2.23,
 * {@code AllReduce: 1048576 Bytes -> Algo 1 proto 2 time 33.1} before, without the function in the oldest versions. Other methods name
 * themselves: {@code AllReduce [Symmetric]: 1024 Bytes -> Kernel RSxLD_AGxST nchannels 8 nthreads 512}.
 */
final class NcclTuning {

    private static final String ARROW = " Bytes -> Algo ";
    private static final String PROTO = " proto ";
    private static final Pattern OTHERWISE = Pattern.compile(
            "\\b(\\w+) \\[(Symmetric|Copy Engine|Hierarchical CE)\\]: (\\d{1,18}) Bytes -> (\\S.*)");
    private static final Pattern KERNEL = Pattern.compile("Kernel (\\S+)(?: nchannels (\\d+))?.*");
    private static final String CHANNELS = "channel{Lo..Hi}={";

    /** NCCL_ALGO_* and NCCL_PROTO_* of NCCL's {@code nccl_common.h}. */
    private static final List<String> ALGORITHMS = List.of("TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS",
            "NVLS_TREE", "PAT");
    private static final List<String> PROTOCOLS = List.of("LL", "LL128", "SIMPLE");

    private NcclTuning() {}

    static @Nullable Tuning of(String text) {
        int arrow = text.indexOf(ARROW);
        int proto = text.indexOf(PROTO, arrow + 1);
        if (arrow < 0 || proto < 0) {
            return text.indexOf("]: ") < 0 ? null : otherwise(text);
        }
        var before = text.substring(0, arrow);
        int space = before.lastIndexOf(' ');
        long bytes = whole(before.substring(space + 1));
        var algorithm = name(text.substring(arrow + ARROW.length(), proto), ALGORITHMS);
        var protocol = name(word(text, proto + PROTO.length()), PROTOCOLS);
        if (bytes < 0 || algorithm == null || protocol == null) {
            return null;
        }
        var settings = NamedValues.of("algo", algorithm).with("proto", protocol).with(channels(text));
        return new Tuning(function(before.substring(0, Math.max(space, 0))), bytes, settings);
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

    private static String function(String text) {
        return text.endsWith(":")
                ? text.substring(text.lastIndexOf(' ', text.length() - 1) + 1, text.length() - 1)
                : "";
    }

    private static NamedValues channels(String text) {
        int at = text.indexOf(CHANNELS);
        int dots = text.indexOf("..", at + CHANNELS.length());
        int end = text.indexOf('}', dots);
        if (at < 0 || dots < 0 || end < 0) {
            return NamedValues.NONE;
        }
        long low = whole(text.substring(at + CHANNELS.length(), dots));
        long high = whole(text.substring(dots + 2, end));
        return low < 0 || high < low
                ? NamedValues.NONE
                : NamedValues.of("channels", Long.toString(high - low + 1));
    }

    private static @Nullable String name(String word, List<String> numbered) {
        long number = whole(word);
        if (number >= 0) {
            return number < numbered.size() ? numbered.get((int) number) : null;
        }
        return word.isEmpty() || !Character.isLetter(word.charAt(0)) ? null : word.toUpperCase(Locale.ROOT);
    }

    private static String word(String text, int from) {
        int end = text.indexOf(' ', from);
        return end < 0 ? text.substring(from) : text.substring(from, end);
    }

    private static long whole(String digits) {
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Long.parseLong(digits);
    }
}

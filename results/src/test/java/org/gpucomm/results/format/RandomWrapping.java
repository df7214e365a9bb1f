package org.gpucomm.results.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** One to three launchers and collectors around a log, chosen at random, and an encoding. */
final class RandomWrapping {

    private static final List<UnaryOperator<String>> ALL = List.of(line -> "[1,0]<stdout>:" + line,
            line -> "[prterun-host-1234@1,0]<stdout>: " + line, line -> " 0: " + line,
            line -> "2026-07-01T10:11:12.123456789Z " + line, line -> "[pod/launcher-x/nccl] " + line,
            line -> "launcher-x7 nccl " + line, line -> "svc-1  | " + line,
            line -> "(head, rank=0, pid=3808) " + line, line -> "[rank 0] " + line, line -> "[10:11:12] " + line,
            line -> "2026-07-01 10:11:12,123 - INFO - " + line, line -> "Jul  1 10:11:12 node-1 slurmd[17]: " + line,
            line -> "> " + line, line -> "\u001B[32m" + line + "\u001B[0m", line -> line + "\u001B[K");
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE, StandardCharsets.UTF_16);

    private final List<UnaryOperator<String>> chosen = new ArrayList<>();
    private final String end;
    private final Charset charset;

    RandomWrapping(Random random) {
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
            var next = ALL.get(random.nextInt(ALL.size()));
            if (!chosen.contains(next)) {
                chosen.add(next);
            }
        }
        this.end = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
        this.charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
    }

    String wrap(String line) {
        var wrapped = line;
        for (var each : chosen) {
            wrapped = each.apply(wrapped);
        }
        return wrapped;
    }

    String ends(List<String> lines) {
        return String.join(end, lines) + end;
    }

    byte[] encode(String text) {
        return text.getBytes(charset);
    }
}

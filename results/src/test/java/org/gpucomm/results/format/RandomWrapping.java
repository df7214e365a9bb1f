package org.gpucomm.results.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** One to three launchers and collectors around a log, chosen at random, and an encoding. */
final class RandomWrapping {

    private static final List<UnaryOperator<String>> ALL = List.of(line -> "[1,0]<stdout>:" + line,
            line -> "[prterun-host-1234@1,0]<stdout>: " + line, line -> " 0: " + line,
            line -> "2026-07-01T10:11:12.123456789Z " + line, line -> "[pod/launcher-x/nccl] " + line,
            line -> "launcher-x7 nccl " + line, line -> "svc-1  | " + line,
            line -> "(head, rank=0, pid=3808) " + line, line -> "[rank 0] " + line, line -> "[10:11:12] " + line,
            line -> "2026-07-01 10:11:12,123 - INFO - " + line, line -> "Jul  1 10:11:12 node-1 slurmd[17]: " + line,
            line -> "> " + line, line -> "logs/a.log:" + line, line -> "logs/a.log-17-" + line,
            line -> "run (a)\tRun nccl-tests\t2026-07-01T10:11:12.1234567Z " + line,
            line -> "2026-07-01T10:11:12.123Z nccl/default/0f3a61 " + line,
            line -> "2026-07-01T10:11:12+0000 node-1 slurmd[17]: " + line, line -> "[1782900672123] " + line,
            RandomWrapping::docker, line -> "\u001B[32m" + line + "\u001B[0m", line -> line + "\u001B[K");
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE, StandardCharsets.UTF_16);

    private final List<UnaryOperator<String>> chosen = new ArrayList<>();
    private final String end;
    private final Charset charset;

    RandomWrapping(Random random) {
        var number = new AtomicInteger(random.nextInt(1000));
        if (random.nextInt(4) == 0) {
            var format = List.of("%6d\t", "%d:", "%d-").get(random.nextInt(3));
            chosen.add(line -> format.formatted(number.incrementAndGet()) + line);
        }
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

    private static String docker(String line) {
        var json = new StringBuilder("{\"log\":");
        Json.quote(json, line + "\n");
        return json.append(",\"stream\":\"stdout\",\"time\":\"2026-07-01T10:11:12.123456789Z\"}").toString();
    }

    String ends(List<String> lines) {
        return String.join(end, lines) + end;
    }

    byte[] encode(String text) {
        return text.getBytes(charset);
    }
}

package org.gpucomm.analysis.headline;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.analysis.rules.Phrases;

/** Collective that PyTorch's watchdog ended, with the ranks that waited in it and those that did not call it. */
final class CollectiveTimeout {

    /** Rank, of the job if the line begins with it, else of the process group. */
    private static final String RANK = "(?:\\[rank(\\d{1,7})\\]:.*)?\\[(?:PG [^\\]]*)?Rank (\\d{1,7})\\] ";
    private static final Pattern WATCHDOG = Pattern.compile("(?:.*\\bWatchdog caught collective operation timeout: )?"
            + "WorkNCCL\\(SeqNum=(\\d{1,18}), OpType=_?(\\w+?)(?:_BASE)?, (?:NumelIn=(\\d+), (?:NumelOut=(\\d+), )?.*)?.*?Timeout\\(ms\\)=(\\d{1,18}).*");
    private static final Pattern WATCHDOG_RANK = Pattern.compile(RANK + "Watchdog caught");
    private static final Pattern ENQUEUED = Pattern
            .compile(RANK + ".*[Ll]ast enqueued NCCL work: (-?\\d{1,18}), last completed NCCL work: ");
    private static final Pattern GROUP = Pattern.compile("\\[(PG [^\\]]*)Rank \\d");
    private static final int MILLIS = 1000;

    /** Call in which a rank waits. @param number number of the call in its process group @param elements as printed; empty if unknown */
    private record Call(long number, String operation, String elements) {

        @Override
        public String toString() {
            return operation + " " + number;
        }
    }

    private CollectiveTimeout() {}

    /**
     * Returns a sentence about the collective; empty if the line reports none.
     *
     * @param line     line that names the cause
     * @param failures all lines that report a failure
     */
    static Optional<String> in(String line, List<String> failures) {
        // Ranks that did not call it may report first that another rank timed out.
        var reports = line.contains("Received a dump signal due to a collective timeout")
                ? Stream.concat(Stream.of(line), failures.stream())
                : Stream.of(line);
        return reports.map(WATCHDOG::matcher).filter(Matcher::matches).findFirst()
                .map(hung -> sentence(hung, failures));
    }

    private static String sentence(Matcher hung, List<String> failures) {
        var first = call(hung);
        var calls = firstCalls(failures);
        var alike = calls.values().stream().filter(call -> call.number() == first.number())
                .map(Call::operation).distinct().count();
        if (alike > 1) {
            return "Failed: the ranks called different collectives: " + both(calls, first.number()) + ".";
        }
        var unlike = calls.entrySet().stream().filter(call -> call.getValue().number() == first.number()
                && !call.getValue().elements().equals(first.elements())).findFirst();
        if (unlike.isPresent()) {
            var rank = calls.entrySet().stream().filter(call -> call.getValue().equals(first)).findFirst();
            return "Failed: the ranks called " + first.operation() + " number " + first.number()
                    + " with different sizes: rank " + unlike.get().getKey() + " with "
                    + unlike.get().getValue().elements() + " elements, "
                    + rank.map(call -> "rank " + call.getKey()).orElse("another") + " with " + first.elements() + ".";
        }
        var time = " did not end within " + Long.parseLong(hung.group(5)) / MILLIS + " s";
        var apart = calls.descendingMap().entrySet().stream()
                .filter(each -> each.getValue().number() != calls.firstEntry().getValue().number()).findFirst();
        if (apart.isPresent()) {
            var one = calls.firstEntry();
            var other = apart.get();
            boolean isOneOperation = one.getValue().operation().equals(other.getValue().operation());
            return "Failed: " + (isOneOperation
                    ? first.operation() + time + ": rank " + one.getKey() + " waits in number "
                            + one.getValue().number() + ", rank " + other.getKey() + " in " + other.getValue().number()
                    : "collectives" + time + ": rank " + one.getKey() + " waits in " + one.getValue() + ", rank "
                            + other.getKey() + " in " + other.getValue())
                    + ", in other calls or groups.";
        }
        var what = "Failed: " + first.operation() + " number " + first.number()
                + (hung.group(3) == null ? "" : " (" + hung.group(3) + " elements)") + time;
        if (calls.size() > 1 && calls.size() == ranks(hung)) {
            return what + ", although all " + calls.size() + " ranks called it."
                    + " NCCL_DEBUG=INFO shows the path between their GPUs.";
        }
        var absent = isOfPart(failures) ? new TreeMap<Integer, Long>() : absent(first.number(), failures);
        return absent.isEmpty()
                ? what + (calls.isEmpty() ? "" : ", as " + ranks(calls.navigableKeySet()) + " reported")
                        + "; a rank did not reach it, or called another."
                : what + ": " + ranks(absent.navigableKeySet()) + " did not call it, whose last call is number "
                        + absent.firstEntry().getValue() + ".";
    }

    /** Returns the number of ranks by the elements that a rank gives and gets; 0 if they do not show it. */
    private static long ranks(Matcher hung) {
        long in = hung.group(3) == null ? 0 : Long.parseLong(hung.group(3));
        long out = hung.group(4) == null ? 0 : Long.parseLong(hung.group(4));
        long least = Math.min(in, out);
        return least > 0 && Math.max(in, out) % least == 0 ? Math.max(in, out) / least : 0;
    }

    /** Returns whether the call is of a part of the job, where its rank has another number, so that other ranks need not call it. */
    private static boolean isOfPart(List<String> failures) {
        return failures.stream().map(WATCHDOG_RANK::matcher).filter(Matcher::find)
                .anyMatch(rank -> rank.group(1) != null && !rank.group(1).equals(rank.group(2)));
    }

    /** Returns the first call in which each rank waits. */
    private static TreeMap<Integer, Call> firstCalls(List<String> failures) {
        var calls = new TreeMap<Integer, Call>();
        for (var failure : failures) {
            var rank = WATCHDOG_RANK.matcher(failure);
            var own = WATCHDOG.matcher(failure);
            if (rank.find() && own.matches()) {
                calls.merge(rank(rank), call(own), (one, other) -> other.number() < one.number() ? other : one);
            }
        }
        return calls;
    }

    /**
     * Returns the last call of each rank that had not called the collective when it ended; empty unless all lines that show last calls are
     * of one process group.
     */
    private static TreeMap<Integer, Long> absent(long number, List<String> failures) {
        var groups = failures.stream().map(GROUP::matcher).filter(Matcher::find).map(group -> group.group(1))
                .distinct().count();
        var last = new TreeMap<Integer, Long>();
        for (var failure : failures) {
            var enqueued = ENQUEUED.matcher(failure);
            if (enqueued.find()) {
                last.merge(rank(enqueued), Long.valueOf(enqueued.group(3)), Math::max);
            }
        }
        last.values().removeIf(call -> call >= number);
        return groups > 1 ? new TreeMap<>() : last;
    }

    private static String both(TreeMap<Integer, Call> calls, long number) {
        calls.values().removeIf(call -> call.number() != number);
        var first = calls.firstEntry();
        var other = calls.entrySet().stream().filter(call -> !call.getValue().equals(first.getValue())).findFirst()
                .orElseThrow();
        return "in number " + number + ", rank " + first.getKey() + " waits in " + first.getValue().operation()
                + ", rank " + other.getKey() + " in " + other.getValue().operation();
    }

    private static Call call(Matcher hung) {
        return new Call(Long.parseLong(hung.group(1)),
                OperationName.in(hung.group(2)).map(Operation::title).orElse(hung.group(2)),
                hung.group(3) == null ? "" : hung.group(3));
    }

    private static int rank(Matcher found) {
        return Integer.parseInt(found.group(1) == null ? found.group(2) : found.group(1));
    }

    private static String ranks(Collection<Integer> ranks) {
        return (ranks.size() > 1 ? "ranks " : "rank ") + Phrases.list(ranks.stream().map(String::valueOf).toList());
    }
}

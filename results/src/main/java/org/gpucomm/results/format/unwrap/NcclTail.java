package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.isDigit;

import java.util.HashSet;
import java.util.Set;

/**
 * Start of a line of NCCL's own log, {@code host:pid:tid [dev] NCCL INFO …}, within a line that another program began. If a number directly
 * precedes the host name, the host must have occurred at the beginning of another line.
 */
final class NcclTail {

    private static final int MAX_HOSTS = 10_000;
    private static final int MAX_NAME = 300;

    private final Set<String> hosts = new HashSet<>();

    /** Returns where NCCL's part begins: 0 if the whole line is NCCL's; -1 if none of it is, or if the beginning is uncertain. */
    int begin(String text) {
        int nccl = text.indexOf("NCCL ");
        while (nccl > 0 && !isLevel(text, nccl + 5)) {
            nccl = text.indexOf("NCCL ", nccl + 1);
        }
        if (nccl <= 0) {
            return -1;
        }
        int device = text.lastIndexOf(" [", nccl);
        int thread = numberBefore(text, device);
        int process = numberBefore(text, thread - 1);
        if (at(text, thread - 1) != ':' || at(text, process - 1) != ':') {
            return -1;
        }
        return host(text, process - 1);
    }

    private int host(String text, int colon) {
        int begin = colon;
        while (begin > 0 && Scan.isNamePart(text.charAt(begin - 1))) {
            begin--;
        }
        if (begin == colon || colon - begin > MAX_NAME) {
            return -1;
        }
        if (begin == 0 && hosts.size() < MAX_HOSTS) {
            hosts.add(text.substring(0, colon));
        }
        if (begin == 0 || Scan.isLetter(text.charAt(begin)) && isSpace(text.charAt(begin - 1))) {
            return withTime(text, begin);
        }
        for (int i = begin; i < colon; i++) {
            if (hosts.contains(text.substring(i, colon))) {
                return withTime(text, i);
            }
            if ("0123456789.+-".indexOf(text.charAt(i)) < 0) {
                return Scan.isLetter(text.charAt(i)) && isBehindNumbers(text, i) ? withTime(text, i) : -1;
            }
        }
        return -1;
    }

    /** Returns whether a row precedes: nccl-tests prints {@code 4096 1024 float sum -1} without a space after it, then measures. */
    private static boolean isBehindNumbers(String text, int end) {
        var words = text.substring(0, end).strip().split("\\s+");
        return words.length > 2 && words[0].chars().allMatch(Character::isDigit)
                && words[1].chars().allMatch(Character::isDigit);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    /** Returns the index of {@code [2026-07-01 10:11:12] } (newer versions) or {@code [0] } ({@code mpiexec -l}) in front, if any. */
    private static int withTime(String text, int begin) {
        int open = begin > 1 && text.charAt(begin - 2) == ']' ? text.lastIndexOf('[', begin) : -1;
        boolean rank = open >= 0 && open < begin - 3
                && text.substring(open + 1, begin - 2).chars().allMatch(Character::isDigit);
        return open >= 0 && (rank || Prefix.TIME.end(text, open) == begin) ? open : begin;
    }

    private static boolean isLevel(String text, int at) {
        return text.startsWith("INFO", at) || text.startsWith("WARN", at) || text.startsWith("TRACE", at);
    }

    private static int numberBefore(String text, int end) {
        int i = end;
        while (i > 0 && isDigit(text.charAt(i - 1))) {
            i--;
        }
        return i < end ? i : -1;
    }
}

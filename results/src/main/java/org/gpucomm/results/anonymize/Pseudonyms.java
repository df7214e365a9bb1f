package org.gpucomm.results.anonymize;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Replacement of host names: each host becomes {@code host-1}, {@code host-2}, …, wherever its name occurs. */
final class Pseudonyms {

    /** Limit for memory; no log names more hosts. */
    private static final int MAX_NAMES = 100_000;
    /** Limit for the parts of a name, which are separated by dots and dashes. */
    private static final int MAX_PARTS = 12;
    private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._-]*+)";
    /** A possible beginning of a name; the middle of a name is not tried again, so that long lines take no longer than short ones. */
    private static final String BEGIN = "(?<![A-Za-z0-9._-])[._-]*+";
    /** Patterns with one group each: a name, or names separated by commas. */
    private static final List<Pattern> PLACES = List.of(
            // nccl-tests, rccl-tests: Rank 0 Group 0 Pid 4000 on NAME device 0
            Pattern.compile("\\bRank\\s+\\d+\\b.{0,200}?\\bon\\s+" + NAME + "\\s+device\\b"),
            // NCCL, RCCL, NVSHMEM: NAME:pid:tid [0] NCCL INFO
            Pattern.compile(BEGIN + NAME + ":\\d+:\\d+\\s+(?:\\[\\d+\\]\\s+)?(?:\\S+\\s+)?(?:NCCL|RCCL|NVSHMEM)\\b"),
            // Open MPI and PRRTE: [NAME:pid], [NAME:pid:rank]
            Pattern.compile("\\[" + NAME + ":\\d+(?:[:,]\\d+)*+\\]"),
            // kubectl logs --prefix: [pod/NAME/container]
            Pattern.compile("\\bpods?/" + NAME),
            // pods of the MPI operator and of stateful training jobs, in front of a line
            Pattern.compile("^" + NAME + "(?<=-(?:worker|launcher|master)-[a-z0-9-]{1,40})\\s"),
            // HOSTNAME=NAME, host: NAME, SLURM_NODELIST=NAME,NAME, Data for node: NAME
            Pattern.compile(
                    "(?i)(?<![a-z0-9])(?:hosts?|hostname|host\\s?name|nodes?|nodename|slurmd_nodename|(?:job_)?nodelist)"
                            + "\\s*[:=]\\s*\"?([A-Za-z0-9][A-Za-z0-9._,:-]*)"),
            // on host NAME, on node NAME
            Pattern.compile("(?i)\\bon (?:host|node) " + NAME),
            // mpirun --host NAME:8,NAME:8
            Pattern.compile("(?:^|\\s)(?:--?host|-H)[ =]([A-Za-z0-9][A-Za-z0-9._,:-]*)"),
            // srun -w NAME, --nodelist=NAME
            Pattern.compile("(?:^|\\s)(?:-w|--nodelist)[ =]([A-Za-z0-9][A-Za-z0-9._,-]*)"),
            // EC2's own names, anywhere
            Pattern.compile("\\b(ip-\\d{1,3}-\\d{1,3}-\\d{1,3}-\\d{1,3}(?:\\.[A-Za-z0-9.-]+)?)\\b"),
            Pattern.compile("\\b(i-[0-9a-f]{8}(?:[0-9a-f]{9})?)\\b"),
            // names within a cluster, anywhere
            Pattern.compile("(?<![\\w.-])[.-]*+([A-Za-z0-9][A-Za-z0-9.-]*\\.(?:internal|local))\\b"),
            // addresses of private networks, and addresses to which NCCL adds a port
            Pattern.compile(
                    "(?<![\\d.])((?:10|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))(?:\\.\\d{1,3}){2,3})(?![\\d.]*\\d)"),
            Pattern.compile("(?<![\\d.])(\\d{1,3}(?:\\.\\d{1,3}){3})(?=<\\d+>)"));
    /** Words in these contexts that are not names, and whose replacement would make the log unreadable. */
    private static final Set<String> WORDS = Set.of("localhost", "localdomain", "host", "hosts", "node", "nodes",
            "rank",
            "device", "gpu", "cuda", "cpu", "none", "null", "true", "false", "stdout", "stderr", "mpirun", "mpiexec",
            "prterun", "srun", "proxy", "nccl", "rccl", "nvshmem", "info", "warn", "trace", "memory", "to", "on", "in",
            "and", "is", "the", "with", "for", "from", "of", "pinned", "intra", "inter", "float", "sum", "size");

    private final Map<String, String> byName = new HashMap<>();
    private int hosts;

    /** Learns the names in a line. */
    void learn(String line) {
        for (var name : names(line)) {
            if (byName.size() < MAX_NAMES) {
                var first = shortened(name);
                var pseudonym = byName.computeIfAbsent(first, each -> "host-" + ++hosts);
                byName.put(name, pseudonym);
            }
        }
    }

    /** Returns the line with every known name replaced unless a letter or digit follows. */
    String replaced(String line) {
        if (byName.isEmpty()) {
            return line;
        }
        var out = new StringBuilder(line.length());
        int at = 0;
        while (at < line.length()) {
            if (!isWord(line.charAt(at)) || at > 0 && isWord(line.charAt(at - 1))) {
                out.append(line.charAt(at++));
                continue;
            }
            int end = longestName(line, at);
            if (end > at) {
                out.append(byName.get(line.substring(at, end)));
                at = end;
            } else {
                out.append(line.charAt(at++));
            }
        }
        return out.toString();
    }

    /** Returns the end of the longest known name that begins at {@code from}; {@code from} if there is none. */
    private int longestName(String line, int from) {
        int longest = from;
        int parts = 0;
        for (int end = from; end < line.length() && parts < MAX_PARTS; end++) {
            char c = line.charAt(end);
            if (!isWord(c) && c != '.' && c != '-' && c != '_') {
                break;
            }
            boolean partEnds = isWord(c) && (end + 1 == line.length() || !isWord(line.charAt(end + 1)));
            if (partEnds) {
                parts++;
                longest = byName.containsKey(line.substring(from, end + 1)) ? end + 1 : longest;
            }
        }
        return longest;
    }

    /** Returns the name without its domain, {@code node-1} for {@code node-1.cluster.local}; an address stays as it is. */
    private static String shortened(String name) {
        int dot = name.indexOf('.');
        return dot <= 0 || name.substring(0, dot).chars().allMatch(Character::isDigit) ? name : name.substring(0, dot);
    }

    private static boolean isWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80;
    }

    /** Returns the names in a line, in order; a name may occur twice. */
    private static List<String> names(String line) {
        var names = new ArrayList<String>();
        for (var place : PLACES) {
            var matcher = place.matcher(line);
            while (matcher.find()) {
                for (var each : matcher.group(1).split(",")) {
                    add(each, names);
                }
            }
        }
        return names;
    }

    private static void add(String text, List<String> names) {
        // mpirun's number of slots, and a full stop at the end of a sentence
        int end = text.indexOf(':') < 0 ? text.length() : text.indexOf(':');
        while (end > 0 && (text.charAt(end - 1) == '.' || text.charAt(end - 1) == '-')) {
            end--;
        }
        var name = text.substring(0, end);
        boolean isNumber = name.chars().allMatch(Character::isDigit);
        if (name.length() > 1 && !isNumber && !WORDS.contains(name.toLowerCase(Locale.ROOT))) {
            names.add(name);
        }
    }
}

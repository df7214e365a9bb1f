package org.gpucomm.results.format.unwrap;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Prefix that a launcher or log collector puts before a line. Some are unmistakable; the others are accepted if most lines have them. */
enum Prefix {
    /** {@code mpirun --tag-output}, see {@link MpiTags} */
    OMPI_TAG("ompi-tag", true, MpiTags.TAG),
    /** {@code kubectl logs --prefix}: <code>[pod/name/container] </code> */
    KUBECTL("kubectl-prefix", true, "(?<writer>\\[pod/[^] ]{0,294}+])" + Part.END),
    /** Ray and SkyPilot: <code>(head, rank=0, pid=3808) </code> */
    RAY("ray", true, "(?<writer>\\((?:(?!pid=)[^)]){0,290}+pid=\\d[^)]{0,290}+\\)) "),
    /** {@code kubectl logs --timestamps} and similar; the files of a container runtime also have the stream, GitLab {@code 00O }. */
    ZONED_TIME("timestamps", true, Part.ZONED_TIME + "(?:std(?:out|err) [FP] |\\d\\d[OE][ +])?+"),
    /** {@code mpirun --timestamp-output}, before its tag: {@code Wed Jul  1 10:11:12 2026} */
    MPI_TIME("timestamps", true, "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) " + Part.SYSLOG_TIME + "\\d{4}(?="
            + MpiTags.WITHOUT_NAMES + ")"),
    /** {@code Jul  1 10:11:12 host program[17]: }: syslog, journalctl */
    SYSLOG("syslog", true, Part.SYSLOG_TIME + "(?<writer>" + Part.NAME + ") " + Part.NAME + "(?:\\[\\d++])?+:"
            + Part.END),
    /** {@code job<TAB>step<TAB>time text}: {@code gh run view --log} of a run of GitHub Actions */
    STEP("github-step", true, "(?<writer>[^\\t]{0,299}+\\t[^\\t]{0,299}+)\\t" + Part.ZONED_TIME),
    /** {@code host program[17]: } after a time: {@code journalctl -o short-iso}, rsyslog */
    JOURNAL("syslog", true, "(?<writer>" + Part.NAME + ") " + Part.NAME + "\\[\\d++]:" + Part.END),
    /**
     * {@code nccl/default/0f3a } after a time: the stream in {@code aws logs tail}, with slashes as in AWS Batch and ECS, or with the id of
     * an instance.
     */
    STREAM("cloudwatch", false, "(?<writer>" + Part.NAME + "/[\\w./-]*+|(?=(?:(?!i-0)[\\w.-])*+i-0\\p{XDigit}{7})"
            + Part.NAME
            + ")" + Part.END),
    /** {@code cat -n}, {@code nl}, {@code grep -n}: a number that rises from the first line of the log, see {@link RisingNumber} */
    NUMBER("line-numbers", false, " *+\\d{1,9}+\\t|\\d{1,9}+[:-]"),
    /** {@code logs/a.log:12:text}, {@code a.log-12-text}: {@code grep} over several files, with or without {@code -n} */
    GREP("grep", false, "(?<writer>(?:(?!" + Part.EXTENSION + "[:-])[\\w./-]){1,295}+" + Part.EXTENSION
            + ")(?::(?:[1-9]\\d{0,8}+:)?+|-[1-9]\\d{0,8}+-)"),
    /** {@code srun -l}, {@code flux run --label-io}: <code>   0: </code>, padded to the widest rank. */
    SRUN("srun-l", false, " *+(?<writer>\\d{1,7}+):" + Part.END),
    /**
     * {@code [rank 0] }, {@code [rank0]: }, {@code [default0]:}, {@code [0] }: torchrun, Hydra, Modal. DeepEP, NCCL and Intel MPI themselves
     * add a rank in brackets to some lines.
     */
    RANK("rank", false, "\\[(?<writer>(?:rank ?+|default)?+\\d{1,7}+)](?:(?<=\\[default\\d{1,7}]):|:?+" + Part.END
            + ")(?!Dispatch |HybridEP |NCCL |MPI startup\\(\\))"),
    /** {@code 2026-07-01 10:11:12,123}, {@code [10:11:12]}, {@code [1782900672.123]} */
    TIME("timestamps", false, "(?:\\[(?:" + Part.DATE_AND_CLOCK + "|" + Part.CLOCK + "|" + Part.EPOCH + ")]|"
            + Part.DATE_AND_CLOCK + "|" + Part.CLOCK + ")" + Part.END_OF_TIME),
    /** Seconds or milliseconds since 1970, without brackets */
    EPOCH("timestamps", false, Part.EPOCH + Part.END_OF_TIME),
    /**
     * {@code svc-1  | }: docker compose; a name has a letter. A number with a bar behind it is the second cell of a table, one behind a bar
     * at the end of the line its last.
     */
    COMPOSE("compose", false, "(?<writer>(?=[\\d._-]*+[A-Za-z])" + Part.NAME + ") ++\\|" + Part.END
            + "(?! *+[\\d.,+-]++(?: ?[A-Za-z/%µ]++)?+ *+\\|)(?!.*\\| *+[\\d.,]++ *+$)"),
    /** {@code pod container text}: stern; the name of a pod contains a hyphen. */
    STERN("stern", false, "(?<writer>(?=[a-z0-9.]*+-)" + Part.KUBERNETES_NAME + " (?:› )?+" + Part.KUBERNETES_NAME + ")"
            + Part.END),
    /** {@code node-1: text}: pdsh, clush, parallel-ssh; the name of a host has a digit. */
    HOST("host", false, "(?<writer>(?=[A-Za-z._-]*+\\d)[A-Za-z][\\w.-]*+):" + Part.END),
    /**
     * Marks of logging frameworks between the time and the text: {@code INFO }, {@code - name - INFO - }, {@code [INFO] },
     * {@code | INFO | module:line - }, {@code INFO:root:}, <code>{subprocess.py:93} INFO - </code>. Without a separator, only levels count
     * with which no benchmark begins a line of its own, as some do with ERROR. HCCL's own lines stay.
     */
    LEVEL("logging", false, "(?:" + Part.BEGIN + ")?+\\[" + Part.LEVEL + "](?! HCCL\\()" + Part.BEHIND_LEVEL
            + "|" + Part.BEGIN + Part.LEVEL + Part.NAME_OR_BEHIND
            + "|(?:TRACE|DEBUG|INFO)(?![A-Za-z])" + Part.NAME_OR_BEHIND
            + "|" + Part.LEVEL + ":" + Part.NAME + ":"
            + "|(?:" + Part.BEGIN + ")?+(?!" + Part.LEVEL + ")" + Part.TOKEN + " ++[-|] " + Part.LEVEL
            + Part.NAME_OR_BEHIND),
    /** {@code > text}: a quotation in an issue or a mail. */
    QUOTE("quote", false, ">" + Part.END),
    /** {@code - 1024 …}, {@code * 1024 …}, {@code - # …}: a list item, as some pages show the lines of a table; YAML looks different. */
    ITEM("list", false, "[-*] (?=[# \\d])");

    private final String id;
    private final boolean certain;
    private final Pattern pattern;
    private final boolean namesWriter;

    /** @param pattern regular expression of the prefix; its group {@code writer} is the name of the writer, if the prefix names one */
    Prefix(String id, boolean certain, String pattern) {
        this.id = id;
        this.certain = certain;
        this.pattern = Pattern.compile(pattern);
        this.namesWriter = this.pattern.namedGroups().containsKey("writer");
    }

    /** Returns the index after this prefix if it begins at {@code from}; -1 if it does not. Never throws. */
    int end(String text, int from) {
        var found = match(text, from);
        return found == null ? -1 : found.end();
    }

    /** Returns the match of this prefix at {@code from}; null if it does not begin there. */
    @Nullable
    MatchResult match(String text, int from) {
        var found = pattern.matcher(text).region(from, text.length());
        return found.lookingAt() ? found : null;
    }

    /** Returns the name as reported to users, for example {@code srun-l}. */
    String id() {
        return id;
    }

    /** Returns whether a single line suffices to accept the prefix. */
    boolean isCertain() {
        return certain;
    }

    /** Returns whether the prefix counts only directly after a time. */
    boolean isBehindTime() {
        return this == JOURNAL || this == STREAM;
    }

    /**
     * Returns whether the prefix looks like the first column of a table. One line must then begin with a word after the prefix: a header
     * does, but if the number is a column of the table, the header has no number before it.
     */
    boolean looksLikeColumn() {
        return this == EPOCH;
    }

    /** Returns whether the prefix names the writer of the line, in the group {@code writer} of its matches. */
    boolean namesWriter() {
        return namesWriter;
    }

    /** Parts of the regular expressions. */
    private static final class Part {

        private static final String END = "(?: |\\z)";
        /** Name of a host, a program or a service. */
        private static final String NAME = "[A-Za-z0-9][\\w.-]*+";
        private static final String KUBERNETES_NAME = "[a-z0-9][a-z0-9.-]*+";
        /** File extensions of logs; a name without one may be a host, a process or a time. */
        private static final String EXTENSION = "\\.(?:log|txt|out|err)";
        private static final String DATE = "\\d{4}(?:-\\d{2}-|/\\d{2}/)\\d{2}";
        /** {@code 10:11:12}, with or without a fraction. */
        private static final String CLOCK = "\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?";
        private static final String ZONE = "(?:Z|[+-]\\d{2}:?\\d{2})";
        /** Airflow writes {@code 2026-07-01, 10:11:12 UTC}. */
        private static final String DATE_AND_CLOCK = DATE + "(?:[ T_]" + CLOCK + ZONE + "?|, " + CLOCK + "(?: UTC)?)";
        /**
         * Seconds since 1970, optionally with a fraction, or whole milliseconds as in CloudWatch. The range begins in 2014, before any of
         * the tools, and ends in 2036; few sizes in bytes fall into it, and neither 2^30 nor 2^31 does.
         */
        private static final String EPOCH = "(?:1[4-9]\\d{8}|20\\d{8}|2100000000)(?:\\d{3}|\\.\\d{1,9})?(?!\\d)";
        /** A space, a colon and a space, or the end follows a time. Grafana exports with tabs. */
        private static final String END_OF_TIME = "(?::?[ \\t]|:?\\z)";
        /** {@code 2026-07-01T10:11:12.123456789Z}, with a zone as in RFC 3339. */
        private static final String ZONED_TIME = DATE + "T" + CLOCK + ZONE + END_OF_TIME;
        private static final String SYSLOG_TIME = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) *\\d{1,2} "
                + CLOCK
                + " ";
        private static final String SEPARATOR = " *+[-|] ";
        private static final String LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)(?![A-Za-z])";
        /** Airflow's place in the program, or a separator, before a level. */
        private static final String BEGIN = "(?:\\{" + NAME + ":\\d++} (?:" + SEPARATOR + ")?+|" + SEPARATOR + ")";
        /** A logger, or a module with function and line. */
        private static final String TOKEN = "[\\w.:<>/-]{1,120}+";
        /** A separator, a place in the program and another separator, or a space. */
        private static final String BEHIND_LEVEL = ":?+(?:" + SEPARATOR + "(?:(?=[\\w.<>/-]*+:)" + TOKEN + SEPARATOR
                + ")?+|" + END
                + ")";
        private static final String NAME_OR_BEHIND = "(?::" + NAME + ":|(?!:[A-Za-z0-9])" + BEHIND_LEVEL + ")";
    }
}

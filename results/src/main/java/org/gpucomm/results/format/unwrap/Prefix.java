package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.PrefixNames.behindSpace;
import static org.gpucomm.results.format.unwrap.PrefixNames.find;
import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.digits;
import static org.gpucomm.results.format.unwrap.Scan.identifier;
import static org.gpucomm.results.format.unwrap.Scan.spaces;
import static org.gpucomm.results.format.unwrap.Scan.word;

import java.util.List;

/** Prefix that a launcher or log collector puts before a line. Some are unmistakable; the others are accepted if most lines have them. */
enum Prefix {

    /** {@code mpirun --tag-output}, see {@link MpiTags} */
    OMPI_TAG("ompi-tag", true, true) {
        @Override
        int end(String text, int from) {
            return MpiTags.end(text, from);
        }

        @Override
        String writer(String text, int from, int end) {
            return MpiTags.rank(text, from);
        }
    },
    /** {@code kubectl logs --prefix}: <code>[pod/name/container] </code> */
    KUBECTL("kubectl-prefix", true, true) {
        @Override
        int end(String text, int from) {
            int close = text.startsWith("[pod/", from) ? find(text, ']', from) : -1;
            return close < 0 || text.substring(from, close).indexOf(' ') >= 0 ? -1 : behindSpace(text, close + 1);
        }
    },
    /** Ray and SkyPilot: <code>(head, rank=0, pid=3808) </code> */
    RAY("ray", true, true) {
        @Override
        int end(String text, int from) {
            int close = at(text, from) == '(' ? find(text, ')', from) : -1;
            if (close < 0 || at(text, close + 1) != ' ') {
                return -1;
            }
            int pid = text.indexOf("pid=", from, close);
            return pid < 0 || digits(text, pid + 4) < 0 ? -1 : close + 2;
        }
    },
    /** {@code kubectl logs --timestamps} and similar; the files of a container runtime also have the stream. */
    ZONED_TIME("timestamps", true, false) {
        @Override
        int end(String text, int from) {
            int end = Timestamps.zoned(text, from);
            for (var stream : new String[]{"stdout F ", "stderr F ", "stdout P ", "stderr P "}) {
                int behind = word(text, end, stream);
                if (behind >= 0) {
                    return behind;
                }
            }
            int stream = digits(text, end, 2, 2); // GitLab: 00O text
            boolean gitlab = (at(text, stream) == 'O' || at(text, stream) == 'E')
                    && (at(text, stream + 1) == ' ' || at(text, stream + 1) == '+');
            return gitlab ? stream + 2 : end;
        }
    },
    /** {@code mpirun --timestamp-output}, before its tag. */
    MPI_TIME("timestamps", true, false) {
        @Override
        int end(String text, int from) {
            int end = Timestamps.ctime(text, from);
            return MpiTags.end(text, end) < 0 ? -1 : end;
        }
    },
    /** {@code Jul  1 10:11:12 host program[17]: }: syslog, journalctl */
    SYSLOG("syslog", true, true) {
        @Override
        int end(String text, int from) {
            return PrefixNames.program(text, Timestamps.syslog(text, from));
        }

        @Override
        String writer(String text, int from, int end) {
            int host = Timestamps.syslog(text, from);
            return text.substring(host, identifier(text, host));
        }
    },
    /** {@code job<TAB>step<TAB>time text}: {@code gh run view --log} of a run of GitHub Actions */
    STEP("github-step", true, true) {
        @Override
        int end(String text, int from) {
            int job = find(text, '\t', from);
            int step = job < 0 ? -1 : find(text, '\t', job + 1);
            return step < 0 ? -1 : Timestamps.zoned(text, step + 1);
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from, text.lastIndexOf('\t', end - 2));
        }
    },
    /** {@code host program[17]: } after a time: {@code journalctl -o short-iso}, rsyslog */
    JOURNAL("syslog", true, true) {
        @Override
        int end(String text, int from) {
            int end = PrefixNames.program(text, from);
            return end < 0 || text.substring(from, end).indexOf('[') < 0 ? -1 : end;
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from, identifier(text, from));
        }
    },
    /** {@code nccl/default/0f3a } after a time: the stream in {@code aws logs tail} */
    STREAM("cloudwatch", false, true) {
        @Override
        int end(String text, int from) {
            return PrefixNames.stream(text, from);
        }
    },
    /** {@code cat -n}, {@code nl}, {@code grep -n}: a number that rises from the first line of the log, see {@link LineNumbering} */
    NUMBER("line-numbers", false, false) {
        @Override
        int end(String text, int from) {
            return LineNumbering.end(text, from);
        }
    },
    /** {@code logs/a.log:12:text}: {@code grep} over several files, with or without {@code -n} */
    GREP("grep", false, true) {
        @Override
        int end(String text, int from) {
            return LineNumbering.endOfFile(text, from);
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from, LineNumbering.endOfName(text, from));
        }
    },
    /** {@code srun -l}, {@code flux run --label-io}: <code>   0: </code>, padded to the widest rank. */
    SRUN("srun-l", false, true) {
        @Override
        int end(String text, int from) {
            int colon = digits(text, spaces(text, from), 1, 7);
            return at(text, colon) != ':' ? -1 : behindSpace(text, colon + 1);
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(spaces(text, from), text.indexOf(':', from));
        }
    },
    /** {@code [rank 0] }, {@code [rank0]: }, {@code [default0]:}, {@code [0] }: torchrun, Hydra, Modal */
    RANK("rank", false, true) {
        @Override
        int end(String text, int from) {
            if (at(text, from) != '[') {
                return -1;
            }
            int begin = from + 1;
            for (var word : new String[]{"rank ", "rank", "default"}) {
                int behind = word(text, begin, word);
                if (behind >= 0) {
                    begin = behind;
                    break;
                }
            }
            int close = word(text, digits(text, begin, 1, 7), "]");
            if (close < 0) {
                return -1;
            }
            int colon = at(text, close) == ':' ? close + 1 : close;
            boolean torchrun = colon > close && text.startsWith("default", from + 1);
            int end = torchrun ? colon : behindSpace(text, colon);
            return OWN.stream().anyMatch(words -> text.startsWith(words, end)) ? -1 : end;
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from + 1, text.indexOf(']', from));
        }
    },
    TIME("timestamps", false, false) {
        @Override
        int end(String text, int from) {
            return Timestamps.any(text, from);
        }
    },
    /** Seconds or milliseconds since 1970, without brackets */
    EPOCH("timestamps", false, false) {
        @Override
        int end(String text, int from) {
            return Timestamps.bareEpoch(text, from);
        }
    },
    /** {@code svc-1  | }: docker compose */
    COMPOSE("compose", false, true) {
        @Override
        int end(String text, int from) {
            int name = Math.max(from, identifier(text, from));
            int bar = spaces(text, name);
            return at(text, bar) != '|' || PrefixNames.isNumber(text, from, name) || at(text, bar - 1) != ' '
                    ? -1
                    : behindSpace(text, bar + 1);
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from, identifier(text, from));
        }
    },
    /** {@code pod container text}: stern; the name of a pod contains a hyphen. */
    STERN("stern", false, true) {
        @Override
        int end(String text, int from) {
            int pod = PrefixNames.kubernetesName(text, from);
            if (pod < 0 || at(text, pod) != ' ' || text.substring(from, pod).indexOf('-') < 0) {
                return -1;
            }
            int container = PrefixNames.kubernetesName(text, at(text, pod + 1) == '›' ? pod + 3 : pod + 1);
            return container < 0 ? -1 : behindSpace(text, container);
        }
    },
    /** {@code node-1: text}: pdsh, clush, parallel-ssh */
    HOST("host", false, true) {
        @Override
        int end(String text, int from) {
            int colon = identifier(text, from);
            return at(text, colon) != ':' || !PrefixNames.hasDigit(text, from, colon) || !Scan.isLetter(at(text, from))
                    ? -1
                    : behindSpace(text, colon + 1);
        }

        @Override
        String writer(String text, int from, int end) {
            return text.substring(from, identifier(text, from));
        }
    },
    /** Marks of a logging framework, see {@link LogLevel}. */
    LEVEL("logging", false, false) {
        @Override
        int end(String text, int from) {
            return LogLevel.end(text, from);
        }
    },
    /** {@code > text}: a quotation in an issue or a mail. */
    QUOTE("quote", false, false) {
        @Override
        int end(String text, int from) {
            return at(text, from) != '>' ? -1 : behindSpace(text, from + 1);
        }
    },
    /** {@code - 1024 …}, {@code - # …}: a list item, as some pages show the lines of a table; items of YAML look different. */
    ITEM("list", false, false) {
        @Override
        int end(String text, int from) {
            int end = at(text, from) != '-' ? -1 : behindSpace(text, from + 1);
            boolean ofTable = at(text, end) == '#' || at(text, end) == ' ' || Scan.isDigit(at(text, end));
            return ofTable ? end : -1;
        }
    };

    /** Beginnings of lines to which the programs themselves add a rank in brackets: DeepEP, NCCL, Intel MPI. */
    private static final List<String> OWN = List.of("Dispatch ", "NCCL ", "MPI startup()");

    private final String id;
    private final boolean certain;
    private final boolean namesWriter;

    Prefix(String id, boolean certain, boolean namesWriter) {
        this.id = id;
        this.certain = certain;
        this.namesWriter = namesWriter;
    }

    /** Returns the index after this prefix if it begins at {@code from}; -1 if it does not. Never throws. */
    abstract int end(String text, int from);

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

    boolean namesWriter() {
        return namesWriter;
    }

    /** Returns the writer named in a prefix that was found and names one. */
    String writer(String text, int from, int end) {
        return text.substring(from, end).strip();
    }
}

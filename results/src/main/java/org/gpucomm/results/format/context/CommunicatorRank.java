package org.gpucomm.results.format.context;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A rank of a communicator, from a line of the library's log: {@code host:pid:tid [dev] NCCL INFO comm 0x… rank 3 nranks 16 …}.
 *
 * @param communicator id of the communicator, which newer libraries print; otherwise empty
 * @param ranks        number of ranks in the communicator
 */
public record CommunicatorRank(String host, String communicator, int rank, int ranks) {

    private static final Pattern LINE = Pattern.compile("(?<![\\w.-])([\\w.-]+):\\d+:\\d+ (?:\\[\\d+\\] )?[NR]CCL INFO "
            + ".{0,200}?\\bcomm \\S+ rank (\\d{1,7}) n[Rr]anks (\\d{1,7})\\b(?:.{0,400}\\bcommId (\\w+))?");

    static @Nullable CommunicatorRank in(String line) {
        if (!line.contains(" nranks ") && !line.contains(" nRanks ")) {
            return null;
        }
        var matcher = LINE.matcher(line);
        return matcher.find()
                ? new CommunicatorRank(matcher.group(1), matcher.group(4) == null ? "" : matcher.group(4),
                        Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)))
                : null;
    }
}

package org.gpucomm.results.format;

import java.util.List;
import java.util.Random;

/** What may become of a line in a log that somebody kept: damage at random places, the same for the same seed. */
final class OddLines {

    /** What is put in place of a number, or of any other word or cell. */
    static final List<String> ODD = List.of("", " ", "0", "00", "007", "+5", "-1", "-0", "1.", ".5", ".",
            "1..2",
            "1e5", "1E+400", "nan", "inf", "N/A", "n/a", "12,5", "1\t2", "99999999999999999999", "2147483648",
            "0.00000000000000000000001", "123456789012345.75", "\u00E9", "\u00A0", "\u001B[1m7\u001B[0m", "#", "\"",
            "\"7\"",
            "a\"b", "!x", "~", "\u007F", "x y", " x", "x ", "[1,0]<stdout>:", "node-0:1:1 [0] NCCL INFO x", "none",
            "sum",
            "float", "half", "Float", "in_place", "out_of_place", "sideways", "all_gather", "source", "20",
            "2026-07-01",
            "{\"log\":\"x\"}", "}", "10:11:12", "7:");

    private OddLines() {}

    /** With one of its words, or its ends, another. */
    static String damaged(String line, Random random) {
        var words = line.split("(?<=\\S)(?=\\s)|(?<=\\s)(?=\\S)");
        int word = random.nextInt(words.length);
        switch (random.nextInt(6)) {
            case 0 -> words[word] = anyOf(ODD, random);
            case 1 -> words[word] += anyOf(ODD, random);
            case 2 -> words[word] = "  ";
            case 3 -> {
                return line.substring(0, random.nextInt(line.length() + 1));
            }
            case 4 -> {
                return anyOf(ODD, random) + line;
            }
            default -> {
                return line.strip()
                        + anyOf(List.of("  7.5", " Ring Simple 8", " 2026-07-01 10:11:12", "\t", "  "), random);
            }
        }
        return String.join("", words);
    }

    /** The line and its end; sometimes something between lines. */
    static String ended(String line, Random random, int odd) {
        if (random.nextInt(100) >= odd) {
            return line + "\n";
        }
        return line
                + anyOf(List.of("\r\n", "\n\n", "\r", "", "\n#\n", "\n[1,0]<stdout>:\n", "\n# x\n", "\n \n"), random);
    }

    static <T> T anyOf(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}

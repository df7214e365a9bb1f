package org.gpucomm.runner.nccl;

import picocli.CommandLine.Option;

/**
 * Options of nccl-tests that scripts give and that mean something here only if they are 0. Anything else is refused, since
 * what would be measured is not what was asked for. A picocli mixin.
 */
final class OtherOptions {

    @Option(names = {"-y", "--stream_null"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int nullStream;

    @Option(names = {"-C", "--report_cputime"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int processorTime;

    @Option(names = {"-u", "--unalign"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int unaligned;

    /** @throws IllegalArgumentException naming the option that cannot be used, and what is so instead */
    void check() {
        refuse("--stream_null", nullStream, "each GPU has a stream of its own");
        refuse("--report_cputime", processorTime, "an operation is timed until the GPUs are done");
        refuse("--unalign", unaligned, "buffers are aligned");
    }

    private static void refuse(String option, int value, String instead) {
        if (value != 0) {
            throw new IllegalArgumentException(
                    option + " " + value + " is nccl-tests' and not gpucomm's: " + instead);
        }
    }
}

package org.gpucomm.runner.nccl;

import picocli.CommandLine.Option;

/**
 * Options of nccl-tests that are accepted only with the value 0, for scripts that pass them. Other values are refused, because they would
 * measure something else. A picocli mixin.
 */
final class OtherOptions {

    @Option(names = {"-y", "--stream_null"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int nullStream;

    @Option(names = {"-C", "--report_cputime"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int processorTime;

    @Option(names = {"-u", "--unalign"}, paramLabel = "0", defaultValue = "0", hidden = true)
    private int unaligned;

    /** Throws an {@link IllegalArgumentException} if an option is not 0, with a message about what gpucomm does instead. */
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

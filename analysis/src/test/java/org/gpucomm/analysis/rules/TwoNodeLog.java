package org.gpucomm.analysis.rules;

/** A log of nccl-tests on two nodes of GH200, with what NCCL says in it. */
final class TwoNodeLog {

    private TwoNodeLog() {}

    /** @param lines of NCCL, each with its end */
    static String with(String lines) {
        return """
                # nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803
                # Collective test starting: all_reduce_perf
                # nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                #
                # Using devices
                #  Rank  0 Group  0 Pid 101 on      node1 device  0 [000f:01:00] NVIDIA GH200 120GB
                #  Rank  1 Group  0 Pid 102 on      node2 device  0 [000f:01:00] NVIDIA GH200 120GB
                LINES#
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                     1048576        262144     float     sum      -1    339.6    3.09    3.09       0    335.8    3.12    3.12       0
                     2097152        524288     float     sum      -1    355.5    5.90    5.90       0    361.7    5.80    5.80       0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 4.4775
                """
                .replace("LINES", lines);
    }
}

package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstSentenceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Send with MPI reaches 24 GB/s at 4 MiB: 96 % of what one port of 200 Gbit/s carries (25 GB/s), as usual there. | \
            Send with MPI reaches 24 GB/s at 4 MiB. That is 96 % of what one port of 200 Gbit/s carries (25 GB/s), as usual there.
            All-Reduce with NCCL on 80 GPUs of 10 nodes reaches 345 GB/s at 1 GiB, no more than 7 ports of 400 Gbit/s carry. | \
            All-Reduce with NCCL on 80 GPUs of 10 nodes reaches 345 GB/s at 1 GiB. That is no more than 7 ports of 400 Gbit/s carry.
            Write takes 2 times as long in the mean (8 ms) as at its shortest (4 ms; longest 9 ms): few calls that hang make it. | \
            Write takes 2 times as long in the mean (8 ms) as at its shortest (4 ms; longest 9 ms). Few calls that hang make it.
            All-Reduce with NCCL on 8 GPUs is held back by node-a at 1 GiB, node-b at 2 GiB and node-c at 4 GiB: node-7. | \
            All-Reduce with NCCL on 8 GPUs is held back by node-a at 1 GiB, node-b at 2 GiB and node-c at 4 GiB: node-7.
            All-to-All (host) with NVSHMEM loses 75 to 78 % of its bandwidth from 64 MiB to 128 MiB on 16 to 256 GPUs. More. | \
            All-to-All (host) with NVSHMEM loses 75 to 78 % of its bandwidth from 64 MiB to 128 MiB. That holds on 16 to 256 GPUs. More.
            Rank 5 of 16 holds all others back by 4 %: it is late. | Rank 5 of 16 holds all others back by 4 %: it is late.
            """)
    void whatFollowsTheFirstClauseOfALongSentenceIsTheSecond(String text, String shortened) {
        assertThat(FirstSentence.shortened(text)).isEqualTo(shortened);
    }
}

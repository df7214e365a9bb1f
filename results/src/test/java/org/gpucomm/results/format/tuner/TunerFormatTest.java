package org.gpucomm.results.format.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class TunerFormatTest {

    @Test
    void choicesAreFactsAndNoRows() throws Exception {
        var reading = Reading.ofSample("ofi-tuner-decisions/p5en.txt");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).isEmpty();
        assertThat(reading.entries()).filteredOn(Entry.Note.class::isInstance)
                .flatExtracting(entry -> ((Entry.Note) entry).facts()).extracting(Entry.Fact::value).containsExactly(
                        "collective=AllReduce message_size=1048576 ranks=64 nodes=8 platform=p5en.48xlarge "
                                + "algo=NVLS_TREE proto=SIMPLE nchannels=16",
                        "collective=AllReduce message_size=16777216 ranks=64 nodes=8 platform=p5en.48xlarge "
                                + "algo=RING proto=LL128 nchannels=16",
                        "collective=AllGather message_size=268435456 ranks=64 nodes=8 platform=p5en.48xlarge "
                                + "algo=PAT proto=SIMPLE nchannels=8");
    }

    /** As the program prints it since its index is nodes, ranks and size, its names on a line below. */
    @Test
    void theIndexMayHaveNamesAndRepeatItself() throws Exception {
        var reading = Reading.ofSample("ofi-tuner-decisions/indexed.txt");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.entries()).filteredOn(Entry.Note.class::isInstance)
                .flatExtracting(entry -> ((Entry.Note) entry).facts()).extracting(Entry.Fact::value).containsExactly(
                        "collective=AllGather message_size=64 ranks=32 nodes=4 platform=P5en algo=Ring proto=Ll "
                                + "nchannels=0.0",
                        "collective=AllGather message_size=64 ranks=32 nodes=4 platform=P5 algo=Ring proto=Ll "
                                + "nchannels=0.0",
                        "collective=AllGather message_size=2097153 ranks=32 nodes=4 platform=P5en algo=Ring "
                                + "proto=Ll128 nchannels=0.0",
                        "collective=AllReduce message_size=64 ranks=32 nodes=4 platform=P5en algo=Nvls_Tree "
                                + "proto=Simple nchannels=0.0");
    }
}

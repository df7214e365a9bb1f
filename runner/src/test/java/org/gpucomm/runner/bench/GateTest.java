package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.StreamGate;
import org.gpucomm.runner.rig.MissingException;
import org.junit.jupiter.api.Test;

/** Work behind a gate begins when the host opens it. */
class GateTest {

    private static final int LATE_MILLIS = 200;

    @Test
    void whatTheHostNeedsToQueueABatchIsNoPartOfItsTime() throws Exception {
        var search = new LibrarySearch(FakeGpus.shared().environment(), Path.of("/"));
        try (var device = MissingException.required(Cuda.load(search)).open(0)) {
            assertThat(microsBetweenMarks(device, false)).isGreaterThan(LATE_MILLIS * 1000 * 0.9);
            assertThat(microsBetweenMarks(device, true)).isLessThan(LATE_MILLIS * 1000 / 2);
        }
    }

    private static double microsBetweenMarks(Device device, boolean held) throws InterruptedException {
        try (var stream = device.stream();
                var from = device.event();
                var to = device.event();
                var gate = new StreamGate(device)) {
            if (held) {
                gate.close(stream);
            }
            from.record(stream);
            while (!held && !stream.idle()) {
                Thread.onSpinWait();
            }
            Thread.sleep(LATE_MILLIS);
            to.record(stream);
            gate.open();
            while (!stream.idle()) {
                Thread.onSpinWait();
            }
            return to.microsSince(from);
        }
    }
}

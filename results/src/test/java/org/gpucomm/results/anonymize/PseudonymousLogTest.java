package org.gpucomm.results.anonymize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

class PseudonymousLogTest {

    @Test
    void aHostIsTheSamePseudonymWhereverItStands() throws Exception {
        assertThat(replaced("""
                starting on alpha-07 and beta-01
                #  Rank  0 Group  0 Pid   4000 on   alpha-07 device  0 [0000:1b:00] NVIDIA H100
                #  Rank  8 Group  0 Pid   4000 on    beta-01 device  0 [0000:1b:00] NVIDIA H100
                alpha-07:4000:4012 [0] NCCL INFO Bootstrap : Using eth0:10.1.2.3<0>
                alpha-070 is another, and so is alpha_07x
                """)).isEqualTo("""
                starting on host-1 and host-2
                #  Rank  0 Group  0 Pid   4000 on   host-1 device  0 [0000:1b:00] NVIDIA H100
                #  Rank  8 Group  0 Pid   4000 on    host-2 device  0 [0000:1b:00] NVIDIA H100
                host-1:4000:4012 [0] NCCL INFO Bootstrap : Using eth0:host-3<0>
                alpha-070 is another, and so is alpha_07x
                """);
    }

    @Test
    void launchersPodsAndClustersAreKnown() throws Exception {
        assertThat(replaced("[gpu-a3:1234] failed\n")).isEqualTo("[host-1:1234] failed\n");
        assertThat(replaced("[pod/train-worker-0/nccl] # nThread 1\n")).isEqualTo("[pod/host-1/nccl] # nThread 1\n");
        assertThat(replaced("train-worker-0 # nThread 1\n")).isEqualTo("host-1 # nThread 1\n");
        assertThat(replaced("+ mpirun --host n01:8,n02:8 -np 16\n"))
                .isEqualTo("+ mpirun --host host-1:8,host-2:8 -np 16\n");
        assertThat(replaced("SLURM_NODELIST=n01,n02\n")).isEqualTo("SLURM_NODELIST=host-1,host-2\n");
        assertThat(replaced("saw ip-10-0-1-9.us-west-2.compute.internal and ip-10-0-1-9 again\n"))
                .isEqualTo("saw host-1 and host-1 again\n");
    }

    @Test
    void whatIsNoNameStays() throws Exception {
        var text = """
                # nccl-tests version 2.18.3 nccl-headers=22907 nccl-library=22907
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                NCCL version 2.29.7+cuda13.0
                host: device
                driver 580.159.04, libfabric 1.22.0amzn5.0
                        1024           256     float     sum      -1    12.15    0.08    0.08       0
                """;
        assertThat(replaced(text)).isEqualTo(text);
    }

    @Test
    void everyOtherByteComesOutAsItWentIn() throws Exception {
        var bytes = new byte[70_000];
        new java.util.Random(7).nextBytes(bytes);
        bytes[0] = '#';
        var read = PseudonymousLog.of(new ByteArrayInputStream(bytes)).readAllBytes();
        assertThat(read).isEqualTo(bytes);
    }

    @Test
    void namesInTheNameOfTheFileAreReplacedToo() throws Exception {
        var log = PseudonymousLog.of(gzipped("[gpu-a3:1234] x\n"));
        assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("[host-1:1234] x\n");
        assertThat(log.filename("all_reduce-gpu-a3.log.gz")).isEqualTo("all_reduce-host-1.log");
    }

    @Test
    void archivesAreRefusedWithAWayOut() {
        assertThatThrownBy(() -> PseudonymousLog.of(new ByteArrayInputStream(new byte[]{'P', 'K', 3, 4, 0, 0})))
                .isInstanceOf(UnsupportedLog.class).hasMessageContaining("unpack it");
        var sevenZip = new byte[]{'7', 'z', (byte) 0xBC, (byte) 0xAF, 0x27, 0x1C};
        assertThatThrownBy(() -> PseudonymousLog.of(new ByteArrayInputStream(sevenZip)))
                .isInstanceOf(UnsupportedLog.class).hasMessageContaining("make it a zip or a tar");
    }

    @Test
    void utf16IsRefusedWithAndWithoutAMark() {
        var text = "node-abc01:4000:4012 [0] NCCL INFO Bootstrap : Using eth0:10.1.2.3<0>\n".repeat(30);
        for (var charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            assertThatThrownBy(() -> PseudonymousLog.of(new ByteArrayInputStream(text.getBytes(charset))))
                    .isInstanceOf(UnsupportedLog.class).hasMessageContaining("iconv");
        }
    }

    private static String replaced(String text) throws IOException, UnsupportedLog {
        return new String(
                PseudonymousLog.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream gzipped(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}

package org.gpucomm.analysis.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;

/** Logs from elsewhere, where they are there, give as many curves as they have. */
class CorpusCurvesTest {

    private static final Path CORPUS = Path.of("../../shared/corpus");

    /**
     * Curves of each log: two where a tool measures out-of-place and in-place, one for each operation, variant, type and number of
     * ranks, and one for each cell of a matrix. DeepEP's sweep has one for each chunk size that it tries and one for what it calls the
     * best. A run that a log holds again is a curve of its own, since runs are.
     */
    private static final Map<String, Integer> CURVES = """
            csv/crazyguitar-jacobi.csv 28
            csv/crazyguitar-nccl_all_gather.csv 10
            csv/crazyguitar-nccl_all_reduce.csv 10
            csv/crazyguitar-nccl_alltoall.csv 10
            csv/crazyguitar-nvshmem_alltoall_device.csv 5
            csv/crazyguitar-nvshmem_alltoall_host.csv 5
            deepep/SYN-internode-2025-07-transmit-notify.log 6
            deepep/SYN-v2-elastic-test_ep.log 10
            deepep/h200-p5en-intranode-2025-09.log 52
            deepep/low-latency-8gpu-balanced.log 5
            fabtests/SYN-named-rows.log 1
            fabtests/efa-p5-fi_rma_bw.log 1
            fabtests/modal-fi_pingpong-rankprefix.log 2
            jacobi/REC-p5-all-variants-csv.log 16
            jacobi/SYN-csv-odd-variants.log 5
            jacobi/gke-v100-mpi-16gpu-5runs.log 5
            jacobi/gke-v100-mpi-64gpu-5runs.log 5
            libefaxx/REC-p5-all2all.log 5
            libefaxx/REC-p5-sendrecv.log 2
            libefaxx/SYN-ipc.log 4
            nccl-info/a100x16-efa-2021.log 2
            nccl-info/p5-16xh100-nccl2203.log.gz 2
            nccl-tests-json/SYN-v1-fixed-keys-2.18.json 2
            nccl-tests-json/SYN-v1-multi-gpu-per-process.json 2
            nccl-tests-json/SYN-v1-truncated-crash.json 2
            nccl-tests-json/SYN-v3-per-iter-2.19.6.json 2
            nccl-tests/a100x8-2021-allgather.log 2
            nccl-tests/a100x8-2021-allreduce.log 2
            nccl-tests/a100x8-2021-alltoall.log 2
            nccl-tests/a100x8-2021-broadcast.log 2
            nccl-tests/a100x8-2021-reduce.log 2
            nccl-tests/a100x8-2021-reducescatter.log 2
            nccl-tests/alps-gh200-cxi-plugin.log 2
            nccl-tests/alps-gh200-tcp-fallback.log 2
            nccl-tests/alps-sarus-suite.log 2
            nccl-tests/aws-batch-tagoutput.log 2
            nccl-tests/compose-a6000-1gpu.log 2
            nccl-tests/dgxc-h100.log 2
            nccl-tests/eks-karpenter-a.log 2
            nccl-tests/eks-karpenter-b.log 2
            nccl-tests/flux-k8s-v100x32.log 10
            nccl-tests/gcp-a3mega-16xh100-fork.log 2
            nccl-tests/gcp-a3mega-tcpxo-h100.log 2
            nccl-tests/gh200-slingshot-wrong-data.log 2
            nccl-tests/h100-pair-concat-complete.log 4
            nccl-tests/h100-pair-concat-truncated.log 2
            nccl-tests/h100x80-10node.log 10
            nccl-tests/ibex-docs-no-hash.log 2
            nccl-tests/p4de-p5-triton-guide-tagoutput.log 2
            nccl-tests/p5-16xh100-debuginfo-nccl2223-tuner.log.gz 2
            nccl-tests/p5-16xh100-debuginfo-nccl2223.log.gz 2
            nccl-tests/polaris-a100x512-allgather.log 2
            nccl-tests/srun-l-gh200x2048-oob-FAILED.log.gz 2
            nccl-tests/srun-l-gh200x32-oob-FAILED.log 2
            nccl-tests/srun-l-gh200x8-ok.log 2
            nccl-tests/srun-l-p5-2node-b.log 2
            nccl-tests/srun-l-p5-2node-noavg.log 2
            nccl-tests/v100-4gpu-NA-noise.log 2
            nccl-tests/v100-4rank-optcast-nccl.log 2
            nccl-tests/v100-4rank-optcast-nsplit.log 2
            nccl-tests/v100-4rank-optcast-plugin.log 2
            nvbandwidth-json/SYN-v0.8-waived-duplicate.json 6
            nvbandwidth/a100x8-partial.log 4
            nvbandwidth/readme-d2d-write.log 64
            nvshmem/SYN-machine-readable-PERF.log 2
            nvshmem/SYN-v1.0-put_bw-plain.log 1
            nvshmem/SYN-v2.x-3.0-box-put_bw.log 1
            nvshmem/SYN-v3.1.7-put_bw-MISLABELLED.log 1
            nvshmem/SYN-v3.3-put_bw-flat.log 1
            nvshmem/alps-gh200x8-alltoall-latency-3x.log 6
            osu/flux-gke-latency-28pairs.log 28
            osu/pcluster-p5-allreduce.log 1
            osu/pcluster-p5-latency.log 1
            osu/v571-intelmpi-allreduce.log 1
            osu/v571-intelmpi-alltoall.log 1
            osu/v571-intelmpi-barrier.log 1
            osu/v571-intelmpi-bibw.log 1
            osu/v571-intelmpi-bw.log 1
            osu/v571-intelmpi-iallreduce.log 1
            osu/v571-intelmpi-latency.log 1
            osu/v571-intelmpi-mbw_mr.log 1
            osu/v571-intelmpi-multi_lat.log 1
            osu/v571-intelmpi-put_bw.log 1
            osu/v59-bibw-ibex.log 1
            osu/v70-rocm-bw-mi250.log 7
            osu/v75-cuda-alltoall.log 1
            osu/v75-cuda-bw-validation.log 1
            perftest/SYN-out-json-valid-2024.json 1
            perftest/azure-ib-bw-1.log 1
            perftest/azure-ib-send-lat.log 1
            perftest/ib-loopback-all-interleaved.log 1
            perftest/oci-b200-write-bw.log 1
            perftest/spark-cx7-write-bw-a.log 1
            rccl-tests/SYN-algo-proto-channels-columns.log 2
            rccl-tests/lumi-mi100-2rank-old.log 2
            ucx/SYN-final-line-and-header.log 1
            wrapped/DER-ansi-colour.log 2
            wrapped/DER-bom-utf8.log 2
            wrapped/DER-crlf-gz.log.gz 2
            wrapped/DER-crlf.log 2
            wrapped/DER-docker-compose.log 2
            wrapped/DER-eight-formats-in-one-log.log 78
            wrapped/DER-ompi4-tag.log 2
            """.lines().map(line -> line.strip().split(" ")).collect(Collectors.toMap(words -> words[0],
            words -> Integer.valueOf(words[1])));

    @Test
    void rowsThatDifferInSizeAndInWhatWasMeasuredOnlyLieOnOneCurve() throws Exception {
        assumeTrue(Files.isDirectory(CORPUS), "no collection of real logs beside the checkout");
        var found = new TreeMap<String, Integer>();
        try (var files = Files.walk(CORPUS)) {
            for (var file : files.filter(Files::isRegularFile).filter(path -> !path.toString().endsWith(".source.txt"))
                    .filter(path -> !Files.exists(path.resolveSibling("expected.csv")))
                    .toList()) {
                int curves = curves(file);
                if (curves > 0) {
                    found.put(CORPUS.relativize(file).toString(), curves);
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderEntriesOf(CURVES);
    }

    private static int curves(Path file) throws IOException {
        record Curve(int section, SeriesKey key) {}
        var curves = new HashSet<Curve>();
        try (var log = LogReader.open(Files.newInputStream(file), String.valueOf(file.getFileName()))) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                if (entry instanceof Entry.Row row) {
                    row.measurements().forEach(measurement -> curves
                            .add(new Curve(measurement.section(), SeriesKey.of(measurement, Circumstances.UNKNOWN))));
                }
            }
        } catch (UnreadableFile e) {
            return 0;
        }
        return curves.size();
    }
}

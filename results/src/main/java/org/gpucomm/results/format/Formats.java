package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Format.Parser;
import org.gpucomm.results.format.context.ContextLine;
import org.gpucomm.results.format.bandwidthtest.BandwidthTestParser;
import org.gpucomm.results.format.bench.BenchTableParser;
import org.gpucomm.results.format.canonical.CanonicalParser;
import org.gpucomm.results.format.canonical.JsonLinesParser;
import org.gpucomm.results.format.deepep.DeepepParser;
import org.gpucomm.results.format.fabtests.FabtestsParser;
import org.gpucomm.results.format.customtable.CustomTableParser;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.TablesParser;
import org.gpucomm.results.format.jacobi.JacobiParser;
import org.gpucomm.results.format.json.NcclTestsDocument;
import org.gpucomm.results.format.json.NvbandwidthDocument;
import org.gpucomm.results.format.json.PerftestDocument;
import org.gpucomm.results.format.json.ReadinessDocument;
import org.gpucomm.results.format.imb.ImbParser;
import org.gpucomm.results.format.mscclpp.MscclppParser;
import org.gpucomm.results.format.nccom.NccomParser;
import org.gpucomm.results.format.nixl.CtPerftestParser;
import org.gpucomm.results.format.nixl.NixlbenchParser;
import org.gpucomm.results.format.p2p.P2pParser;
import org.gpucomm.results.format.transferbench.TransferBenchParser;
import org.gpucomm.results.format.rocmbandwidth.RocmBandwidthParser;
import org.gpucomm.results.format.deepspeed.DeepspeedParser;
import org.gpucomm.results.format.deepspeed.DsBenchParser;
import org.gpucomm.results.format.hccl.HcclDemoParser;
import org.gpucomm.results.format.torchbench.AllReduceBenchParser;
import org.gpucomm.results.format.torchbench.LoopParser;
import org.gpucomm.results.format.rccloutput.RcclOutputParser;
import org.gpucomm.results.format.gloo.GlooParser;
import org.gpucomm.results.format.inspector.InspectorParser;
import org.gpucomm.results.format.inspector.InspectorPrometheusParser;
import org.gpucomm.results.format.tuner.TunerParser;
import org.gpucomm.results.format.ucc.UccParser;
import org.gpucomm.results.format.libefaxx.LibefaxxCsvParser;
import org.gpucomm.results.format.lines.ResultLineParser;
import org.gpucomm.results.format.libefaxx.LibefaxxParser;
import org.gpucomm.results.format.nccltests.NcclTestsParser;
import org.gpucomm.results.format.nvbandwidth.NvbandwidthParser;
import org.gpucomm.results.format.nvshmem.NvshmemParser;
import org.gpucomm.results.format.osu.OsuParser;
import org.gpucomm.results.format.perftest.PerftestParser;
import org.gpucomm.results.format.readiness.ReadinessReportParser;
import org.gpucomm.results.format.study.StudyParser;
import org.gpucomm.results.format.ucx.UcxParser;
import org.jspecify.annotations.Nullable;

/**
 * All formats, the strictest first. The first format that recognises the head of a file reads the whole file; if none does, each section is
 * read by the first format that knows its beginning.
 */
public final class Formats {

    /** Finds the operation named in a line above a custom table; null if the line names none. */
    static final Function<String, @Nullable Operation> HEADINGS = line -> ContextLine.of(line).operation();

    private static final List<Format> KNOWN = List.of(
            file("gpucomm-csv", 5, "gpucomm's own CSV, as written by gpucomm convert",
                    CanonicalParser::recognises, log -> new CanonicalParser()),
            file("gpucomm-jsonl", 5, "gpucomm's own JSON lines, as written by gpucomm convert and gpucomm bench",
                    JsonLinesParser::recognises, log -> new JsonLinesParser()),
            file("study-csv", 2,
                    "CSV tables of the EFA study: GPUs, size(MB), algbw(GB/s) …, or Experiment, GPUs, Time(sec) …",
                    StudyParser::recognises, StudyParser::new),
            file("libefaxx-csv", 2,
                    "CSV tables of Libefaxx: Size, then <Name> (Gbps) and <Name> Lat(us) for each variant",
                    LibefaxxCsvParser::recognises, LibefaxxCsvParser::new),
            file("rccl-tests-csv", 2, "CSV that rccl-tests writes with -Z csv", RcclOutputParser::recognises,
                    RcclOutputParser::new),
            sections("mscclpp-test", 1, "output of MSCCL++'s mscclpp-test: allreduce_test_perf and its kin",
                    MscclppParser::begins, MscclppParser::new),
            sections("nccl-tests", 18, "text output of nccl-tests and rccl-tests: all_reduce_perf and its kin",
                    NcclTestsParser::begins, NcclTestsParser::new),
            sections("gpucomm-bench", 1, "the table that gpucomm bench prints of families other than nccl",
                    BenchTableParser::begins, BenchTableParser::new),
            sections("osu", 6, "output of the OSU micro-benchmarks: osu_bw, osu_latency, osu_allreduce and their kin",
                    OsuParser::begins, OsuParser::new),
            sections("perftest", 5,
                    "tables of linux-rdma perftest: ib_write_bw, ib_send_lat, raw_ethernet_bw and their kin",
                    PerftestParser::begins, PerftestParser::new),
            sections("fabtests", 3,
                    "output of libfabric's fabtests and fi_pingpong, with or without -m: fi_rma_bw, fi_rdm_pingpong and "
                            + "their kin",
                    FabtestsParser::begins, FabtestsParser::new),
            sections("ucx-perftest", 6, "output of UCX's ucx_perftest, as tables and as CSV (-v)",
                    UcxParser::begins, UcxParser::new),
            new Format("nccl-tests-json", 3, "JSON of nccl-tests (-J), all versions of it, whole or cut",
                    NcclTestsDocument::recognises, NcclTestsDocument::begins, NcclTestsDocument::parser),
            new Format("nvbandwidth-json", 1, "JSON of NVIDIA's nvbandwidth (-j)",
                    NvbandwidthDocument::recognises, NvbandwidthDocument::begins, NvbandwidthDocument::parser),
            new Format("perftest-json", 2,
                    "JSON of linux-rdma perftest (--out_json), with and without quotes round its names",
                    PerftestDocument::recognises, PerftestDocument::begins, PerftestDocument::parser),
            new Format("nvcre-json", 1, "JSON of NVIDIA's cluster readiness reports, also in their envelope",
                    ReadinessDocument::recognises, ReadinessDocument::begins, ReadinessDocument::parser),
            sections("nvcre-report", 1, "reports of NVIDIA's cluster readiness examination, as they are printed",
                    ReadinessReportParser::begins, ReadinessReportParser::new),
            sections("nvshmem-perftest", 5,
                    "output of NVSHMEM's perftest: shmem_put_bw, alltoall_latency, alltoall_on_stream and their kin",
                    NvshmemParser::begins, NvshmemParser::new),
            sections("imb", 5,
                    "output of the Intel MPI Benchmarks, IMB-MPI1, IMB-NBC, IMB-RMA, and of oneCCL's benchmark",
                    ImbParser::begins, ImbParser::new),
            sections("nixlbench", 2, "output of NIXL's nixlbench, and cloudai's CSV of it",
                    NixlbenchParser::begins, NixlbenchParser::new),
            sections("nixl-ct-perftest", 1, "tables of NIXL's sequential custom traffic test",
                    CtPerftestParser::begins, CtPerftestParser::new),
            sections("nccom-test", 3, "tables of AWS Neuron's nccom-test", NccomParser::begins, NccomParser::new),
            sections("p2p-bandwidth-latency", 4, "output of the CUDA sample p2pBandwidthLatencyTest",
                    P2pParser::begins, P2pParser::new),
            sections("transferbench", 4, "output of AMD's TransferBench", TransferBenchParser::begins,
                    TransferBenchParser::new),
            sections("rocm-bandwidth-test", 2, "output of AMD's rocm-bandwidth-test", RocmBandwidthParser::begins,
                    RocmBandwidthParser::new),
            sections("deepspeed-comms", 2, "summaries and lines of DeepSpeed's logger of communication",
                    DeepspeedParser::begins, DeepspeedParser::new),
            sections("ds-bench", 1, "tables of DeepSpeed's ds_bench", DsBenchParser::begins, DsBenchParser::new),
            sections("hccl-demo", 1, "output of hccl_demo, the benchmark of collectives on Intel Gaudi",
                    HcclDemoParser::begins, HcclDemoParser::new),
            sections("all-reduce-bench", 3, "output of all_reduce_bench.py, which measures through PyTorch",
                    AllReduceBenchParser::begins, AllReduceBenchParser::new),
            sections("torch-loop", 2, "tables of allreduce-loop.py, allgather-loop.py and their kin, through PyTorch",
                    LoopParser::begins, LoopParser::new),
            sections("result-lines", 4,
                    "results a line: PARAM's COMMS-RES, Google Benchmark, tinygrad, UCCL's P2P, Mooncake's transfer engine, RVS",
                    ResultLineParser::begins, ResultLineParser::new),
            sections("rccl-tests-json", 1, "JSON that rccl-tests writes with -Z json, an object a line",
                    RcclOutputParser::isObject, RcclOutputParser::new),
            new Format("nccl-inspector-json", 2, "JSON of NCCL's Inspector plugin: calls of single ranks",
                    InspectorParser::recognises, InspectorParser::begins, InspectorParser::new),
            sections("nccl-inspector-prometheus", 2, "Prometheus text of NCCL's Inspector plugin",
                    InspectorPrometheusParser::begins, InspectorPrometheusParser::new),
            sections("ofi-tuner-decisions", 1, "choices that aws-ofi-nccl's show-tuner-decisions prints; no results",
                    TunerParser::begins, TunerParser::new),
            sections("cuda-bandwidth-test", 1, "output of CUDA's sample bandwidthTest", BandwidthTestParser::begins,
                    BandwidthTestParser::new),
            sections("gloo-benchmark", 3, "output of Gloo's benchmark", GlooParser::begins, GlooParser::new),
            sections("ucc-perftest", 2, "output of UCC's ucc_perftest", UccParser::begins, UccParser::new),
            sections("jacobi", 3, "output of NVIDIA's multi-gpu-programming-models Jacobi programs, plain and -csv",
                    JacobiParser::begins, JacobiParser::new),
            sections("libefaxx", 4, "output of Libefaxx's experiments: sendrecv, write, all2all, proxy, ipc, queue",
                    LibefaxxParser::begins, LibefaxxParser::new),
            sections("deepep", 8,
                    "output of DeepEP's tests: test_intranode, test_internode, test_low_latency, elastic/test_ep, test_hybrid_ep",
                    DeepepParser::begins, DeepepParser::new),
            sections("nvbandwidth", 4, "text output of NVIDIA's nvbandwidth",
                    NvbandwidthParser::begins, NvbandwidthParser::new),
            table(log -> {
                throw new IllegalStateException("a table is read by a mapping of its columns");
            }));
    private static final List<Format> OF_SECTIONS = KNOWN.stream().filter(format -> format.begins() != null).toList();

    private Formats() {}

    public static List<Format> all() {
        return KNOWN;
    }

    /** Returns the format of whole files that begin with these lines. */
    static Optional<Format> ofFile(List<String> head) {
        return KNOWN.stream().filter(format -> format.recognises() != null && format.recognises().test(head))
                .findFirst();
    }

    static List<Format> ofSections() {
        return OF_SECTIONS;
    }

    /** Returns the format of custom tables with the header of this mapping. */
    static Format table(Mapping mapping) {
        return table(log -> new CustomTableParser(log, mapping));
    }

    /** Returns the format of a document that contains custom tables. */
    static Format tables(List<CustomTable> tables) {
        return table(log -> new TablesParser(log, tables, HEADINGS));
    }

    /** Returns whether the file is a custom table, which can only be read with a mapping. */
    static boolean isTable(Format format) {
        return format.id().equals(KNOWN.getLast().id());
    }

    /**
     * Returns the ids and versions of all formats: a text that changes whenever a parser or the order of detection reads some file
     * differently.
     */
    public static String version() {
        return KNOWN.stream().map(format -> format.id() + "/" + format.version()).collect(Collectors.joining(" "));
    }

    private static Format file(String id, int version, String description, Predicate<List<String>> recognises,
            Function<Log, Parser> opening) {
        return new Format(id, version, description, recognises, null, opening);
    }

    private static Format sections(String id, int version, String description, Predicate<String> begins,
            Function<Log, Parser> opening) {
        return new Format(id, version, description, null, begins, opening);
    }

    static Format table(Function<Log, Parser> opening) {
        return file("csv", 14, "any table, also in prose or Markdown, with columns of sizes and of times or bandwidths",
                CustomTableParser::recognises, opening);
    }
}

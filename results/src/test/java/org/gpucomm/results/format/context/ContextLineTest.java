package org.gpucomm.results.format.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Tuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextLineTest {

    private static final String PREFIX = "node-a:25:31 [0] NCCL INFO ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "NCCL version 2.22.3+cuda12.2 | nccl_version | 2.22.3+cuda12.2",
            "cudaDriverVersion 12020 | cuda_driver_version | 12020",
            "Using network AWS Libfabric | network | AWS Libfabric",
            "NET/OFI Initializing aws-ofi-nccl 1.9.2-aws | ofi_plugin | 1.9.2-aws",
            "NET/OFI Using aws-ofi-nccl 1.5.0aws | ofi_plugin | 1.5.0aws",
            "NET/OFI Selected Provider is efa (found 32 nics) | provider | efa",
            "NET/OFI Using Libfabric version 1.22 | libfabric_version | 1.22",
            "NET/OFI Using transport protocol RDMA | transport_protocol | RDMA",
            "NET/OFI Running on p5.48xlarge platform, Setting NCCL_TOPO_FILE | instance_type | p5.48xlarge",
            "NVLS multicast support is not available on dev 0 | nvls | not available",
            "comm 0x55 rank 3 nranks 16 cudaDev 3 busId 1c0 - Init COMPLETE | ranks | 16",
            "comm 0x55 rank 0 nRanks 16 nNodes 2 localRanks 8 localRank 0 MNNVL 0 | nodes | 2",
            "NCCL_P2P_NET_CHUNKSIZE set by environment to 524288. | env:NCCL_P2P_NET_CHUNKSIZE | 524288",
            "Channel 01/0 : 7[7] -> 8[0] [send] via NET/IBext/1/GDRDMA | transport_between_nodes | NET/IBext"})
    void theLibrarysLogTells(String message, String name, String value) {
        assertThat(ContextLine.of(PREFIX + message).facts()).contains(new Fact(name, value));
    }

    @Test
    void aChoiceIsReadInOldAndNewWords() {
        assertThat(
                ContextLine.of(PREFIX + "AllReduce: 4096 Bytes -> Algo TREE proto LL channel{Lo..Hi}={0..1}").tuning())
                .isEqualTo(new Tuning("AllReduce", 4096, NamedValues.parse("algo=TREE;proto=LL;channels=2")));
        assertThat(ContextLine.of(PREFIX + "AllGather: 4096 Bytes -> Algo 1 proto 2 time 33.25").tuning())
                .isEqualTo(new Tuning("AllGather", 4096, NamedValues.parse("algo=RING;proto=SIMPLE")));
        assertThat(ContextLine.of(PREFIX + "4096 Bytes -> Algo 4 proto 1 time 33.25").tuning())
                .isEqualTo(new Tuning("", 4096, NamedValues.parse("algo=NVLS;proto=LL128")));
        assertThat(ContextLine.of(PREFIX + "4096 Bytes -> Algo 99 proto 1 time 33.25").tuning()).isNull();
        assertThat(ContextLine.of(PREFIX
                + "AllReduce [Symmetric]: 1024 Bytes -> Kernel AllReduce_RSxLD_AGxST nchannels 8 nthreads 512 nWorks 1")
                .tuning()).isEqualTo(new Tuning("AllReduce", 1024,
                        NamedValues.parse("algo=SYMMETRIC;kernel=AllReduce_RSxLD_AGxST;channels=8")));
        assertThat(ContextLine
                .of(PREFIX + "AllGather [Copy Engine]: 4194304 Bytes -> cudaMemcpy; CE synchronization with NVLS")
                .tuning()).isEqualTo(new Tuning("AllGather", 4194304,
                        NamedValues.parse("algo=COPY_ENGINE").with("by", "cudaMemcpy, CE synchronization with NVLS")));
        assertThat(ContextLine.of(PREFIX + "AlltoAll [Hierarchical CE]: 65536 Bytes -> Rail RMA proxy + CE").tuning())
                .isEqualTo(new Tuning("AlltoAll", 65536,
                        NamedValues.parse("algo=HIERARCHICAL_CE;by=Rail RMA proxy + CE")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"+ export NCCL_DEBUG=INFO | env:NCCL_DEBUG | INFO",
            "+ export 'NCCL_NET=AWS Libfabric' | env:NCCL_NET | AWS Libfabric",
            "NCCL_TESTS_SPLIT='AND 0x7' ./x | env:NCCL_TESTS_SPLIT | AND 0x7",
            "export NCCL_IB_HCA=mlx5_0,mlx5_1 | env:NCCL_IB_HCA | mlx5_0,mlx5_1",
            "srun --export=ALL,FI_PROVIDER=efa,NCCL_ALGO=Ring ./x | env:FI_PROVIDER | efa",
            "srun --export=ALL,FI_PROVIDER=efa,NCCL_ALGO=Ring ./x | env:NCCL_ALGO | Ring",
            "CUDA_VISIBLE_DEVICES=0,1,2,3 | env:CUDA_VISIBLE_DEVICES | 0,1,2,3",
            "SLURM_JOB_NUM_NODES=2 | env:SLURM_JOB_NUM_NODES | 2"})
    void settingsOfTheLibrariesAreKept(String line, String name, String value) {
        assertThat(ContextLine.of(line).facts()).contains(new Fact(name, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWS_SECRET_ACCESS_KEY=wJalr", "export HF_TOKEN=hf_abcdefghijklmnopq", "PATH=/usr/bin",
            "NCCL_API_KEY=12345", "UCX_AUTH=12345", "NCCL_X=AKIAIOSFODNN7EXAMPLE", "FI_URL=https://me:pw@host/",
            "SLURM_JWT=eyJhbGciOi", "MY_PASSWORD=x NCCL_PASSWORD=y", "NCCL_OPT=password=abc", "NCCL_HOME=$HOME/nccl"})
    void everythingElseIsNot(String line) {
        assertThat(ContextLine.of(line).facts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "mpirun -x WANDB_API_KEY=0123abcd ./all_reduce_perf -b 8 | mpirun -x WANDB_API_KEY=[hidden] ./all_reduce_perf -b 8",
            "run --token abc all_gather_perf | run --token [hidden] all_gather_perf",
            "run --password=abc all_gather_perf | run --password=[hidden] all_gather_perf",
            "run --hf-token=abc --api-key k --secret 's t' all_gather_perf | run --hf-token=[hidden] --api-key [hidden] --secret [hidden] all_gather_perf",
            "run -token 12345 --githubToken abc --key k all_gather_perf | run -token [hidden] --githubToken [hidden] --key [hidden] all_gather_perf",
            "['run', '--token', 'abc', 'all_gather_perf'] | ['run', '--token', '[hidden]', 'all_gather_perf']",
            "run --access-key-id AKIAIOSFODNN7EXAMPLE all_gather_perf | run --access-key-id [hidden] all_gather_perf",
            "run hf_abcdefghijklmnopqrst all_gather_perf | run [hidden] all_gather_perf",
            "srun --export=ALL,HF_TOKEN=abc all_gather_perf | srun --export=ALL,HF_TOKEN=[hidden] all_gather_perf",
            "docker run -eMY_PASSWORD=abc all_gather_perf | docker run -eMY_PASSWORD=[hidden] all_gather_perf",
            "run --name glpat-abcdefgh all_gather_perf | run --name [hidden] all_gather_perf",
            "git clone https://me:pw@host/r; ./all_gather_perf | git clone https://[hidden]@host/r; ./all_gather_perf"})
    void secretsInCommandsAreBlottedOut(String line, String shown) {
        assertThat(ContextLine.of(line).facts()).contains(new Fact("command", shown));
    }

    @ParameterizedTest
    @ValueSource(strings = {"python tests/test_low_latency.py --num-tokens 128 --hidden 7168 --num-topk=8",
            "test_internode.py --max-tokens=4096 --tokens 7 --num-token 3 --pad-token-id 0",
            "NUM_TOKENS=4096 python test_intranode.py",
            "all_reduce_perf --key-size 2048 --author me --monkey banana --tokenizer llama",
            "srun --auth-batch 3 --mpi=pmix ./all_reduce_perf -b 8 -e 1G -f 2 -t 1 -k 4"})
    void wordsThatOnlySoundLikeSecretsAreKept(String line) {
        assertThat(ContextLine.of(line).facts()).contains(new Fact("command", line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$ mpirun -np 8 ./build/all_reduce_perf -b 8 -e 1G", "+ srun osu_bw D D",
            "Step 8/8 : CMD /build/all_gather_perf -g 2", "  /opt/nccl-tests/build/sendrecv_perf \\",
            "['mpirun', '-np', '2', 'alltoall_perf', '-b', '8']"})
    void theseStartBenchmarks(String line) {
        assertThat(ContextLine.of(line).command()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Linking  ../build/all_reduce.o > ../build/all_reduce_perf",
            "# Collective test concluded: all_reduce_perf", "-rwxr-xr-x 1 me me 9 Jan 1 all_reduce_perf",
            "cp build/all_reduce_perf /usr/bin"})
    void theseDoNot(String line) {
        assertThat(ContextLine.of(line).command()).isFalse();
    }

    @Test
    void headingsNameOperationsAndProseDoesNot() {
        assertThat(ContextLine.of("=== AllReduce, 16 GPUs ===").operation()).isEqualTo(Operation.ALL_REDUCE);
        assertThat(ContextLine.of("## Reduce-Scatter").operation()).isEqualTo(Operation.REDUCE_SCATTER);
        assertThat(ContextLine.of("Running all to all").operation()).isEqualTo(Operation.ALLTOALL);
        assertThat(ContextLine.of("This reduces latency when you broadcast").operation()).isNull();
        assertThat(ContextLine.of("all_reduce and all_gather follow").operation()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"srun: error: n1: tasks 4-7: Exited with exit code 1",
            "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-01-01T00:00:00 ***",
            "[2026-03-12 14:17:56] n1:502:502 [0] enqueue.cc:1694 NCCL WARN Cuda failure 'named symbol not found'",
            "mpirun noticed that process rank 3 with PID 7 on node n1 exited on signal 9 (Killed).",
            "srun: error: n1: task 3: Out Of Memory", "Execution Error ROCE CQE(EI0013): An error CQE occurred.",
            "n1:5:5 [0] NCCL WARN NET/OFI Request 0x7 completed with error. RC: 5. Error: 15 (Unreachable remote).",
            "topo.cpp:61: [GPU 1] Peer GPU 0 is not accessible, exiting ..."})
    void endsOfProgramsAreFailures(String line) {
        assertThat(ContextLine.of(line).failure()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"E0421 11:56:59.774282  7091 nixl_agent.cpp:259] getPluginParams: backend 'UCX' not found",
            "E0304 18:34:09.357125 nixl_plugin_manager.cpp:482] Error accessing directory", "ValueError: 3 ranks",
            "transport.cpp:275: init failed for transport: IBGDA",
            "n1:5:5 [0] NCCL WARN Fusing NET devices from different NUMA domains is not supported."})
    void errorsThatAProgramMaySurviveAreWarnings(String line) {
        assertThat(ContextLine.of(line).failure()).isNull();
        assertThat(ContextLine.of(line).warning()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"id FEI0001 of the order", "I0421 11:56:59.774282  7091 nixl_agent.cpp:259] created",
            "the RuntimeError: was caught", "n1:5:5 [0] NCCL WARN Missing \"iommu=pt\" from kernel command line"})
    void otherLinesAreNeither(String line) {
        assertThat(ContextLine.of(line).failure()).isNull();
        assertThat(ContextLine.of(line).warning()).isFalse();
    }

    @Test
    void advisoryWarningsAreNot() {
        var said = ContextLine.of("n1:5:5 [0] transport.cc:9 NCCL WARN Missing iommu=pt from kernel command line");
        assertThat(said.failure()).isNull();
        assertThat(said.facts()).contains(new Fact("nccl_warning", "Missing iommu=pt from kernel command line"));
    }
}

package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;

/** Logs without results say what failed first, and what that means. */
class FailuresTest {

    @Test
    void anErrorThatNcclReturnsIsNamedByTheWarningAboveIt() {
        assertThat(failure("""
                node-a:310:402 [0] NCCL INFO Using network IB

                node-a:310:402 [0] misc/ibvwrap.cc:187 NCCL WARN Call to ibv_modify_qp failed with error Network is unreachable
                node-a:310:402 [0] NCCL INFO transport/net_ib.cc:579 -> 2

                node-a:310:402 [0] proxy.cc:1519 NCCL WARN [Proxy Service 1] Failed to execute operation Connect from rank 1, retcode 2
                node-a:310:399 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer node-a<41109>
                """)).isEqualTo("Failed: Call to ibv_modify_qp failed with error Network is unreachable on node-a; "
                + "the network interfaces of the two ends do not reach one another (rails, routes, RoCE's GID index).");
    }

    @Test
    void moreGpusThanPeersIsSaidToBeTheReason() {
        assertThat(failure("""
                node-a:88:91 [3] NCCL INFO cudaDriverVersion 12080
                node-a:88:91 [3] allocator.cc:79 NCCL WARN Cuda failure 711 'peer mapping resources exhausted'
                """))
                .isEqualTo("Failed: Cuda failure 711 'peer mapping resources exhausted' on node-a; without NVSwitch a "
                        + "GPU has at most eight peers: use nine GPUs or fewer.");
    }

    @Test
    void theSameErrorOfSeveralHostsIsOne() {
        assertThat(failure("""
                [1,3]<stdout>:node-a:88:91 [3] init.cc:497 NCCL WARN Duplicate GPU detected : rank 3 and rank 1 both on CUDA device 1b000
                [1,3]<stdout>:node-a:88:91 [3] NCCL INFO init.cc:867 -> 5
                [1,9]<stdout>:node-b:77:81 [1] init.cc:497 NCCL WARN Duplicate GPU detected : rank 9 and rank 8 both on CUDA device 2c000
                """)).isEqualTo("Failed: Duplicate GPU detected : rank 3 and rank 1 both on CUDA device 1b000 on both "
                + "hosts; each process needs a GPU of its own.");
    }

    @Test
    void whatOthersSeeOfAFailureGivesWayToIt() {
        assertThat(failure("""
                node-a:25:48 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer node-a-ib0<51159>
                node-a:25:48 [0] NCCL INFO misc/socket.cc:749 -> 6
                node-a:28:52 [3] include/alloc.h:178 NCCL WARN Cuda failure 'out of memory'
                node-a:28:52 [3] NCCL INFO transport/p2p.cc:204 -> 1
                """))
                .isEqualTo("Failed: Cuda failure 'out of memory' on node-a; the GPU's memory is full, maybe of another "
                        + "process.");
        assertThat(failure("""
                gpu-7 [5] misc/socket.cc:46 NCCL WARN socketProgressOpt: Call to send to 10.4.1.9<52905> failed : Connection reset by peer
                gpu-7 [5] NCCL INFO misc/socket.cc:64 -> 6
                """))
                .isEqualTo("Failed: socketProgressOpt: Call to send to 10.4.1.9<52905> failed : Connection reset by "
                        + "peer on gpu-7; the other end closed it: its log says why.");
    }

    @Test
    void anInfiniBandErrorIsCalledByWhatItsNumberMeans() {
        assertThat(failure("""
                node-1:19:20 [1] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer fe80::78%ib0<53249> with status=12 opcode=0 len=0 vendor err 129 (Send)
                node-1:19:20 [1] NCCL INFO transport/net.cc:1008 -> 6
                node-2:98:99 [1] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer fe80::50%ib0<44413> with status=12 opcode=0 len=7 vendor err 129 (Recv)
                """)).isEqualTo("Failed: NET/IB : Got completion from peer fe80::78%ib0<53249> with status=12 on both "
                + "hosts; 12 is a time-out: the other end's network interface did not answer.");
    }

    @Test
    void theNumberOfAnErrorMayFollowItsName() {
        assertThat(failure("""
                node-1:19:20 [1] transport/net_ib/p2p.cc:648 NCCL WARN NET/IB: Got completion from peer 10.1.2.13<40554> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_RECV_RDMA_WITH_IMM(129) vendor_err=129
                """)).isEqualTo("Failed: NET/IB: Got completion from peer 10.1.2.13<40554> with "
                + "status=IBV_WC_RETRY_EXC_ERR(12) on node-1; 12 is a time-out: the other end's network interface did not "
                + "answer.");
    }

    @Test
    void pyTorchNamesTheErrorInTheNextLine() {
        assertThat(failure("""
                [rank0]:   File "/opt/torch/distributed/distributed_c10d.py", line 2726, in broadcast
                [rank0]: torch.distributed.DistBackendError: NCCL error in: /c10d/ProcessGroupNCCL.cpp:2588, internal error - please report this issue to the NCCL developers, NCCL version 2.21.5
                [rank0]: ncclInternalError: Internal check failed.
                [rank0]: Last error:
                [rank0]: Bootstrap : no socket interface found
                """))
                .isEqualTo("Failed: Bootstrap : no socket interface found; NCCL_SOCKET_IFNAME names no interface of "
                        + "that host.");
        assertThat(failure("""
                torch.distributed.DistBackendError: NCCL error in: /c10d/ProcessGroupNCCL.cpp:1691, unhandled system error
                Last error:

                Exception raised from create at /c10d/NCCLUtils.hpp:275 (most recent call first):
                """)).startsWith("Failed: torch.distributed.DistBackendError")
                .endsWith("NCCL_DEBUG=WARN makes NCCL say why.");
    }

    @Test
    void aCollectiveThatHangsIsNamedWithTheRanksThatWaited() {
        var line = "[E321 02:07:08.40827%d ProcessGroupNCCL.cpp:607] [Rank %d] Watchdog caught collective operation timeout: "
                + "WorkNCCL(SeqNum=1580, OpType=_REDUCE_SCATTER_BASE, NumelIn=4096, NumelOut=512, Timeout(ms)=600000) ran "
                + "for 600060 milliseconds before timing out.\n";
        assertThat(failure("Epoch 3:  40%|████      | 4/10 [00:11<00:17, 2.9s/it]".repeat(3) + line.formatted(1, 2)
                + line.formatted(2, 0) + line.formatted(3, 2)))
                .isEqualTo(
                        "Failed: Reduce-Scatter number 1580 (4096 elements) did not end within 600 s, as ranks 0 and 2 "
                                + "reported; a rank did not reach it, or called another.");
    }

    @Test
    void aWarningNamesTheCauseThatTheProgramsErrorDoesNot() {
        assertThat(failure("""
                (pid=81) RuntimeError: NCCL error in: /c10d/ProcessGroupNCCL.cpp:784, unhandled cuda error, NCCL version 2.7.8
                (pid=92) box:92:911 [0] NCCL INFO Channel 00 : 0[2d000] -> 1[2e000] via P2P/IPC
                (pid=92) box:92:911 [0] transport/p2p.cc:238 NCCL WARN failed to open CUDA IPC handle : 217 peer access is not supported between these two devices
                (pid=92) box:92:911 [0] NCCL INFO transport.cc:68 -> 1
                """))
                .isEqualTo("Failed: failed to open CUDA IPC handle : 217 peer access is not supported between these "
                        + "two devices on box; NCCL_P2P_DISABLE=1 avoids direct copies between these GPUs.");
    }

    @Test
    void ofNvshmemsReturnCodesTheReasonIsQuoted() {
        var chain = "/nvshmem/src/host/topo/topo.cpp:477: non-zero status: -6 allgather of ipc handles failed\n\n";
        assertThat(failure(chain + """
                /nvshmem/src/bootstrap/ncclSocket/ncclsocket_socket.cpp:socketProgressOpt:39: socketProgressOpt: Call to recv from 10.9.14.6<38229> failed : Broken pipe
                /nvshmem/src/bootstrap/uid/bootstrap_uid.cpp:bootstrap_net_recv:99: Message truncated : received 58 bytes instead of 8
                """))
                .isEqualTo("Failed: bootstrap_uid.cpp:bootstrap_net_recv:99: Message truncated : received 58 bytes "
                        + "instead of 8; the ranks exchange messages of different lengths: other versions, settings or calls.");
    }

    @Test
    void ranksThatHangInDifferentCallsAreNamedWithThem() {
        var line = "[E ProcessGroupNCCL.cpp:475] [Rank %d] Watchdog caught collective operation timeout: "
                + "WorkNCCL(SeqNum=%d, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1900000 milliseconds before timing out.\n";
        assertThat(failure(line.formatted(0, 9617) + line.formatted(0, 9618) + line.formatted(7, 6408))).isEqualTo(
                "Failed: All-Reduce did not end within 1800 s: rank 0 waits in number 9617, rank 7 in 6408, in other calls "
                        + "or groups.");
    }

    @Test
    void otherProgramsThatFailAreNamedToo() throws Exception {
        assertThat(failure("""
                DeepEP dispatch NVL receiver timeout, channel: 11, RDMA: 1, nvl: 4, src RDMA: 1, src nvl: 7, start: 0, end: 0
                DeepEP dispatch NVL receiver timeout, channel: 2, RDMA: 1, nvl: 6, src RDMA: 1, src nvl: 2, start: 0, end: 0
                """)).startsWith("Failed: DeepEP dispatch NVL receiver timeout, channel: 11");
        assertThat(new Logs().add("put.log", """
                /src/nvshmem/modules/transport/ibgda/ibgda.cpp:2234: NULL value Unable to create ah.
                /src/nvshmem/host/init/init.cu:1047: non-zero status: 7 nvshmem setup connections failed
                """).headline().sentence()).isEqualTo("Failed: ibgda.cpp:2234: NULL value Unable to create ah.");
    }

    @Test
    void ofALineOfUcxTheReasonIsSaidWithoutProcessAndSourceFile() throws Exception {
        assertThat(new Logs().add("osu.log", """
                # OSU MPI-CUDA Bandwidth Test v7.4
                # Size      Bandwidth (MB/s)
                1                       1.02
                [1719830000.123456] [node07:4211 :0]       ib_mlx5_log.c:179  UCX  ERROR Transport retry count exceeded on mlx5_2:1/RoCE (synd 0x15)
                """).headline().sentence())
                .isEqualTo("Failed: Transport retry count exceeded on mlx5_2:1/RoCE (synd 0x15); a time-out: the other "
                        + "end's network interface did not answer.");
    }

    @Test
    void theTransportThatFailsComesBeforeTheLaunchersReport() throws Exception {
        assertThat(failure("""
                [node-a:820] mtl_ofi_endpoint.h:49: *** The Open MPI OFI MTL is aborting the MPI job (via exit(3)).
                prterun noticed that process rank 1 with PID 820 on node node-a exited on signal 6 (Aborted).
                """)).contains("The Open MPI OFI MTL is aborting the MPI job");
        assertThat(failure("""
                transport.cpp:nvshmemi_transport_init:275: init failed for transport: IBGDA
                init.cu:989: non-zero status: 7 nvshmem detect topo failed
                """)).contains("init failed for transport: IBGDA");
    }

    @Test
    void aLogOfTheLibraryThatOnlyAdvisesHasNotFailed() throws Exception {
        var logs = new Logs();
        assertThatThrownBy(() -> logs.add("train.log", """
                node-a:71:71 [0] misc/ibvwrap.cc:63 NCCL WARN Failed to open libibverbs.so[.1]
                node-a:71:80 [0] NCCL INFO Using network Socket
                """)).isInstanceOf(UnreadableFile.class).hasMessageNotContaining("it failed");
        assertThat(logs.evidence().flags()).isEmpty();
    }

    private static String failure(String log) {
        var logs = new Logs();
        assertThatThrownBy(() -> logs.add("job.log", log)).isInstanceOf(UnreadableFile.class)
                .hasMessageContaining("; it failed: line ");
        assertThat(logs.headline().consequence()).isEqualTo(Consequence.FAILED);
        return logs.headline().sentence();
    }
}

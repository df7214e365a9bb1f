package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void theRankThatDidNotCallTheCollectiveIsNamed() {
        var head = "[rank%1$d]:[E626 06:24:44.9038%1$d ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 0(default_pg) Rank %1$d] ";
        var waits = "[rank%1$d]:[E626 06:24:44.9037%1$d ProcessGroupNCCL.cpp:616] [Rank %1$d] Watchdog caught collective operation "
                + "timeout: WorkNCCL(SeqNum=36, OpType=ALLREDUCE, NumelIn=1024, NumelOut=1024, Timeout(ms)=600000) ran for 600020 "
                + "milliseconds before timing out.\n" + head
                + "Exception (either an error or timeout) detected by watchdog at work: 36, last enqueued NCCL work: 37, last "
                + "completed NCCL work: 35.\n";
        var dumps = head
                + "Received a dump signal due to a collective timeout from rank 0 and we will try our best to dump the "
                + "debug info. Last enqueued NCCL work: 35, last completed NCCL work: 35.This is most likely caused by incorrect "
                + "usages of collectives, e.g., wrong sizes used across ranks.\n";
        assertThat(failure(waits.formatted(0) + dumps.formatted(2) + waits.formatted(1))).isEqualTo(
                "Failed: All-Reduce number 36 (1024 elements) did not end within 600 s: rank 2 did not call it, whose last "
                        + "call is number 35.");
    }

    @Test
    void ranksAreThoseOfTheJobAndNotOfTheirGroups() {
        var line = "[rank%d]:[E218 04:54:22.86 ProcessGroupNCCL.cpp:616] [Rank 1] Watchdog caught collective operation timeout: "
                + "WorkNCCL(SeqNum=%d, OpType=%s, NumelIn=32, NumelOut=32, Timeout(ms)=600000) ran for 600045 milliseconds "
                + "before timing out.\n";
        assertThat(failure(line.formatted(13, 216, "ALLTOALL_BASE") + line.formatted(15, 57, "ALLREDUCE"))).isEqualTo(
                "Failed: collectives did not end within 600 s: rank 13 waits in All-to-All 216, rank 15 in All-Reduce 57, in "
                        + "other calls or groups.");
    }

    @Test
    void aCopyThatGaveWrongDataIsSaidToHave() throws Exception {
        assertThat(new Logs().add("test.log", """
                nvbandwidth Version: v0.8
                Running device_to_device_memcpy_read_ce.
                Invalid value when checking the pattern at 0x70a640000000
                 Current offset [ 11136 / 67108864]
                """).headline().sentence()).isEqualTo(
                "Failed: a copy of nvbandwidth gave wrong data (its pattern check failed). IOMMU, ACS and dmesg's Xid "
                        + "lines may show why.");
        assertThat(new Logs().add("test.log", """
                Completion with error at client
                  Failed status 4: wr_id 0 syndrom 0x51
                scnt=828, ccnt=700
                  Failed to complete run_iter_bw function successfully
                """).headline().sentence()).startsWith(
                "Failed: the network interface had no access to its local buffer (status 4).");
    }

    @Test
    void errorsThatAProgramPrintsByItsOwnMacrosAreFailures() {
        assertThat(failure("""
                box:1482:1482 [0] NCCL INFO Bootstrap : Using eno1:10.2.1.8<0>
                Failed: Cuda error example.cu:107 'invalid device ordinal'
                Primary job  terminated normally, but 1 process returned
                """)).isEqualTo(
                "Failed: Cuda error example.cu:107 'invalid device ordinal'; there are more processes than GPUs that they "
                        + "see.");
    }

    @Test
    void theWatchdogsLineMayBeBrokenAndAnOriginMayBeAnInformation() {
        assertThat(failure("""
                worker[rank=5]: move_to_device done after 4106.03s ...
                [rank3] Watchdog caught collective operation timeout:
                WorkNCCL(SeqNum=642, OpType=ALLGATHER, NumelIn=1, NumelOut=32, Timeout(ms)=600000)
                """)).startsWith("Failed: All-Gather number 642 (1 elements) did not end within 600 s");
        assertThat(failure("""
                box:4766:4780 [0] NCCL INFO ncclMaxSharedMem 82240 exceeds device/fn maxSharedMem 79856
                box:4766:4766 [1] enqueue.cc:1500 NCCL WARN Cuda failure 1 'invalid argument'
                box: Test NCCL failure common.cu:303 'unhandled cuda error (run with NCCL_DEBUG=INFO for details) / '
                """)).startsWith(
                "Failed: NCCL's kernels need more shared memory than the GPU has (82240 against 79856 bytes)");
    }

    @Test
    void ranksThatCallWithOtherSizesAreNamed() {
        var line = "[E ProcessGroupNCCL.cpp:467] [Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2025, "
                + "OpType=_ALLGATHER_BASE, NumelIn=%d, NumelOut=18874368, Timeout(ms)=1800000) ran for 1800376 milliseconds "
                + "before timing out.\n";
        assertThat(failure(line.formatted(6, 2359296) + line.formatted(0, 75264) + line.formatted(1, 2359296)))
                .isEqualTo(
                        "Failed: the ranks called All-Gather number 2025 with different sizes: rank 0 with 75264 elements, rank 1 with "
                                + "2359296.");
    }

    @Test
    void aTransportThatIsLeftOutIsTheCauseOfANvshmemProgramWithoutResults() {
        assertThat(failure("""
                /src/transport/ibrc/ibrc.cpp:nvshmemt_init:1851: neither nv_peer_mem, or nvidia_peermem detected. Skipping transport.

                """)).isEqualTo(
                "Failed: NVSHMEM left its InfiniBand transport out, for it found no nvidia_peermem; load that "
                        + "module, or let it use DMA-BUF.");
    }

    @Test
    void otherProgramsThatFailAreNamedToo() throws Exception {
        assertThat(failure("""
                DeepEP dispatch NVL receiver timeout, channel: 11, RDMA: 1, nvl: 4, src RDMA: 1, src nvl: 7, start: 0, end: 0
                DeepEP dispatch NVL receiver timeout, channel: 2, RDMA: 1, nvl: 6, src RDMA: 1, src nvl: 2, start: 0, end: 0
                """)).isEqualTo("Failed: DeepEP's dispatch timed out: nothing came from node 1 to GPU 4 of node 1.");
        assertThat(new Logs().add("put.log", """
                /src/nvshmem/modules/transport/ibgda/ibgda.cpp:2234: NULL value Unable to create ah.
                /src/nvshmem/host/init/init.cu:1047: non-zero status: 7 nvshmem setup connections failed
                """).headline().sentence()).isEqualTo("Failed: NVSHMEM's IBGDA could not create an address handle.");
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
    void aProcessKilledForLackOfMemoryComesBeforeWhatItsPeersReport() {
        assertThat(failure("""
                [gpu-a:4211:0:4211] ib_mlx5_log.c:171  Transport retry count exceeded on mlx5_1:1/IB (synd 0x15 vend 0x81)
                slurmstepd: error: Detected 1 oom-kill event(s) in StepId=77.0. Some of your processes may have been killed.
                srun: error: gpu-b: task 9: Out Of Memory
                """))
                .isEqualTo("Failed: the out-of-memory handler killed task 9 on gpu-b, and the errors of the network "
                        + "follow. It needs more memory, or fewer processes a node.");
        assertThat(failure("""
                node-a:20:31 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer node-b<41109>
                [Tue Mar  3 10:11:12 2026] Out of memory: Killed process 512 (alltoall_perf) total-vm:104857600kB
                """)).startsWith(
                "Failed: the kernel killed alltoall_perf for lack of memory, and the errors of the network");
    }

    @Test
    void causesInOtherLayersComeBeforeTheErrorsThatFollow() {
        assertThat(failure("""
                [4711] signal 11 (1): Segmentation fault
                MPICH ERROR [Rank 0] [job id 8.1] [nid01] - Abort(-1) (rank 0 in comm 0): MPIDI_CRAY_init: GPU_SUPPORT_ENABLED is requested, but GTL library is not linked
                """))
                .isEqualTo("Failed: MPICH_GPU_SUPPORT_ENABLED=1 is set, but the program lacks Cray's GTL library; link "
                        + "libmpi_gtl_cuda or libmpi_gtl_hsa, or set it to 0.");
        assertThat(failure("""
                RuntimeError: NCCL error: unhandled cuda error
                box:1:2 [0] enqueue.cc:2001 NCCL WARN HIP failure 'the operation cannot be performed in the present state'
                rocvirtual.cpp:4200  Pcie atomics not enabled, hostcall not supported
                """)).startsWith("Failed: PCIe atomics are not enabled, so HIP refused");
        assertThat(failure("""
                MPICH ERROR [Rank 3] [job id 7.0] [nid01] - Abort(136929807) (rank 3 in comm 0): Fatal error in PMPI_Recv: Other MPI error, error stack:
                MPIDI_OFI_handle_cq_error(1062): OFI poll failed (ofi_events.c:1064:MPIDI_OFI_handle_cq_error:Input/output error)
                """)).isEqualTo("Failed: libfabric failed in MPICH (poll): Input/output error.");
    }

    @Test
    void anErrorOfEfaNamesThePeerEvenInALongLine() {
        var line = "[2026-02-01 12:08:32] pod-0:19:71 [0] int cm_req_handle_error_entry(nccl_net_ofi_context_t*, fid_cq*):46 NCCL "
                + "WARN NET/OFI Request 0x7f456c222f60 completed with error. RC: 103. Error: %s My EFA addr: "
                + "fi_addr_efa://[fe80::c55:1]:0:14 My host id: i-0 Peer EFA addr: fi_addr_efa://[fe80::454:2]:0:82 Peer "
                + "host id: N/A). Completed length: 0%npod-0:19:71 [0] NCCL INFO transport/net.cc:753 -> 6%n";
        assertThat(failure(line
                .formatted("4126 (Unresponsive receiver (reachable by EFA device but handshake failed)"))).isEqualTo(
                        "Failed: EFA peer fe80::454:2 did not answer the handshake (error 4126) on pod-0; check its process "
                                + "and security group.");
        assertThat(failure(line.formatted("4108 (RX entries exhausted")))
                .isEqualTo("Failed: libfabric returned error 4108 (RX entries exhausted) on pod-0.");
    }

    @Test
    void allRailsThatTheEndsDisagreeOnAreCounted() {
        assertThat(failure("""
                NET/OFI Unexpected number of remote rails for dev 0. Expected 2 but got 1
                NET/OFI Unexpected number of remote rails for dev 1. Expected 1 but got 2
                Test NCCL failure all_gather.cu:44 'internal error - please report this issue to the NCCL developers'
                """)).isEqualTo(
                "Failed: the two ends differ in rails of 2 devices (dev 0: 2 against 1); give both the same devices.");
    }

    @Test
    void aWarningBeforeABareErrorIsItsReasonWithTheValueOfItsVariable() {
        assertThat(failure("""
                TOPO/NET : Force-fusing NICs using NCCL_NET_FORCE_MERGE=mlx5_4,mlx5_6
                graph/topo.cc:1500 (ncclTopoGetVNicParent) NCCL WARN Fusing NET devices from different NUMA domains is not supported.
                Test NCCL failure common.cu:212 'invalid argument (run with NCCL_DEBUG=WARN for details) / '
                """)).isEqualTo("Failed: NCCL cannot fuse network interfaces of different NUMA domains "
                + "(NCCL_NET_FORCE_MERGE=mlx5_4,mlx5_6); name interfaces of one domain, or none.");
        assertThat(failure("""
                box:1:2 [0] misc/ibvwrap.cc:63 NCCL WARN Failed to open libibverbs.so[.1]
                box:1:2 [0] enqueue.cc:15 NCCL WARN Error : no algorithm/protocol available for function AllGather with datatype ncclInt8. NCCL_ALGO was set to tree.
                box:1:2 [0] NCCL INFO enqueue.cc:21 (ncclEnqueueCheck) -> 5
                box: Test NCCL failure all_gather.cu:44 'invalid usage / '
                """)).isEqualTo("Failed: NCCL_ALGO=tree leaves NCCL no algorithm for AllGather of ncclInt8 on box.");
    }

    @Test
    void theLineOfTheOriginIsQuotedBeforeThoseThatFollowFromIt() {
        assertThat(failure("""
                torch.distributed.DistBackendError: NCCL error in: NCCLUtils.cpp:93, unhandled cuda error, NCCL version 2.29.7
                Failed to bind NVLink SHARP (NVLS) Multicast memory of size 2097152 : CUDA error 2 'out of memory'.
                [ERROR] all the NVSwitch multicast resources/slot ids are used for partition id -1.
                """))
                .isEqualTo("Failed: all multicast slots of the NVSwitches are in use, so NVLink SHARP cannot start; "
                        + "use fewer communicators, or NCCL_NVLS_ENABLE=0.");
        assertThat(failure("""
                box:70:80 [4] misc/shmutils.cc:93 NCCL WARN Call to open failed: No such file or directory
                box:70:80 [4] misc/shmutils.cc:132 NCCL WARN Error while attaching to shared memory segment /dev/shm/nccl- (size 0), error: No such file or directory (2)
                """)).isEqualTo("Failed: a rank got no name for the shared memory of a peer on box. The two may use "
                + "different kinds of host memory: try NCCL_CUMEM_HOST_ENABLE=0.");
        assertThat(failure("""
                [172118.65] [b:10366:1]          rcache.c:985  UCX  ERROR failed to insert region 0x147 [0x0..0x0]: Invalid parameter
                b:10366:10377 [0] ucx_plugin.c:498 NCCL WARN Failed: UCX error ucx_plugin.c:498 '-5' Invalid parameter
                """)).isEqualTo("Failed: UCX could not register memory of length zero.");
    }

    @Test
    void errorsOfConnectionsNameWhatFailed() {
        assertThat(failure("""
                1: [1653901933.47] [gpu02:5215 :0]            sock.c:325  UCX  ERROR   connect(fd=40, dest_addr=172.17.0.1:40703) failed: Connection refused
                1: [gpu02:05215] pml_ucx.c:419  Error: ucp_ep_create(proc=0) failed: Destination is unreachable
                """)).startsWith("Failed: UCX was given 172.17.0.1, the address of Docker's bridge on the other host");
        assertThat(failure("""
                w:8:9 [0] transport/net_ib/gdaki/gin_host_gdaki.cc:431 (gdakiConnectQp) NCCL WARN DOCA failure 21
                """)).isEqualTo(
                "Failed: NCCL's GPU-initiated network (GDAKI) did not start: ConnectQp returned DOCA error 21 "
                        + "on w. The port may need a GRH.");
        assertThat(failure("""
                w:8:9 [0] misc/socket.cc:537 NCCL WARN ncclSocketInit: connecting to address with family 1 is neither AF_INET(2) nor AF_INET6(10)
                """))
                .isEqualTo("Failed: NCCL connected to an invalid address (family 1) on w. Sends and receives must be "
                        + "in one group (ncclGroupStart, ncclGroupEnd).");
    }

    @Test
    void theGpusAndProcessesThatFailAreCounted() {
        assertThat(failure("""
                box:70:81 [0] enqueue.cc:66 NCCL WARN Cuda failure 'invalid kernel file'
                box:70:82 [1] enqueue.cc:66 NCCL WARN Cuda failure 'invalid kernel file'
                box: Test NCCL failure common.cu:1285 'unhandled cuda error'
                """)).isEqualTo(
                "Failed: kernels did not load ('invalid kernel file') on 2 GPUs of box; the build may not fit the GPUs.");
        assertThat(failure("""
                box:70:81 [0] misc/nvmlwrap.cc:183 NCCL WARN nvmlDeviceGetHandleByPciBusId() failed: Not Found
                box:70:81 [0] NCCL INFO graph/xml.cc:761 -> 2
                box: Test NCCL failure common.cu:1126 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '
                 .. box pid 70: Test failure common.cu:937
                 .. box pid 71: Test failure common.cu:937
                """)).isEqualTo(
                "Failed: NVML finds no GPU by its bus id on box (2 processes failed); it may be hidden (Slurm, container).");
    }

    @Test
    void theEndOfAProcessIsNoCause() {
        assertThat(failure("""
                terminate called after throwing an instance of 'std::runtime_error'
                  what():  NCCL error: unhandled system error, NCCL version 2.18.5
                ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error.
                """)).isEqualTo("Failed: NCCL error: unhandled system error, NCCL version 2.18.5; NCCL_DEBUG=WARN "
                + "makes NCCL say why.");
    }

    @Test
    void exceptionsAreNamedByTheirText() {
        assertThat(failure("""
                terminate called after throwing an instance of 'mscclpp::IbError'
                  what():  ibv_reg_mr failed (Ib failure: Invalid argument)
                Aborted (core dumped)
                """)).isEqualTo(
                "Failed: ibv_reg_mr failed (Ib failure: Invalid argument); if the buffer is GPU memory, GPUDirect RDMA is "
                        + "missing: nvidia_peermem or DMA-BUF.");
        assertThat(failure("""
                Traceback (most recent call last):
                torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 3/4 clients joined.
                """))
                .isEqualTo("Failed: only 3 of 4 processes joined within 601 s; check that all start, and MASTER_ADDR.");
        assertThat(failure("""
                RuntimeError: HIP error: invalid device function
                """)).startsWith("Failed: HIP error: invalid device function");
    }

    @Test
    void nvshmemNamesTheTransportAndTheGpusOutOfReach() {
        assertThat(failure("""
                transport.cpp:nvshmemi_transport_init:282:
                  init failed for transport: IBGDA
                  [GPU 0] Peer GPU 8 is not accessible, exiting ...
                init.cu:1037:
                  non-zero status: 3 building transport map failed
                """)).isEqualTo(
                "Failed: NVSHMEM's transport IBGDA did not start, so GPUs of other nodes (GPU 8 first) cannot be "
                        + "reached.");
    }

    @Test
    void ofHcclTheRanksThatDidNotComeAreNamed() {
        assertThat(failure("""
                [rank2]: RuntimeError: InnerRunOpApi:OpParamMaker.cpp:281 OPS function error: HcclAllreduce, error code is 6
                [rank2]: EI0006: [PID: 12] 2026-04-08-18:07:20.444.436 Getting socket times out. Reason: Remote Rank did not send the data in time.
                [rank2]:         Transport init error. Reason: [Create][DestLink]Create Dest error! createLink para:rank[2]-localUserrank[2]-localIpAddr[10.2.1.3], dst_rank[5]-remoteUserrank[5]-remote_ip_addr[10.2.1.3]
                [rank2]:         Transport init error. Reason: [Create][DestLink]Create Dest error! createLink para:rank[2]-localUserrank[2]-localIpAddr[10.2.1.3], dst_rank[4]-remoteUserrank[4]-remote_ip_addr[10.2.1.3]
                [rank2]:         Transport init error. Reason: [Create][DestLink]Create Dest error! createLink para:rank[2]-localUserrank[2]-localIpAddr[10.2.1.3], dst_rank[6]-remoteUserrank[6]-remote_ip_addr[10.2.1.3]
                """)).isEqualTo(
                "Failed: HCCL's rank 2 got no links to ranks 4 to 6 in time (EI0006); look at their logs.");
        assertThat(failure("""
                EI0001: 2026-04-20-10:42:34.020.677 Environment variable [HCCL_EXEC_TIMEOUT] is invalid. Reason: out of range.
                """)).isEqualTo("Failed: HCCL refuses the value of HCCL_EXEC_TIMEOUT (EI0001).");
    }

    @Test
    void nixlNamesItsBackendAndWhatUcxLacks() {
        assertThat(failure("""
                E0421 11:56:59.774282  7091 nixl_agent.cpp:259] getPluginParams: backend 'UCX' not found
                E0421 11:56:59.775353  7091 nixl_agent.cpp:322] createBackend: unsupported backend 'UCX'
                """)).startsWith(
                "Failed: NIXL found no plugin for its backend UCX, so nothing was measured; check NIXL_PLUGIN_DIR");
        assertThat(failure("""
                UCX_TLS=rc ./nixl_bench
                E nixl_agent.cpp:470 registerMem: registration failed for the specified or all potential backends
                E ucx_utils.cpp:592  VRAM memory is detected as host by UCX.
                nixl_cu13._bindings.nixlBackendError: NIXL_ERR_BACKEND
                """)).startsWith("Failed: UCX takes GPU memory for host memory").endsWith("modules and UCX_TLS=rc.");
        assertThat(failure("""
                [1784621081.896649] [pod-a:537  :1]       srd_iface.c:221  UCX  ERROR send completion[0] with error on rdmap1s0/0x55: Work Request Flushed Error, vendor_err 0x1 wr_id 0x7
                [1784621081.896650] [pod-a:537  :1]       srd_iface.c:221  UCX  ERROR send completion[0] with error on rdmap2s0/0x56: Work Request Flushed Error, vendor_err 0x1 wr_id 0x8
                [08:04:41 TP1 EP1] NIXL transport error for room 65: NIXL_ERR_REMOTE_DISCONNECT
                """)).isEqualTo(
                "Failed: EFA sends of UCX were flushed on 2 devices (queue pairs failed or destroyed), so NIXL "
                        + "lost its peer.");
    }

    @Test
    void buffersThatNoNetworkMapsAreNamed() throws Exception {
        assertThat(new Logs().add("cxi.log", """
                # OSU MPI-CUDA Bandwidth Test v7.1
                # Size      Bandwidth (MB/s)
                libfabric:547:1701770603::cxi:mr:cxip_do_map():90<warn> nid0010: cxil_map() failed: -22
                """).headline().sentence()).startsWith(
                "Failed: libfabric's cxi on nid0010 could not map a buffer (-22). If it is GPU memory, libfabric");
        assertThat(failure("""
                ib_md.c:282  UCX  ERROR ibv_reg_mr(address=0x320000000, length=1024,
                ucp_mm.c:76  UCX  ERROR failed to register address 0x320000000 (host)
                """)).startsWith("Failed: UCX could not register a buffer; if it is GPU memory, UCX lacks");
    }

    @Test
    void whatNvshmemsNetworkLacksIsNamed() {
        assertThat(failure("""
                /build/src/host/transport/transport.cpp:416: non-zero status: 7 No devices selected.
                /build/src/host/init/init.cu:1045: non-zero status: 7 nvshmem setup connections failed
                """)).startsWith("Failed: NVSHMEM found no network device to use");
    }

    @Test
    void aServerThatCannotListenAndALimitOfLockedMemoryAreNoLackOfMemory() {
        assertThat(failure("ib_write_bw -d mlx5_2\nCouldn't listen to port 18515\n"))
                .isEqualTo("Failed: the server could not listen on port 18515; maybe another process has it.");
        assertThat(failure(
                "[1700000000.1] [node-1:77:0] ib_md.c:1 UCX  ERROR ibv_create_cq failed: check max locked memory limit\n"))
                .doesNotContain("more memory than its limit");
    }

    @Test
    void aWarningThatNothingFollowsEndsARunWithoutResults() throws Exception {
        assertThat(new Logs().add("cut.log", Logs.head("NVIDIA GH200 120GB", 1, 2, 1 << 20) + """
                node-1:5:9 [0] misc/ibvwrap.cc:187 NCCL WARN Call to ibv_create_qp failed with error Invalid argument
                """).headline().sentence()).startsWith("Failed: Call to ibv_create_qp failed");
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
                """)).isEqualTo("Failed: NVSHMEM's transport IBGDA did not start.");
    }

    @Test
    void aLogOfTheLibraryThatOnlyAdvisesHasNotFailed() throws Exception {
        var logs = new Logs();
        assertThatThrownBy(() -> logs.add("train.log", """
                node-a:71:71 [0] misc/ibvwrap.cc:63 NCCL WARN Failed to open libibverbs.so[.1]
                node-a:71:80 [0] NCCL INFO Using network Socket
                node-a:71:80 [0] ras/client_support.cc:159 NCCL WARN Call to bind failed: Address already in use
                node-a:71:80 [0] NCCL INFO RAS failed to establish a client listening socket at localhost:28028
                """)).isInstanceOf(UnreadableFile.class).hasMessageNotContaining("it failed");
        assertThat(logs.evidence().flags()).isEmpty();
    }

    @Test
    void twoProcessesOfOneRankAreNamed() throws Exception {
        assertThat(failure("""
                node-a:71:80 [0] bootstrap.cc:131 NCCL WARN Bootstrap Root : rank 3 of 8 ranks has already checked in
                """)).startsWith("Failed: two processes say that they are rank 3 of 8");
    }

    @Test
    void ranksThatWaitInDifferentCallsAreNamed() {
        var line = "[rank%d]:[E816 01:45:40.183009389 ProcessGroupNCCL.cpp:607] [Rank %d] Watchdog caught collective "
                + "operation timeout: WorkNCCL(SeqNum=412, OpType=%s, NumelIn=4096, NumelOut=4096, Timeout(ms)=600000) "
                + "ran for 600026 milliseconds before timing out.\n";
        assertThat(failure(line.formatted(5, 5, "BROADCAST") + line.formatted(2, 2, "ALLREDUCE")))
                .isEqualTo("Failed: the ranks called different collectives: in number 412, rank 2 waits in All-Reduce, "
                        + "rank 5 in Broadcast.");
    }

    @Test
    void aSegmentationFaultAfterAnErrorIsItsEffect() {
        assertThat(failure("""
                [1700000000.124073] [node-a:77 :0]       tl_ucp_ep.c:43   TL_UCP ERROR ucp returned connect error: Endpoint timeout
                [node-a:77 :0:77] Caught signal 11 (Segmentation fault: address not mapped to object at address 0x8)
                """)).startsWith("Failed: UCC, which MPI uses, could not connect processes over UCX: Endpoint timeout");
    }

    @Test
    void whyNixlCouldNotRegisterMemoryIsNamed() {
        assertThat(failure("""
                E1201 10:00:00.123456 4711 libfabric_rail.cpp:1362] fi_mr_reg failed on rail 2: Bad address (buffer=0x7f00)
                E1201 10:00:00.123457 4711 nixl_agent.cpp:506] registerMem: registration failed for the specified or all potential backends
                """)).isEqualTo("Failed: libfabric could not register the memory: Bad address.");
    }

    @Test
    void anAssertionOfPsmIsAFailure() {
        assertThat(failure("""
                [1700000000.1] node-a:rank1.app: Reading from remote process' memory failed. Disabling CMA support
                node-a:rank1: Assertion failure at psm3/ptl_am/ptl.c:196: nbytes == req->req_data.recv_msglen
                """)).contains("Assertion failure at psm3/ptl_am/ptl.c:196");
    }

    @Test
    void aCollectiveThatAllRanksCalledIsNoAbsenceOfOne() {
        var line = "[rank%d]:[E606 09:09:08.164985364 ProcessGroupNCCL.cpp:757] [Rank %d] Watchdog caught collective "
                + "operation timeout: WorkNCCL(SeqNum=1, OpType=ALLGATHER, NumelIn=1, NumelOut=%d, Timeout(ms)=600000) "
                + "ran for 600004 milliseconds before timing out.\n";
        assertThat(failure(line.formatted(0, 0, 2) + line.formatted(1, 1, 2))).isEqualTo(
                "Failed: All-Gather number 1 (1 elements) did not end within 600 s, although all 2 ranks called it. "
                        + "NCCL_DEBUG=INFO shows the path between their GPUs.");
        assertThat(failure(line.formatted(0, 0, 3) + line.formatted(1, 1, 3))).contains("a rank did not reach it");
    }

    @Test
    void aGpuThatHangsIsTheCauseOfTimeouts() {
        assertThat(failure("""
                HW Exception by GPU node-9 (Agent handle: 0x5ab551f9f310) reason :GPU Hang
                Aborted (core dumped)
                [rank2]:[E110 16:13:20.222288244 ProcessGroupNCCL.cpp:616] [Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=45, OpType=_REDUCE_SCATTER_BASE, NumelIn=64, NumelOut=8, Timeout(ms)=600000) ran for 600026 milliseconds before timing out.
                """))
                .isEqualTo("Failed: GPU node-9 hung (HW Exception), and the time-outs of collectives follow; dmesg "
                        + "shows why.");
    }

    @Test
    void aConnectionThatUcxCannotChangeIsNamed() {
        assertThat(failure("""
                [1644178926.861597] [node-a:3110029:0]          wireup.c:1027 UCX  ERROR   old: am_lane 1 wireup_msg_lane 3 cm_lane <none> reachable_mds 0x1ffff ep_check_map 0x0
                """)).startsWith("Failed: UCX cannot change the lanes of a connection that it has set up");
    }

    @Test
    void aWarningIsNamedWhereARunBreaksOffBeforeItsFirstResult() throws Exception {
        assertThat(new Logs().add("hang.log", """
                # nThread 1 nGpus 2 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                #
                # Using devices
                #   Rank  0 Pid  38629 on node-a device  0 [0000:2f:00.0] AMD Instinct MI100
                #   Rank  1 Pid  38629 on node-a device  1 [0000:03:00.0] AMD Instinct MI100
                node-a:38629:38629 [0] /src/init.cc:132 NCCL WARN Missing "iommu=pt" from kernel command line which can lead to a hang!
                node-a:38629:38634 [0] NCCL INFO P2P Chunksize set to 131072
                """).headline().sentence())
                .isEqualTo("Broke off before the first result: 2 ranks on 1 host had started, "
                        + "and no size was measured. NCCL warned: Missing \"iommu=pt\" from kernel command line which can lead "
                        + "to a hang!");
    }

    @Test
    void aTransportThatIsLeftOutEndsANvshmemProgramInItsPreamble() throws Exception {
        assertThat(new Logs().add("put_bw.log", """
                Runtime options after parsing command line arguments
                min_size: 4, max_size: 4194304, step_factor: 2, iterations: 10, warmup iterations: 5, number of ctas: 32, threads per cta: 256 stride: 1, datatype: int, reduce_op: sum, threadgroup_scope: all_scopes, atomic_op: inc, dir: write, report_msgrate: 0, bidirectional: 0, putget_issue: on_stream
                Note: Above is full list of options, any given test will use only a subset of these variables.
                mype: 0 mype_node: 0 device name: NVIDIA H20 bus id: 8
                /src/modules/transport/ibrc/ibrc.cpp:nvshmemt_init:1851: neither nv_peer_mem, or nvidia_peermem detected. Skipping transport.
                """).headline().sentence()).startsWith("Failed: NVSHMEM left its InfiniBand transport out");
    }

    @Test
    void ranksOfOtherGroupsAreNotMissedInACollectiveOfAPart() {
        assertThat(failure("""
                [rank9]:[E129 16:38:47.714693059 ProcessGroupNCCL.cpp:683] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=49387, OpType=_ALLGATHER_BASE, NumelIn=442368, NumelOut=884736, Timeout(ms)=600000) ran for 600002 milliseconds before timing out.
                [rank8]:[E129 16:38:47.801786726 ProcessGroupNCCL.cpp:1858] [PG ID 0 PG GUID 0(default_pg) Rank 8] Received a dump signal due to a collective timeout from this local rank. Last enqueued NCCL work: 62, last completed NCCL work: 62.
                """)).isEqualTo("Failed: All-Gather number 49387 (442368 elements) did not end within 600 s, as rank 9 "
                + "reported; a rank did not reach it, or called another.");
    }

    @Test
    void oneCclWithoutAProviderIsNamed() {
        assertThat(failure("""
                2026:06:13-20:51:02 |CCL_INFO| libfabric version: 2.2.0
                2026:06:13-20:51:02 |CCL_ERROR| atl_ofi_helper.cpp:1118
                   atl_ofi_get_prov_list: fi_getinfo error: ret -61, providers 0
                """)).startsWith("Failed: oneCCL found no libfabric provider that it can use; ");
    }

    @Test
    void aRankWhoseTaskOfHcclTimesOutIsNamed() {
        assertThat(failure("""
                tag[AllReduce_127.10.0.1%enp], AlgType(level 0-1-2):[fullmesh-ring-NHR].
                [ERROR] HCCL(2111665,all_reduce_test):2025-10-24-11:18:29.499.247 [task_exception_handler.cc:771] [2111665][TaskExecStage][Timeout][Host]Task run failed, groupRank information is group:[127.10.0.1%enp], user define information[], rankSize[4], rankId[0].
                tag[AllGather_127.10.0.1%enp], AlgType(level 0-1-2):[fullmesh-ring-NHR].
                [ERROR] HCCL(2111666,all_reduce_test):2025-10-24-11:18:29.513.764 [task_exception_handler.cc:771] [2111666][TaskExecStage][Timeout][Host]Task run failed, groupRank information is group:[127.10.0.1%enp], user define information[], rankSize[4], rankId[1].
                [ERROR] HCCL(2111666,all_reduce_test):2025-10-24-11:18:29.513.787 [task_exception_handler.cc:704] [2111666][TaskExecStage][Timeout][Host]Task run failed, opData information is deviceId[1], index[21].
                """)).isEqualTo(
                "Failed: HCCL's task of rank 0 timed out; its tag lines show whether the ranks called the same "
                        + "collective.");
    }

    @Test
    void warningsCountByTheirTextAndNotByTheFileThatWarns() {
        assertThat(failure("""
                node [0] NCCL INFO /src/transport/p2p.cc:250 Cuda Alloc Size 6291456 pointer 0x7f1200000000 flags 3
                [2026-11-29 09:15:02] node [0] /src/transport/p2p.cc:256 NCCL WARN hipIpcGetMemHandle failed : invalid argument
                """)).isEqualTo(
                "Failed: hipIpcGetMemHandle failed : invalid argument on node; GPUs of a node share memory by "
                        + "it: the container's IPC settings may forbid it.");
        assertThat(failure("""
                node-7:4711:4712 [3] NCCL INFO Sharp rank 1/2 initialized on mlx5_5:1
                node-7:4711:4712 [3] sharp_plugin.c:302 NCCL WARN SHARP group create: Streaming Tree lock failed (-18)
                """)).startsWith("Failed: SHARP could not lock its streaming (SAT) tree on node-7");
    }

    @Test
    void theRankThatDeepEpsBarrierWaitedForIsNamed() {
        assertThat(failure("""
                DeepEP timeout check failed: rank = 6, thread = 4, value = 0)
                DeepEP timeout check failed: rank = 6, thread = 5, value = 1024)
                DeepEP timeout check failed: rank = 2, thread = 4, value = 0)
                DeepEP timeout check failed: rank = 2, thread = 5, value = 1024)
                """)).isEqualTo("Failed: DeepEP's barrier timed out: rank 5 did not reach it.");
    }

    @Test
    void theNodesThatSentNothingInDeepEpsDispatchAreNamed() {
        assertThat(failure("""
                DeepEP dispatch forwarder timeout (RDMA meta), channel: 2, RDMA: 1, nvl: 5, src RDMA lane: 3, dst NVL: 5, meta: 0, 0, 0, 0
                DeepEP dispatch forwarder timeout (RDMA meta), channel: 8, RDMA: 1, nvl: 5, src RDMA lane: 0, dst NVL: 2, meta: 0, 0, 0, 0
                """))
                .isEqualTo("Failed: DeepEP's dispatch timed out: nothing came from nodes 0 and 3 to GPU 5 of node 1.");
    }

    @Test
    void theRankThatCalledAnotherCollectiveIsNamedByTheFlightRecorder() {
        assertThat(failure("""
                Collective 12 at entry 11 errors
                collective: nccl:all_reduce
                error msg: Culprit rank 9; Error type: SIZE_OR_SYNTAX_MISMATCH, Expected input sizes: '[[4096]]' does not match found input sizes: '[[512]]'
                """)).isEqualTo(
                "Failed: rank 9 called a collective of other sizes ([[512]] where [[4096]] was expected).");
    }

    @Test
    void devicesAndPortsOfHcclAreNamed() {
        assertThat(failure("""
                RuntimeError: ACL stream synchronize failed.
                EI9999: 2026-03-02-08:15:00.101.202  The error from device(chipId:3, dieId:0), serial number is 9, hccl fftsplus task timeout occurred during task execution, stream_id:5, stuck notify num:1, timeout:30min(default).[FUNC:Process][LINE:1435]
                """)).startsWith("Failed: a task of HCCL on device 3 waited 30min for other ranks and timed out");
        assertThat(failure("""
                [ERROR] HCCL(4711,python3):2026-03-02-08:15:00.101.202 [hccl_socket.cc:100] [4711][HcclSocket][Listen] socket type[1], listen on ip[10.0.0.4] and specific port[16666] fail. Please check the port status.
                """)).isEqualTo(
                "Failed: HCCL could not listen on 10.0.0.4, port 16666; another process may have the port.");
    }

    @Test
    void queuePairsThatNvshmemCannotConnectAreNamed() {
        assertThat(failure("""
                /src/modules/transport/ibrc/ibrc.cpp:420: non-zero status: 22 ibv_modify_qp failed
                /src/modules/transport/ibrc/ibrc.cpp:1433: non-zero status: 7 ep_connect failed
                /src/host/init/init.cu:1007: non-zero status: 7 nvshmem setup connections failed
                """)).startsWith("Failed: NVSHMEM could not connect its queue pairs (ibv_modify_qp returned 22); ");
    }

    @Test
    void aProviderWithoutADeviceIsNamed() {
        assertThat(failure("""
                ip-10-0-0-4:79:79 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.4<0>
                libfabric:85:1790000000::core:core:fi_getinfo_():1392<warn> fi_getinfo: provider efa output empty list
                ip-10-0-0-4:79:79 [0] NCCL INFO init.cc:1089 -> 2
                """)).startsWith("Failed: libfabric's provider efa found no device; ");
    }

    @Test
    void aProviderWithoutADeviceDoesNotFailByItself() {
        assertThatThrownBy(() -> new Logs().add("job.log", """
                ip-10-0-0-4:79:79 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.4<0>
                libfabric:85:1790000000::core:core:fi_getinfo_():1392<warn> fi_getinfo: provider efa output empty list
                """)).isInstanceOf(UnreadableFile.class).hasMessageNotContaining("it failed");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', textBlock = """
            n1:71:80 [0] transport/net_ib.cc:1040 NCCL WARN NET/IB : req 0/1 tag 0 peer 10.0.0.6<5868> collective mismatch error, local size 4096 remote size 65536 => two ranks are in different calls: 4096 bytes here, 65536 at the other end
            n1:71:80 [2] misc/socket.cc:440 NCCL WARN socketFinalizeAccept: wrong type 4 != 3 => one end uses InfiniBand and the other sockets
            n1:71:80 [3] enqueue.cc:1180 NCCL WARN Error : no algorithm/protocol available => NCCL found no algorithm for a call
            n1:71:80 [6] nccl_ofi_tuner_init:270 NCCL WARN NET/OFI The tuner plugin can not be loaded when explicitly choosing an algorithm or protocol with NCCL_ALGO/NCCL_PROTO => aws-ofi-nccl's tuner does not load
            libfabric:77:1790000000::efa:cq:efa_cq_open_ext():92<warn> Unable to create extended CQ: Cannot allocate memory => EFA could not create a completion queue
            libfabric:77:1790000000::efa:cq:efa_rdm_txe_handle_error():737<warn> err: 5, message: Invalid address My EFA addr: fi_addr_efa://[fe80::1]:0:1 My host id: i-1 Peer EFA addr: fi_addr_efa://[fe80::2]:0:2 Peer host id: i-2 (7) => a transfer of EFA failed: Invalid address
            MPIDI_OFI_handle_cq_error(788): OFI poll failed (default nic=rdmap0s6-rdm: Invalid argument) => libfabric reported an error to MPICH: Invalid argument
            n1:14937:69361 [0] misc/shmutils.cc:129 NCCL WARN Error while attaching to shared memory segment /dev/shm/nccl-abcdef (size 1048576), error: No such file or directory (2) => a rank does not find the shared memory of a peer
            graph/xml.h: NCCL WARN Error : too many XML nodes (max 256) => the topology of the node has more than the 256 entries that NCCL was built for
            [1] misc/shmutils.cc:103 NCCL WARN Cuda failure 'invalid argument' => CUDA could not register NCCL's shared memory ('invalid argument')
            E1130 07:15:48.497743  1710 rdma_context.cpp:201] Failed to register memory 0x7f4680000000: Bad address [14] => Failed to register memory 0x7f4680000000: Bad address [14]; if the buffer is GPU memory
            own.CuError: (800, 'Call to cuMemCreate(&handle, nbytes, &prop, 0) failed. (Cu failure: operation not permitted)') => CUDA refused memory that other processes or nodes can map
            /src/host/team/team_internal_nvls.cpp:254: non-zero status: 401 cuMemMap failed to map 8589934592 bytes handle at address: 0x1320000000 offset 0 on device 3 => NVSHMEM could not map its heap for NVLink multicast
            DeepEP dispatch NVL receiver timeout, channel: 3, RDMA: 1, nvl: 6, src RDMA: 0, src nvl: 3, start: 0, end: 0 => DeepEP's dispatch timed out: nothing came from node 0 to GPU 6 of node 1
            RuntimeError: Failed: Assertion error /build/csrc/deep_ep.cpp:1240 'x.size(0) <= num_max_dispatch_tokens_per_rank' => a rank gave DeepEP more tokens than num_max_dispatch_tokens_per_rank
            [1790000000.66] [n1:77956:0]          ucc_cl.c:57   UCC  ERROR no TLs are selected for CL_BASIC => UCC found no transport layer (TL) for CL_BASIC
            [n1:158] PMIX ERROR: PMIX_ERR_FILE_OPEN_FAILURE in file ../src/mca/gds/shmem2/gds_shmem2.c at line 1056 => PMIx could not open its shared-memory file
            command terminated with exit code 137 => something killed a process (exit code 137)
            [n1:354:0:354]      cma_ep.c:84   process_vm_readv(pid=355 {0x24,128}-->{0x1b,128}) returned -1: Operation not permitted => UCX (CMA) may not access the memory of another process
            srun: error:  mpi/pmix_v5: init: (null) [0]: mpi_pmix.c:193: pmi/pmix: can not load PMIx library => Slurm found no PMIx library for srun --mpi=pmix
            Reason=gres/gpu count reported lower than configured (6 < 8) [slurm@2026-11-29T10:00:00] => slurmd found 6 GPUs where slurm.conf has 8
            2026:11:29-10:00:00:(30798) |CCL_ERROR| stream.cpp:150 get_ze_context: condition backend == ccl::utils::get_level_zero_backend() failed => oneCCL needs Level Zero
            [1790000000.66] n1:rank7.python: Failed to modify UD QP to INIT on mlx5_2: Operation not permitted => libfabric's psm3 could not use mlx5_2: Operation not permitted
            nixl._bindings.nixlBackendError: NIXL_ERR_BACKEND => a backend of NIXL did not start
            E1129 02:57:10.528410 5811 worker_pool.cpp:274] Worker: Process failed for slice (opcode: 0, length: 404, local_nic: mlx5_1, peer_nic: 10.0.0.2:8149@mlx5_0, retry_cnt: 0): transport retry counter exceeded => Mooncake's mlx5_1 got no answer from 10.0.0.2:8149@mlx5_0
            Failed to modify QP 1222 to RTR => Failed to modify QP 1222 to RTR; RoCE
            [CUDA_ERROR_INVALID_VALUE] invalid argument in expression cuMemSetAccess((CUdeviceptr) buffer, size, &desc, 1 ) on n1, rank = 8 in MultinodeMemoryAllocationUnicast() => nvbandwidth could not map memory of another node
            [E616 02:08:15.931416442 socket.cpp:1023] [c10d] The client socket has timed out after 600000ms while trying to connect to (10.0.0.9, 29500). => nothing answered at 10.0.0.9, port 29500, within 600000 ms
            [rank0]:[E ProcessGroupNCCL.cpp:1316] [PG 5 Rank 0] Heartbeat monitor timed out! Process will be terminated after dumping debug info. => PyTorch's watchdog made no progress
            [rank2]: RuntimeError: Detected mismatch between collectives on ranks. Rank 2 is running collective: CollectiveFingerPrint(SequenceNumber=32, OpType=ALLREDUCE, TensorShape=[]) => the ranks call different collectives: rank 2 is in ALLREDUCE where others are not
            ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -9) local_rank: 3 (pid: 812) of binary: /usr/bin/python => something killed the process of local rank 3 (SIGKILL)
            Failed: /workspace/csrc/custom_all_reduce.cuh:368 'invalid argument' => vLLM's custom all-reduce failed: invalid argument
            WARN: GPU cannot map UAR of device mlx5_2. Skipping... => NVSHMEM's IBGDA leaves out mlx5_2: the GPU cannot map the doorbells of the NIC
            WARN: device mlx5_2 cannot allocate buffer on the specified memory type. Skipping... => NVSHMEM's IBGDA leaves out mlx5_2: GPU memory cannot be registered there
            /build/nvshmem/src/host/mem/mem_heap.cpp:1500: non-zero status: 101 cuMemCreate failed => NVSHMEM could not allocate its heap: cuMemCreate returned CUDA_ERROR_INVALID_DEVICE
            Warning: NCCL EP timeout for combine receive, rank 1, local_expert_idx 12, src_rank 3 => NCCL EP's combine timed out: rank 1 received nothing from rank 3
            n1:66:67 [0] NCCL INFO socketPollConnect: connect returned No route to host, retrying (33/34) after sleep for 3300 msec => NCCL finds no route to the other end on n1
            NVRM: fallen off the bus and is not responding to commands. => a GPU has fallen off the bus
            kernel: NVRM: Xid (PCI:0000:dc:00): 45, pid=18, name=python3, Ch 00000001 caused by previous Xid 149 => NVLink of GPU 0000:dc:00 failed (Xid 149)
            [1790000000.68] [n1:677:0]        mm_posix.c:206  UCX  ERROR   Not enough memory to write total of 4292720 bytes. Please check that /dev/shm or the directory you specified has more available memory. => shared memory (/dev/shm) is full or too small
            """)
    void causesAreNamedByTheLineThatReportsThem(String line, String cause) throws Exception {
        var logs = new Logs();
        try {
            logs.add("job.log", line + "\n");
        } catch (UnreadableFile e) {
            assertThat(e).hasMessageContaining("; it failed: line 1 ");
        }
        assertThat(logs.headline().sentence()).startsWith("Failed: " + cause);
    }

    @Test
    void ranksThatReportTheTimeoutOfAnotherDidNotCallIt() {
        assertThat(failure("""
                [rank0]:[E101 01:02:03.000000001 ProcessGroupNCCL.cpp:1858] [PG ID 0 PG GUID 0(default_pg) Rank 0] Received a dump signal due to a collective timeout from  rank 1 and we will try our best to dump the debug info. Last enqueued NCCL work: 41, last completed NCCL work: 41.
                [rank1]:[E101 01:02:03.000000002 ProcessGroupNCCL.cpp:683] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42, OpType=BROADCAST, NumelIn=80, NumelOut=80, Timeout(ms)=600000) ran for 600050 milliseconds before timing out.
                [rank2]:[E101 01:02:03.000000003 ProcessGroupNCCL.cpp:683] [Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42, OpType=BROADCAST, NumelIn=80, NumelOut=80, Timeout(ms)=600000) ran for 600060 milliseconds before timing out.
                """)).isEqualTo(
                "Failed: Broadcast number 42 (80 elements) did not end within 600 s: rank 0 did not call it, "
                        + "whose last call is number 41.");
    }

    @Test
    void theLineBehindAValueThatIsNullNamesTheCause() {
        assertThat(failure("""
                /build/nvshmem/src/modules/transport/ibgda/ibgda.cpp:1300: NULL value
                /build/nvshmem/src/modules/transport/ibgda/ibgda.cpp:1300: NULL value
                Unable to create ah.
                Unable to create ah.
                /build/nvshmem/src/modules/transport/ibgda/ibgda.cpp:3000: non-zero status: 7
                """)).startsWith("Failed: NVSHMEM's IBGDA could not create an address handle");
    }

    @Test
    void inATracebackFromItsEndTheCauseComesFirst() {
        assertThat(failure("""
                Duplicate GPU detected : rank 9 and rank 1 both on CUDA device 1b000
                 Last error:
                ncclInvalidUsage: This usually reflects invalid usage of NCCL library.
                torch.distributed.DistBackendError: NCCL error in: /build/NCCLUtils.hpp:268, invalid usage
                """)).startsWith("Failed: Duplicate GPU detected : rank 9 and rank 1 both on CUDA device 1b000");
    }

    @Test
    void aCrashIsNamedByItsFirstFunctionOutsideTheHandlersOfSignals() throws Exception {
        var sentence = new Logs().add("osu.log", """
                # OSU MPI-CUDA Bandwidth Test v7.5
                # Size      Bandwidth (MB/s)
                1                       0.43
                [node-a:4711] *** Process received signal ***
                [node-a:4711] Signal: Segmentation fault (11)
                [node-a:4711] [ 0] linux-vdso.so.1(__kernel_rt_sigreturn+0x0)[0x400]
                [node-a:4711] [ 1] /lib64/libc.so.6(abort+0x1f)[0x401]
                [node-a:4711] [ 2] /opt/mpi/lib/libmpi.so.40(NBC_Progress+0x164)[0x402]
                """).headline().sentence();
        assertThat(sentence).startsWith("Failed: Segmentation fault (11) on node-a in NBC_Progress (libmpi)");
    }

    @Test
    void aCrashComesBeforeTheTimeOutOfTheOthers() {
        assertThat(failure("""
                *** SIGSEGV received at time=1775734074 on cpu 19 ***
                PC: @     0xe1e2567f5014  (unknown)  ncclLocalOpAppend()
                [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=115, OpType=ALLREDUCE, NumelIn=94, NumelOut=94, Timeout(ms)=1800000) ran for 1800002 milliseconds before timing out.
                """)).isEqualTo(
                "Failed: a process crashed (SIGSEGV) in ncclLocalOpAppend; the others waited for it in vain.");
    }

    @Test
    void theErrorOfTheNetworkInterfaceComesBeforeThatOfTheOtherEnd() throws Exception {
        assertThat(new Logs().add("write.log", """
                ./ib_write_bw --use_cuda=0 -a
                ethernet_read_keys: Couldn't read remote address
                 Unable to read to socket/rdma_cm
                ./ib_write_bw -d mlx5_0 --use_cuda=0 -a 10.0.0.10
                 Completion with error at client
                 Failed status 4: wr_id 0 syndrom 0x51
                """).headline().sentence())
                .isEqualTo("Failed: the network interface had no access to its local buffer (status 4). "
                        + "If it is GPU memory, check nvidia_peermem or DMA-BUF.");
    }

    private static String failure(String log) {
        var logs = new Logs();
        assertThatThrownBy(() -> logs.add("job.log", log)).isInstanceOf(UnreadableFile.class)
                .hasMessageContaining("; it failed: line ");
        assertThat(logs.headline().consequence()).isEqualTo(Consequence.FAILED);
        return logs.headline().sentence();
    }
}

package org.gpucomm.analysis.headline;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.rules.Phrases;
import org.jspecify.annotations.Nullable;

/** Known meanings of errors of launchers, GPUs and communication libraries, each with its source; the first that fits counts. */
final class FailureMeaning {

    /**
     * An error with a known meaning.
     *
     * @param cause   what happened, in place of the line: {@code $1} stands for a group of the error, {@code %s} for all values of the
     *                first group; null if the line is to be quoted
     * @param noun    what the values are: {@code rank}
     * @param remedy  what to do, or what the error means; empty if the cause says all
     * @param effects what other lines may report as its effect
     */
    record Known(Pattern error, @Nullable String cause, String noun, String remedy, List<Effect> effects) {

        private Known(String error, String remedy) {
            this(Pattern.compile(error), null, "", remedy, List.of());
        }

        private Known(String error, @Nullable String cause, String remedy) {
            this(Pattern.compile(error), cause, "", remedy, List.of());
        }

        private Known each(String named) {
            return new Known(error, cause, named, remedy, effects);
        }

        private Known then(String effect, String words) {
            return new Known(error, cause, noun, remedy,
                    Stream.concat(effects.stream(), Stream.of(new Effect(Pattern.compile(effect), words))).toList());
        }

        boolean isIn(String line) {
            return error.matcher(line).find();
        }

        /** Returns what happened, without the line's own words; null if the line is to be quoted. */
        @Nullable
        String causeIn(String line, List<String> failures) {
            return cause == null ? null : filled(cause, error, line, noun, failures);
        }

        /** Returns the effect that some lines report; empty if they report none. */
        String effectIn(List<String> failures) {
            return effects.stream()
                    .flatMap(effect -> failures.stream().filter(line -> effect.error().matcher(line).find()).limit(1)
                            .map(line -> filled(effect.words(), effect.error(), line, "", failures)))
                    .findFirst().orElse("");
        }
    }

    private record Effect(Pattern error, String words) {}

    private static final List<Known> KNOWN = List.of(
            // Abseil's failure_signal_handler.cc
            new Known("\\*\\*\\* (SIG(?:SEGV|BUS)) ", "a process crashed ($1)", "")
                    .then("Watchdog caught collective operation timeout", "; the others waited for it in vain"),
            // Slurm's srun and slurmstepd; the kernel's OOM killer; Kubernetes
            outOfMemory("srun: error: ([\\w.-]++): (tasks? [\\d,-]+): Out Of Memory",
                    "the out-of-memory handler killed $2 on $1"),
            outOfMemory("ut of memory: Killed process \\d+ \\(([^)]+)\\)", "the kernel killed $1 for lack of memory"),
            outOfMemory("oom[-_]kill|OOMKilled", "the out-of-memory handler killed a process"),
            outOfMemory("xceeded (?:\\w+ )?memory limit|memory limit at some point|xceeded job memory",
                    "the job used more memory than its limit"),
            new Known("\\*\\*\\* (?:JOB|STEP) \\S+ ON (\\S+) CANCELLED AT \\S+ DUE TO TIME LIMIT",
                    "Slurm ended it on $1 at its time limit", ""),
            new Known("ON (\\S+) CANCELLED AT \\S+ DUE TO NODE FAILURE",
                    "Slurm ended it because $1 or another node failed",
                    ""),
            new Known("gres/gpu count reported lower than configured \\((\\d+) < (\\d+)\\)",
                    "slurmd found $1 GPUs where slurm.conf has $2, so Slurm drains the node",
                    "check gres.conf and the driver"),
            new Known("can not load PMIx library", "Slurm found no PMIx library for srun --mpi=pmix",
                    "install libpmix on its nodes, or try --mpi=pmi2"),
            new Known("terminated with exit code 137", "something killed a process (exit code 137)",
                    "in Kubernetes mostly for lack of memory"),
            new Known("CANCELLED AT \\S+ DUE TO PREEMPTION", "Slurm ended it in favour of another job", ""),
            new Known("There are not enough slots available",
                    "mpirun was to start more processes than its hosts have slots", "the host file gives their number"),
            new Known("Host key verification failed", "ssh refused a host whose key it does not know", ""),
            new Known("Unable to allocate resources: (.+)", "Slurm could not allocate its resources: $1", ""),
            new Known("slurmstepd: error: execve\\(\\): (\\S+): No such file", "Slurm found no program $1 on a node",
                    ""),
            new Known("(?:error while loading shared libraries|ImportError): ([^\\s:]+): cannot open shared object",
                    "the program did not find its library $1", "LD_LIBRARY_PATH must name the folder"),
            // NVIDIA's XID errors, 79
            new Known("NVRM: Xid \\(PCI:([\\w:.]+)\\): 79", "GPU $1 has fallen off the bus (Xid 79)", ""),
            // ROCr's runtime.cpp
            new Known("NVRM:.*fallen off the bus", "a GPU has fallen off the bus", "its driver reports its address"),
            // NVIDIA's XID errors, 144 to 150
            new Known("Xid \\(PCI:([\\w:.]+)\\): \\d+,.*caused by previous Xid (14[4-9]|150)",
                    "NVLink of GPU $1 failed (Xid $2)", "drain the node: the hardware may be at fault"),
            new Known("HW Exception by GPU (node-\\d+) .*reason ?: ?GPU Hang", "GPU $1 hung (HW Exception)",
                    "dmesg shows why").then("Watchdog caught", ", and the time-outs of collectives follow"),
            new Known("Driver/library version mismatch",
                    "the driver's kernel module and its libraries are of different versions",
                    "a reboot loads the new module"),
            // HPE Cray MPICH, man intro_mpi
            new Known("GTL library is not linked",
                    "MPICH_GPU_SUPPORT_ENABLED=1 is set, but the program lacks Cray's GTL library",
                    "link libmpi_gtl_cuda or libmpi_gtl_hsa, or set it to 0"),
            // ROCm's rocvirtual.cpp; ROCm/rocm-systems pull request 11277
            new Known("(?i)pcie atomics not enabled",
                    "PCIe atomics are not enabled, so HIP refused a kernel (hostcall)", "")
                    .then("NCCL|HIP failure", "; the errors of NCCL and HIP follow"),
            // NIXL's ucx_utils.cpp
            new Known("detected as host by UCX",
                    "UCX takes GPU memory for host memory, so NIXL cannot register it",
                    "check its CUDA/ROCm modules and UCX_TLS"),
            // aws-ofi-nccl's nccl_ofi_rdma.cpp
            new Known("Unexpected number of remote (?:control )?rails for (dev \\d+)\\. Expected (\\d+) but got (\\d+)",
                    "the two ends differ in rails of %s ($1: $2 against $3)",
                    "give both the same devices").each("device"),
            // libfabric's efa_errno.h and efa_strerror.c
            efa("4126", "did not answer the handshake (error 4126)", "check its process and security group"),
            efa("4124", "no longer answers (error 4124)", "check its process and hardware"),
            efa("15", "never answered (error 15)", "check its process and security group"),
            efa("13", "no longer answers (error 13)", "check its process, hardware and security group"),
            efa("9", "has no such queue pair, or a failed one (error 9)",
                    "its process may have ended: its log says why"),
            efa("8", "reset the connection (error 8)", "its log says why"),
            efa("10", "had no receive buffer posted (error 10)", ""),
            new Known(
                    "completed with error\\. RC: -?\\d+\\. Error: (\\d+) \\(((?:(?! My EFA| My host|\\)[.,])[^:\\[])+)",
                    "libfabric returned error $1 ($2)", ""),
            // EFA_IO_COMP_STATUS_FLUSHED of the same; IBV_WC_WR_FLUSH_ERR
            new Known("srd_iface.*send completion\\[\\d+\\] with error on (\\w+)/\\S+: Work Request Flushed Error",
                    "EFA sends of UCX were flushed on %s (queue pairs failed or destroyed)", "").each("device")
                    .then("NIXL_ERR_REMOTE_DISCONNECT", ", so NIXL lost its peer"),
            new Known("send completion\\[\\d+\\] with error on (\\w+)/\\S+: Work Request Flushed Error",
                    "sends of UCX were flushed on %s (queue pairs failed or destroyed)", "").each("device")
                    .then("NIXL_ERR_REMOTE_DISCONNECT", ", so NIXL lost its peer"),
            new Known("completed with error\\. RC: -?(\\d+)\\. Error: ([^.:(]+)\\.", "libfabric returned error $1 ($2)",
                    ""),
            new Known("OFI (\\w+(?: \\w+)?) failed \\(ofi_\\w+\\.[ch]:\\d+:\\w+:([^)]+)\\)",
                    "libfabric failed in MPICH ($1): $2", ""),
            new Known("OFI poll failed \\(.*: ([^:()]+)\\)", "libfabric reported an error to MPICH: $1", ""),
            // libfabric's psm3
            new Known("Failed to modify UD QP to INIT on (\\w+): (.+)", "libfabric's psm3 could not use $1: $2",
                    "its processes need rights to the device and locked memory"),
            // oneCCL's stream.cpp and atl_ofi_helper.cpp
            new Known("get_level_zero_backend\\(\\) failed", "oneCCL needs Level Zero, and SYCL offers another backend",
                    "ONEAPI_DEVICE_SELECTOR=level_zero:gpu"),
            new Known("atl_ofi_get_prov_list: fi_getinfo error",
                    "oneCCL found no libfabric provider that it can use",
                    "FI_PROVIDER and CCL_ATL_TRANSPORT choose it"),
            // UCX's wireup.c
            new Known("wireup\\.c:\\d+ +UCX +ERROR +old: ",
                    "UCX cannot change the lanes of a connection that it has set up",
                    "a newer UCX, or one device in UCX_NET_DEVICES"),
            // fi_cxi(7); libfabric's cxip_mr.c
            new Known("(?:<warn> ([\\w.-]+): )?cxil_map\\(\\) failed: (-\\d+)",
                    "libfabric's cxi on $1 could not map a buffer ($2)",
                    "if it is GPU memory, libfabric may lack CUDA or ROCm"),
            // libfabric's efa_rdm_ope.c and efa_cq.h
            new Known("efa_rdm_\\w+_handle_error\\(\\):.*message: (.+?) My EFA addr", "a transfer of EFA failed: $1",
                    "the peer's process may have ended"),
            new Known("Unable to create extended CQ: Cannot allocate memory",
                    "EFA could not create a completion queue: Cannot allocate memory",
                    "the limit of locked memory (ulimit -l) may be too low"),
            // libfabric's fabric.c
            new Known("provider efa output empty list", "libfabric's provider efa found no device",
                    "the instance or its container may lack EFA: fi_info -p efa"),
            // aws-ofi-nccl's nccl_ofi_rdma.c
            new Known("fi_getinfo\\(\\) call failed: No data available",
                    "aws-ofi-nccl found no libfabric provider that it can use",
                    "fi_info -p efa shows whether EFA is there"),
            // UCX's ib_md.c and ucp_mm.c
            new Known("ibv_reg_mr\\(address=|failed to register address \\w+ \\(host\\)",
                    "UCX could not register a buffer",
                    "if it is GPU memory, UCX lacks its CUDA or ROCm modules"),
            // linux-rdma perftest's perftest_resources.c
            new Known("Couldn't allocate MR",
                    "if the buffer is GPU memory, load nvidia_peermem, or use --use_cuda_dmabuf"),
            // linux-rdma perftest's perftest_communication.c
            new Known("Couldn't listen to port (\\d+)", "the server could not listen on port $1",
                    "maybe another process has it"),
            new Known("Couldn't connect to ([\\w.:-]+)", "the client could not connect to $1",
                    "its server must run, and its port be open"),
            // OpenPMIx's gds_shmem2.c
            new Known("PMIX_ERR_FILE_OPEN_FAILURE in file \\S*shmem2", "PMIx could not open its shared-memory file",
                    "PMIX_MCA_gds=hash does without it"),
            // UCX's cma_ep.c, process_vm_readv(2)
            new Known("process_vm_(?:readv|writev)\\(.*Operation not permitted",
                    "UCX (CMA) may not access the memory of another process",
                    "a container needs the right to ptrace, or UCX_TLS=^cma"),
            // UCX's mm_posix.c
            new Known("Not enough memory to write .*/dev/shm", "shared memory (/dev/shm) is full or too small",
                    "a container needs --shm-size or --ipc=host"),
            // UCC's ucc_cl.c
            new Known("no TLs are selected for (\\w+)", "UCC found no transport layer (TL) for $1",
                    "ucc_info shows those that there are; UCC_TLS may exclude them"),
            // Docker's documentation of its default bridge network
            new Known("dest_addr=(172\\.17\\.0\\.1):\\d+\\) failed: Connection refused",
                    "UCX was given $1, the address of Docker's bridge on the other host",
                    "UCX_NET_DEVICES or UCX_TLS must leave docker0 out"),
            // UCX's select.c
            new Known("Destination is unreachable", "UCX has no transport to the other end",
                    "check UCX_TLS and UCX_NET_DEVICES"),
            // NVSHMEM's transport.cpp and topo.cpp; a node has no ninth GPU
            new Known("init failed for (?:remote )?transport: (\\w+)", "NVSHMEM's transport $1 did not start", "")
                    .then("Peer GPU ([89]|\\d\\d+) is not accessible",
                            ", so GPUs of other nodes (GPU $1 first) cannot be reached")
                    .then("Peer GPU (\\d+) is not accessible", ", and GPU $1 cannot be reached without it")
                    .then("Unable to initialize any transports", ", nor did any other"),
            new Known("neither nv_peer_mem, or nvidia_peermem detected",
                    "NVSHMEM left its InfiniBand transport out, for it found no nvidia_peermem",
                    "load that module, or let it use DMA-BUF"),
            new Known("No devices selected", "NVSHMEM found no network device to use",
                    "NVSHMEM_HCA_LIST and NVSHMEM_HCA_PE_MAPPING choose them"),
            // NVSHMEM's ibgda.cpp
            new Known("GPU cannot map UAR of device (\\S+)\\.",
                    "NVSHMEM's IBGDA leaves out %s: the GPU cannot map the doorbells of the NIC",
                    "PeerMappingOverride=1 in NVreg_RegistryDwords of NVIDIA's driver allows it").each("device"),
            new Known("device (\\S+) cannot allocate buffer on the specified memory type",
                    "NVSHMEM's IBGDA leaves out %s: GPU memory cannot be registered there",
                    "nvidia_peermem or DMA-BUF may be missing").each("device"),
            // NVSHMEM's ibrc.cpp
            new Known("ibrc\\.cpp:\\d+: non-zero status: (\\d+):? ibv_modify_qp failed",
                    "NVSHMEM could not connect its queue pairs (ibv_modify_qp returned $1)",
                    "NVSHMEM_IB_GID_INDEX and NVSHMEM_HCA_LIST choose addresses and devices"),
            new Known("Unable to create ah\\b", "NVSHMEM's IBGDA could not create an address handle", ""),
            new Known("Peer GPU (\\d+) is not accessible", "no transport of NVSHMEM reaches GPU $1",
                    "without P2P it needs a network (NVSHMEM_REMOTE_TRANSPORT)"),
            // NCCL's topo.cc
            new Known("Fusing NET devices from different NUMA domains",
                    "NCCL cannot fuse network interfaces of different NUMA domains (NCCL_NET_FORCE_MERGE)",
                    "name interfaces of one domain, or none"),
            // NCCL's enqueue.cc, which reports it before a kernel fails to start
            new Known("ncclMaxSharedMem (\\d+) exceeds device/fn maxSharedMem (\\d+)",
                    "NCCL's kernels need more shared memory than the GPU has ($1 against $2 bytes)",
                    "a newer NCCL may know this GPU"),
            // NCCL's enqueue.cc
            new Known(
                    "no algorithm/protocol available for function (\\w+) with datatype (\\w+)\\. (NCCL_\\w+) was set to ([^.\\s]+)",
                    "$3=$4 leaves NCCL no algorithm for $1 of $2", ""),
            new Known("no algorithm/protocol available", "NCCL found no algorithm for a call",
                    "NCCL_ALGO and NCCL_PROTO may exclude all"),
            // aws-ofi-nccl's nccl_ofi_tuner.cpp
            new Known("tuner plugin can not be loaded when explicitly choosing",
                    "aws-ofi-nccl's tuner does not load where NCCL_ALGO or NCCL_PROTO is set",
                    "unset them, or update it"),
            // NCCL's net_ib.cc, and enum ncclSocketType of its socket.h
            new Known("collective mismatch error, local size (\\d+) remote size (\\d+)",
                    "two ranks are in different calls: $1 bytes here, $2 at the other end",
                    "other calls, settings or versions"),
            new Known("wrong type (?:4 != 3|3 != 4)", "one end uses InfiniBand and the other sockets",
                    "NCCL_NET and NCCL_IB_DISABLE must be the same on all nodes"),
            // NVIDIA/nccl issue 1066; nccl-tests issue 300
            new Known("nvmlDeviceGetHandleByPciBusId\\(\\) failed: Not Found",
                    "NVML finds no GPU by its bus id",
                    "it may be hidden (Slurm, container)"),
            // hipErrorInvalidKernelFile, hipErrorNoBinaryForGpu
            new Known("invalid kernel file|device kernel image is invalid",
                    "kernels did not load ('$0')", "the build may not fit the GPUs"),
            // NVIDIA/nccl issue 2077; Fabric Manager's log and NCCL's last error
            new Known("NVSwitch multicast resources",
                    "all multicast slots of the NVSwitches are in use, so NVLink SHARP cannot start",
                    "use fewer communicators, or NCCL_NVLS_ENABLE=0"),
            // NVSHMEM's mem_heap.cpp, and enum cudaError_enum of cuda.h
            new Known("non-zero status: 101 cuMemCreate failed",
                    "NVSHMEM could not allocate its heap: cuMemCreate returned CUDA_ERROR_INVALID_DEVICE",
                    "NVSHMEM_DISABLE_CUDA_VMM=1 allocates it in another way"),
            // NVIDIA/nccl issue 2303
            new Known("NCCL EP timeout for (\\w+) receive, rank (\\d+), local_expert_idx \\d+, src_rank (\\d+)",
                    "NCCL EP's $1 timed out: rank $2 received nothing from rank $3", ""),
            // microsoft/mscclpp issue 467; the driver's cuMemCreate asks for such a right for fabric handles alone
            new Known("cuMemCreate.*operation not permitted",
                    "CUDA refused memory that other processes or nodes can map (cuMemCreate: operation not permitted)",
                    "in a container, fabric handles need the host's IMEX channel"),
            // NVSHMEM's team_internal_nvls.cpp
            new Known("nvls\\.cpp:\\d+: non-zero status: \\d+ cuMemMap failed",
                    "NVSHMEM could not map its heap for NVLink multicast",
                    "NVSHMEM_DISABLE_NVLS=1 does without it; Fabric Manager may need a reset of the GPUs"),
            new Known("Failed to bind NVLink SHARP", "NVLink SHARP (NVLS) could not bind its multicast memory",
                    "NCCL_NVLS_ENABLE=0 does without it; Fabric Manager's log says why"),
            // NVIDIA/nccl issue 2237, gin_host_gdaki.cc
            new Known("\\(gdaki(\\w+)\\) NCCL WARN DOCA failure (\\d+)",
                    "NCCL's GPU-initiated network (GDAKI) did not start: $1 returned DOCA error $2",
                    "the port may need a GRH"),
            // NVIDIA/nccl issue 1518, shmutils.cc
            new Known("shmutils\\.cc:\\d+ NCCL WARN Cuda failure '([^']*)'",
                    "CUDA could not register NCCL's shared memory ('$1')", "NCCL_SHM_DISABLE=1 does without it"),
            // NVIDIA/nccl issue 2190, shmutils.cc
            new Known("attaching to shared memory segment .*\\(size 0\\)",
                    "a rank got no name for the shared memory of a peer",
                    "the two may use different kinds of host memory: try NCCL_CUMEM_HOST_ENABLE=0"),
            // NVIDIA/nccl issue 1589, shmutils.cc
            new Known("attaching to shared memory segment .*No such file",
                    "a rank does not find the shared memory of a peer", "containers of a host need the same /dev/shm"),
            // NVIDIA/nccl issue 2057, socket.cc; AF_UNIX is 1
            new Known("connecting to address +with family 1 ",
                    "NCCL connected to an invalid address (family 1)",
                    "sends and receives must be in one group (ncclGroupStart, ncclGroupEnd)"),
            // Mellanox/nccl-rdma-sharp-plugins, sharp_plugin.c
            new Known("SHARP group create: Streaming Tree lock failed",
                    "SHARP could not lock its streaming (SAT) tree",
                    "NCCL goes on without SHARP; another job may hold the tree"),
            // RCCL's p2p.cc; ROCm/rocm-systems issue 2188
            new Known("hipIpcGetMemHandle failed",
                    "GPUs of a node share memory by it: the container's IPC settings may forbid it"),
            // DeepEP's utils.cuh: in barrier_block a thread waits for the rank of its number until the value is 0
            new Known(
                    "DeepEP timeout check failed: rank = \\d+, thread = (\\d+), value = [1-9]|DeepEP timeout check failed",
                    "DeepEP's barrier timed out: %s did not reach it", "").each("rank"),
            new Known("deep_ep\\.cpp.*num_max_dispatch_tokens_per_rank",
                    "a rank gave DeepEP more tokens than num_max_dispatch_tokens_per_rank", "raise it"),
            // DeepEP's internode.cu
            new Known("DeepEP dispatch NVL receiver timeout(?=.*src RDMA: (\\d+)).*RDMA: (\\d+), nvl: (\\d+), src RDMA",
                    "DeepEP's dispatch timed out: nothing came from %s to GPU $3 of node $2", "").each("node"),
            new Known(
                    "DeepEP dispatch forwarder timeout \\(RDMA meta\\)(?=.*src RDMA lane: (\\d+)).*RDMA: (\\d+), nvl: (\\d+)",
                    "DeepEP's dispatch timed out: nothing came from %s to GPU $3 of node $2", "").each("node"),
            // PyTorch's ProcessGroupNCCL.cpp, ProcessGroupWrapper.cpp, socket.cpp and elastic agent
            new Known("Heartbeat monitor timed out|watchdog got stuck for \\d+ seconds",
                    "PyTorch's watchdog made no progress: a call of NCCL or CUDA hangs",
                    "a rank that stopped calling is to be found first"),
            new Known("Detected mismatch between collectives on ranks\\. Rank (\\d+) is running collective: "
                    + "CollectiveFingerPrint\\((?:SequenceNumber=\\d+, )?OpType=(\\w+)",
                    "the ranks call different collectives: rank $1 is in $2 where others are not", ""),
            new Known("client socket has timed out after (\\d+) ?ms while trying to connect to \\(([^,]+), (\\d+)\\)",
                    "nothing answered at $2, port $3, within $1 ms",
                    "rank 0 must run there, and MASTER_ADDR be reachable"),
            new Known("failed \\(exitcode: -9\\) local_rank: (\\d+)",
                    "something killed the process of local rank $1 (SIGKILL)",
                    "dmesg shows whether memory ran out"),
            new Known("failed \\(exitcode: -11\\) local_rank: (\\d+)", "the process of local rank $1 crashed (SIGSEGV)",
                    ""),
            // vLLM's custom_all_reduce.cuh
            new Known("custom_all_reduce\\.cuh:\\d+ '([^']+)'", "vLLM's custom all-reduce failed: $1",
                    "--disable-custom-all-reduce leaves it out"),
            // PyTorch's flight recorder, tools/flight_recorder
            new Known(
                    "Culprit rank (\\d+); Error type: (\\w+), Expected \\w+ sizes: '(\\S+?)' does not match found \\w+ sizes: '(\\S+?)'",
                    "%s called a collective of other sizes ($4 where $3 was expected)", "").each("rank"),
            // ROCm/rccl issue 1261; UCX's rcache.c
            new Known("failed to insert region \\w+ \\[0x0\\.\\.0x0\\]",
                    "UCX could not register memory of length zero", ""),
            // CANN's reference of error codes, HCCL Errors
            new Known("EI0001.*Environment variable \\[(\\w+)\\] is invalid", "HCCL refuses the value of $1 (EI0001)",
                    ""),
            new Known("EI0002.*(?:remote|peer) rank:? ?\\[?(\\d+)", "HCCL waited too long for rank $1 (EI0002)",
                    "its log may report an earlier error"),
            // CANN's hccl_socket.cc and device_error_proc.cc
            new Known("listen on ip\\[([^\\]]+)\\] and specific port\\[(\\d+)\\] fail",
                    "HCCL could not listen on $1, port $2", "another process may have the port"),
            new Known("device\\(chipId:(\\d+).*hccl fftsplus task timeout.*\\btimeout:(\\w+)",
                    "a task of HCCL on device $1 waited $2 for other ranks and timed out",
                    "HCCL_EXEC_TIMEOUT sets the time"),
            // CANN's task_exception_handler.cc
            new Known("\\[Timeout].*Task run failed, groupRank information.*rankId\\[(\\d{1,7})]",
                    "HCCL's task of %s timed out", "its tag lines show whether the ranks called the same collective")
                    .each("rank"),
            hccl("EI0002", "an operation waited too long for another rank", "its log may report an earlier error"),
            hccl("EI0003", "an argument of the collective is invalid", ""),
            hccl("EI0004", "the rank table is invalid", ""),
            hccl("EI0005", "the ranks call the collective with different arguments", ""),
            new Known("^(?=.*dst_rank\\[(\\d+)\\]).*createLink para:rank\\[(\\d+)\\]",
                    "HCCL's rank $2 got no links to %s", "look at their logs")
                    .each("rank").then("\\bEI0006\\b", " in time (EI0006)"),
            hccl("EI0006", "a rank got no links to others in time", "look at their logs"),
            hccl("EI0007", "a resource could not be allocated", ""),
            hccl("EI0008", "the ranks have different versions of CANN", ""),
            hccl("EI0009", "the transport between two ranks could not start", ""),
            hccl("EI0010", "P2P between two devices failed", ""),
            hccl("EI0011", "the device has too little memory", ""),
            hccl("EI0012", "a copy between devices (SDMA) failed", ""),
            hccl("EI0013", "RoCE repeated its packets in vain", "the network failed, or the other process had ended"),
            hccl("EI0014", "the rank table does not fit the devices", ""),
            hccl("EI0015", "not all ranks found one another",
                    "HCCL_SOCKET_IFNAME must name an interface that they reach"),
            // Mooncake's worker_pool.cpp
            new Known("local_nic: (\\w+), peer_nic: (\\S+?),.*transport retry counter exceeded",
                    "Mooncake's $1 got no answer from $2 (retry counter exceeded)",
                    "the two may have no route: check devices and GID index"),
            // NIXL's nixl_agent.cpp
            new Known("NIXL_ERR_BACKEND", "a backend of NIXL did not start (NIXL_ERR_BACKEND)",
                    "its UCX needs support of threads (--enable-mt)"),
            new Known("Failed to load plugin from (\\S+): ([^\\s:]+): cannot open shared object",
                    "NIXL's plugin $1 did not find its library $2", "LD_LIBRARY_PATH must name the folder"),
            new Known("(?:backend '|unsupported backend ')(\\w+)'(?: not found)?",
                    "NIXL found no plugin for its backend $1, so nothing was measured",
                    "check NIXL_PLUGIN_DIR and the plugin's libraries"),
            new Known("NIXL_ERR_REMOTE_DISCONNECT", "NIXL lost its connection to the peer (NIXL_ERR_REMOTE_DISCONNECT)",
                    "the peer's log says why"),
            new Known("metadata for remote agent '[^']*' not found", "NIXL has no metadata of the remote agent",
                    "its connection was lost, or never made"),
            new Known("TL_UCP ERROR ucp returned connect error: (.+)",
                    "UCC, which MPI uses, could not connect processes over UCX: $1",
                    "UCX_NET_DEVICES chooses interfaces that reach one another"),
            new Known("fi_mr_reg failed on rail (\\d+): ([A-Z][a-z]+(?: [a-z]+)*)",
                    "libfabric could not register the memory: $2", ""),
            new Known("registration failed for the specified", "no backend of NIXL could register the memory", ""),
            // NCCL's user guide, Troubleshooting, Shared Memory
            new Known("/dev/shm/nccl.*(?:size \\d|bytes|No space)|posix_fallocate failed|failed to extend /dev/shm",
                    "shared memory (/dev/shm) is full or too small", "a container needs --shm-size or --ipc=host"),
            // NCCL's user guide, Troubleshooting, InfiniBand
            new Known("ibv_(?:reg_mr\\w*|create_cq|create_qp) failed.*Cannot allocate memory",
                    "the limit of locked memory (ulimit -l) is too low"),
            new Known("(?:ibv_reg_mr\\w* failed|Failed to register memory).*(?:Invalid argument|Bad address)",
                    "if the buffer is GPU memory, GPUDirect RDMA is missing: nvidia_peermem or DMA-BUF"),
            // NVIDIA/nccl issues 286, 1837
            new Known("no socket interface found|connecting to address +with family",
                    "NCCL_SOCKET_IFNAME names no interface of that host"),
            // CUDA's documentation of CUDA_ERROR_TOO_MANY_PEERS; NVIDIA/nccl issue 1874
            new Known("peer mapping resources exhausted",
                    "without NVSwitch a GPU has at most eight peers: use nine GPUs or fewer"),
            // init.cc of NCCL
            new Known("Duplicate GPU detected", "each process needs a GPU of its own"),
            // NVIDIA/nccl issues 426, 2013; nccl-tests issue 185
            new Known("(?:ibv_modify_qp failed|to modify QP).*(?:timed out|unreachable)",
                    "the network interfaces of the two ends do not reach one another (rails, routes, RoCE's GID index)"),
            // linux-rdma perftest's perftest_resources.c
            new Known("Failed to modify QP \\d+ to RTR", "RoCE, and ports that require a GRH, need a GID index (-x)"),
            new Known("Failed status 4: ",
                    "the network interface had no access to its local buffer (status 4)",
                    "if it is GPU memory, check nvidia_peermem or DMA-BUF"),
            // enum ibv_wc_status of rdma-core's verbs.h; NVIDIA/nccl issue 426
            completion(12, "a time-out: the other end's network interface did not answer"),
            completion(4,
                    "a violation of the protection of local memory; NCCL_NET_GDR_LEVEL=LOC shows whether GPUDirect "
                            + "RDMA causes it"),
            completion(5, "what follows where the connection had failed before"),
            completion(10, "an access to the other end's memory that was not allowed"),
            completion(13, "a time-out: the other end had no receive buffer ready"),
            // syndromes that UCX's ib_mlx5_log.c prints, of mlx5's completions
            new Known("Transport retry count exceeded on",
                    "a time-out: the other end's network interface did not answer"),
            new Known("Local protection on",
                    "the network interface had no access to its local buffer; of GPU memory, GPUDirect RDMA may be the cause"),
            // NVIDIA's XID errors, 74
            new Known("uncorrectable NVLink error", "a fault of the hardware: dmesg shows the link (Xid 74)"),
            // CUresult in CUDA's driver API: 217, 802, 803, 101, 209, 35, 2
            new Known("peer access is not supported between",
                    "NCCL_P2P_DISABLE=1 avoids direct copies between these GPUs"),
            new Known("system not yet initialized", "CUDA is not ready ('system not yet initialized', 802)",
                    "check Fabric Manager and its version"),
            new Known("no CUDA-capable device", "the process sees no GPU"),
            new Known("unsupported toolchain", "the driver is older than the CUDA of the program"),
            new Known("uncorrectable ECC error", "a GPU has an uncorrectable ECC error in its memory",
                    "nvidia-smi -q shows which"),
            new Known("invalid device function", "the kernel is missing, or was built for other GPUs"),
            new Known("illegal memory access", "a kernel used memory that is not its own"),
            new Known("system has unsupported display driver",
                    "the driver's user library and its kernel module are of different versions"),
            new Known("invalid device ordinal", "there are more processes than GPUs that they see"),
            new Known("no kernel image is available", "the program was built for other GPUs: it needs a newer build"),
            new Known("driver version is insufficient", "the driver is older than the CUDA of the program"),
            new Known("(?:CUDA|Cuda|cuda) .*out of memory", "the GPU's memory is full, maybe of another process"),
            // NCCL's graph/xml.h
            new Known("too many XML nodes \\(max (\\d+)\\)",
                    "the topology of the node has more than the $1 entries that NCCL was built for",
                    "a newer NCCL may hold more"),
            // nvbandwidth's multinode_memcpy.cpp
            new Known("cuMemSetAccess.*MultinodeMemoryAllocation", "nvbandwidth could not map memory of another node",
                    "its multinode tests need one NVLink domain (IMEX)"),
            // nvbandwidth's memcpy.cpp
            new Known("Invalid value when checking the pattern",
                    "a copy of nvbandwidth gave wrong data (its pattern check failed)",
                    "IOMMU, ACS and dmesg's Xid lines may show why")
                    .then("Running (\\w{1,60})", " in $1"),
            // PyTorch's TCPStore
            new Known("Timed out after (\\d+) seconds waiting for clients\\. (\\d+)/(\\d+) clients joined",
                    "only $2 of $3 processes joined within $1 s", "check that all start, and MASTER_ADDR"),
            new Known("Address already in use", "another process has the port: maybe an earlier run"),
            // bootstrap.cc and socket.cc of NCCL, which NVSHMEM uses too
            new Known("rank (\\d+) of (\\d+) ranks has already checked in",
                    "two processes say that they are rank $1 of $2",
                    "the launcher gave both the same number, or an earlier run uses the same address"),
            new Known("Message truncated : received",
                    "the ranks exchange messages of different lengths: other versions, settings or calls"),
            new Known("Connection refused", "nothing listens there: the other end did not start, or has ended"),
            new Known("connect returned No route to host", "NCCL finds no route to the other end",
                    "NCCL_SOCKET_IFNAME chooses the interface, and a firewall may block it"),
            new Known("No route to host|Network is unreachable|Software caused connection abort|Connection timed out",
                    "no route leads there: NCCL_SOCKET_IFNAME chooses the interface, and a firewall may block it"),
            // NVIDIA/nccl issues 1672, 1486, 1920
            new Known("nvls\\.cc:\\d+ NCCL WARN Cuda failure",
                    "it happened while NVLink SHARP was set up, which NCCL_NVLS_ENABLE=0 leaves out"),
            new Known("Connection closed by (?:remote )?peer|Connection reset by peer",
                    "the other end closed it: its log says why"),
            // sjeaugey in NVIDIA/nccl-tests issue 15
            new Known("unhandled \\w+ error|NCCL [Ee]rror|ncclInternalError|ncclSystemError|'internal error",
                    "NCCL_DEBUG=WARN makes NCCL say why"));

    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    private FailureMeaning() {}

    private static Known completion(int status, String words) {
        return new Known("(?:Got completion .*(?:status|error)[ =](?:\\w{1,40}\\()?|Failed status )" + status + "\\b",
                status + " is " + words);
    }

    private static Known outOfMemory(String error, String cause) {
        return new Known(error, cause, "it needs more memory, or fewer processes a node")
                .then("Transport retry|Connection (?:closed|reset)|remote process exited|Got completion|completed with error"
                        + "|unreachable|timed out", ", and the errors of the network follow");
    }

    private static Known efa(String error, String happened, String remedy) {
        return new Known("completed with error\\..*Error: " + error
                + "\\b(?:.*Peer EFA addr: fi_addr_efa://\\[([^\\]]+))?", "EFA peer $1 " + happened, remedy);
    }

    private static Known hccl(String code, String cause, String remedy) {
        return new Known("\\b" + code + "\\b", cause + " (HCCL " + code + ")", remedy);
    }

    /** Returns the known error in a line of a log; empty if there is none. */
    static Optional<Known> of(String line) {
        return KNOWN.stream().filter(each -> each.isIn(line)).findFirst();
    }

    /** Fills the groups of an error, and all values of its first group in several lines, into words. */
    private static String filled(String words, Pattern error, String line, String noun, List<String> failures) {
        var found = error.matcher(line);
        if (!found.find()) {
            return words;
        }
        var text = words;
        for (int i = found.groupCount(); i >= 0; i--) {
            text = text.replace("$" + i, Objects.requireNonNullElse(found.group(i), ""));
        }
        text = text.replace("  ", " ");
        return text.contains("%s") ? text.replace("%s", all(error, noun, failures)) : text;
    }

    /** Returns {@code rank 3}, {@code ranks 2 to 7} or {@code 8 devices}. */
    private static String all(Pattern error, String noun, List<String> failures) {
        var values = failures.stream().map(error::matcher).filter(Matcher::find).map(each -> each.group(1))
                .filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
        if (values.isEmpty()) {
            return "a " + noun;
        }
        if (values.size() == 1) {
            return NUMBER.matcher(values.first()).matches() ? noun + " " + values.first() : values.first();
        }
        if (!values.stream().allMatch(each -> NUMBER.matcher(each).matches())) {
            return values.size() + " " + noun + "s";
        }
        var numbers = values.stream().map(Integer::valueOf).sorted().toList();
        boolean isStretch = numbers.getLast() - numbers.getFirst() == numbers.size() - 1 && numbers.size() > 2;
        return noun + "s " + (isStretch
                ? numbers.getFirst() + " to " + numbers.getLast()
                : Phrases.list(numbers.stream().map(String::valueOf).toList()));
    }
}

package org.gpucomm.analysis.headline;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Known meanings of errors of NCCL, PyTorch and verbs, each with its source. */
final class FailureMeaning {

    private record Known(Pattern error, String words) {

        Known(String error, String words) {
            this(Pattern.compile(error), words);
        }
    }

    private static final List<Known> KNOWN = List.of(
            // NCCL's user guide, Troubleshooting, Shared Memory
            new Known("/dev/shm/nccl.*(?:size \\d|bytes|No space)|posix_fallocate failed|failed to extend /dev/shm",
                    "shared memory (/dev/shm) is full or too small: a container needs --shm-size or --ipc=host"),
            // NCCL's user guide, Troubleshooting, InfiniBand
            new Known("ibv_reg_mr\\w* failed.*Cannot allocate memory",
                    "the limit of locked memory (ulimit -l) is too low"),
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
            new Known("system not yet initialized", "the Fabric Manager of the NVSwitches does not run"),
            new Known("system has unsupported display driver",
                    "the driver's user library and its kernel module are of different versions"),
            new Known("invalid device ordinal", "there are more processes than GPUs that they see"),
            new Known("no kernel image is available", "the program was built for other GPUs: it needs a newer build"),
            new Known("driver version is insufficient", "the driver is older than the CUDA of the program"),
            new Known("(?:CUDA|Cuda|cuda) .*out of memory", "the GPU's memory is full, maybe of another process"),
            // bootstrap.cc and socket.cc of NCCL, which NVSHMEM uses too
            new Known("Message truncated : received",
                    "the ranks exchange messages of different lengths: other versions, settings or calls"),
            new Known("Connection refused", "nothing listens there: the other end did not start, or has ended"),
            new Known("No route to host|Network is unreachable|Software caused connection abort|Connection timed out",
                    "no route leads there: NCCL_SOCKET_IFNAME chooses the interface, and a firewall may block it"),
            // NVIDIA/nccl issues 1672, 1486, 1920
            new Known("nvls\\.cc:\\d+ NCCL WARN Cuda failure",
                    "it happened while NVLink SHARP was set up, which NCCL_NVLS_ENABLE=0 leaves out"),
            new Known("Connection closed by remote peer|Connection reset by peer",
                    "the other end closed it: its log says why"),
            // sjeaugey in NVIDIA/nccl-tests issue 15
            new Known("unhandled \\w+ error|NCCL [Ee]rror|ncclInternalError|ncclSystemError|'internal error",
                    "NCCL_DEBUG=WARN makes NCCL say why"));

    private FailureMeaning() {}

    private static Known completion(int status, String words) {
        return new Known("Got completion .*(?:status|error)[ =](?:\\w{1,40}\\()?" + status + "\\b",
                status + " is " + words);
    }

    /** Returns the meaning of the error in a line of a log; empty if unknown. */
    static Optional<String> of(String line) {
        return KNOWN.stream().filter(each -> each.error().matcher(line).find()).map(Known::words).findFirst();
    }
}

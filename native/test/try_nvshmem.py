"""Tries the NVSHMEM shim on two GPUs of this host, a process each. Usage: try_nvshmem.py LIBRARY; NVSHMEM's libraries on LD_LIBRARY_PATH."""

import ctypes as c
import multiprocessing
import os
import random
import statistics
import sys
import time

import cuda_driver as cu

KIB, MIB = 1 << 10, 1 << 20
SECOND = 10**9
MOST_BLOCKS = 1024
WAYS = ["thread", "warp", "block", "put_signal", "put_then_signal", "stores"]


def run(rank, ranks, ids, barrier, results):
    began = time.time()
    lib = c.CDLL(sys.argv[1])
    lib.gpucomm_nvshmem_error.restype = c.c_char_p

    def call(name, *arguments):
        code = getattr(lib, "gpucomm_nvshmem_" + name)(*[a if not isinstance(a, int) else c.c_int64(a) for a in arguments])
        if code:
            raise RuntimeError(f"{name}: {code}: {lib.gpucomm_nvshmem_error().decode()}")

    def say(*words):
        if rank == 0:
            print(f"{time.time() - began:6.1f}", *words, flush=True)

    gpu = cu.Gpu(rank)
    if rank == 0:
        made = c.create_string_buffer(128)
        call("id", made)
        for _ in range(ranks - 1):
            ids.put(made.raw)
        raw = made.raw
    else:
        raw = ids.get(timeout=60)
    call("join", c.create_string_buffer(raw, 128), rank, ranks, rank)
    compiled, loaded = c.c_int64(), c.c_int64()
    call("version", c.byref(compiled), c.byref(loaded))
    say(f"joined; compiled against {compiled.value}, loaded {loaded.value}")
    gpu.use()
    place = c.c_uint64()

    def symmetric(size):
        call("allocate", size, c.byref(place))
        return place.value

    biggest = 512 * MIB
    send, receive, signals = symmetric(biggest), symmetric(biggest), symmetric(8 * ranks * MOST_BLOCKS)
    call("mapped", receive, 1 - rank, c.byref(place))
    say(f"peer's memory is {'mapped' if place.value else 'not mapped'}")
    number = [1]

    def device(way, share, blocks, threads, repeats):
        call("device_alltoall", WAYS.index(way), receive, send, share, signals, MOST_BLOCKS, number[0], repeats, blocks, threads, SECOND, gpu.lost,
             gpu.stream.value)
        number[0] += repeats

    def median(work, repeats, rounds=5):
        times = []
        for _ in range(rounds + 1):
            gpu.wait()
            barrier.wait(60)
            begin = gpu.event()
            work(repeats)
            end = gpu.event()
            gpu.wait()
            gpu.use()
            times.append(cu.micros(begin, end) / repeats)
        return statistics.median(times[1:])

    share = 48 * KIB
    data = [random.Random(r).randbytes(ranks * share) for r in range(ranks)]
    right = b"".join(data[source][rank * share:(rank + 1) * share] for source in range(ranks))
    gpu.write(send, data[rank])
    for way in WAYS + ["host"]:
        gpu.write(receive, bytes(ranks * share))
        barrier.wait(60)
        if way == "host":
            call("alltoall", receive, send, share, gpu.stream.value)
        else:
            device(way, share, 5, 256, 3)
        gpu.wait()
        barrier.wait(60)
        assert gpu.read(receive, ranks * share) == right, way
    say("all-to-alls: right")

    for way, grids, sizes in (("block", ((1, 256), (1, 512)), (KIB, 64 * KIB, MIB, 4 * MIB)),
                              ("put_signal", ((8, 256), (64, 512), (128, 512)), (KIB, 64 * KIB, MIB, 4 * MIB, 64 * MIB, 512 * MIB)),
                              ("put_then_signal", ((8, 256), (64, 512), (128, 512)), (KIB, 64 * KIB, MIB, 4 * MIB, 64 * MIB, 512 * MIB)),
                              ("stores", ((8, 256), (32, 512), (128, 512)), (KIB, 64 * KIB, MIB, 4 * MIB, 64 * MIB, 512 * MIB)),
                              ("thread", ((1, 256),), (KIB,)), ("warp", ((1, 256),), (KIB, 8 * KIB))):
        for blocks, threads in grids:
            line = []
            for size in sizes:
                repeats = 200 if size < MIB else 20 if size <= 64 * MIB else 5
                micros = median(lambda n: device(way, size // ranks, blocks, threads, n), repeats)
                line.append(f"{size // KIB}K {micros:.2f} us {size / micros / 1e3 * (ranks - 1) / ranks:.1f}")
            say(f"device alltoall, {way} {blocks}x{threads}:", "; ".join(line))
    line = []
    for size in (8, KIB, 64 * KIB, MIB, 4 * MIB, 64 * MIB, 512 * MIB):
        repeats = 50 if size <= 4 * MIB else 10
        micros = median(lambda n: [call("alltoall", receive, send, size // ranks, gpu.stream.value) for _ in range(n)], repeats)
        line.append(f"{size / KIB:g}K {micros:.2f} us {size / micros / 1e3 * (ranks - 1) / ranks:.1f}")
    say("host alltoall:", "; ".join(line))
    for name, work in (("fcollect", lambda size: call("fcollect", receive, send, size // ranks, gpu.stream.value)),
                       ("broadcast", lambda size: call("broadcast", receive, send, size, 0, gpu.stream.value)),
                       ("reduce", lambda size: call("reduce", receive, send, size // 4, 8, gpu.stream.value))):
        line = []
        for size in (KIB, MIB, 64 * MIB):
            micros = median(lambda n: [work(size) for _ in range(n)], 20 if size <= MIB else 5, 3)
            line.append(f"{size // KIB}K {micros:.2f} us {size / micros / 1e3:.1f} algbw")
        say(f"host {name}:", "; ".join(line))
    for gets in (0, 1):
        for scope in ("thread", "warp", "block"):
            for blocks, threads in ((1, 1024), (32, 512)):
                micros = median(lambda n: call("device_rma", gets, WAYS.index(scope), receive, send, 64 * MIB, 1 - rank, n, 0, blocks, threads, gpu.stream.value), 5, 3)
                say(f"device {'get' if gets else 'put'} by {scope} {blocks}x{threads}, both ways at once: {64 * MIB / micros / 1e3:.1f} GB/s at 64 MiB")
    first = [1]
    pings = symmetric(64)

    def ping(rounds):
        call("device_put_signal", receive, send, 8, pings, 1 - rank, 1 - rank, first[0], rounds, 32, SECOND, gpu.lost, gpu.stream.value)
        first[0] += rounds

    say(f"put with signal of 8 bytes, one way: {median(ping, 500) / 2:.2f} us")
    # A peer that does not come: the wait ends, and says so.
    barrier.wait(60)
    if rank == 0:
        began_wait = time.time()
        try:
            call("device_alltoall", WAYS.index("stores"), receive, send, 1024, signals, MOST_BLOCKS, number[0], 1, 4, 128, SECOND // 5, gpu.lost, gpu.stream.value)
            gpu.wait()
            say("FAILED: nothing was lost")
        except cu.CudaError as lost:
            say(f"without its peer: {lost}, after {time.time() - began_wait:.2f} s")
    barrier.wait(60)
    call("leave")
    say("left")
    results.put(rank)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    ids, results, ranks = multiprocessing.Queue(), multiprocessing.Queue(), 2
    barrier = multiprocessing.Barrier(ranks)
    os.environ.setdefault("NVSHMEM_SYMMETRIC_SIZE", "2G")
    processes = [multiprocessing.Process(target=run, args=(r, ranks, ids, barrier, results), daemon=True) for r in range(ranks)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    codes = [process.exitcode for process in processes]
    print("exit codes", codes)
    sys.exit(0 if codes == [0] * ranks else 1)

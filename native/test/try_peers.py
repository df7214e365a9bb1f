"""Tries kernels/copy.cu, alltoall.cu, jacobi.cu and proxy.cu on two GPUs of this host: right results, losses seen in time, and speed.

Usage: try_peers.py FOLDER-OF-FATBINS LIBRARY-OF-THE-PROXY [copy|alltoall|jacobi|proxy|loss ...]
"""

import ctypes as c
import math
import random
import statistics
import sys
import threading
import time
import traceback

import cuda_driver as cu

FOLDER, PROXY = sys.argv[1:3]
WANTED = sys.argv[3:] or ["copy", "alltoall", "loss", "jacobi", "proxy"]
SECOND = 10**9
ROWS = 16
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
BEGAN = time.time()

gpus = [cu.Gpu(0), cu.Gpu(1)]
gpus[0].reach(gpus[1])
gpus[1].reach(gpus[0])


def say(*words):
    print(f"{time.time() - BEGAN:6.1f}", *words, flush=True)


def kernels(file, name):
    return [gpu.kernel(f"{FOLDER}/{file}.fatbin", name) for gpu in gpus]


def timed(work, which=(0, 1)):
    """The longest of the GPUs' times of what `work` queues, in microseconds."""
    begins = [gpus[i].event() for i in which]
    work()
    ends = [gpus[i].event() for i in which]
    for i in which:
        gpus[i].wait()
    times = []
    for i, begin, end in zip(which, begins, ends):
        gpus[i].use()
        times.append(cu.micros(begin, end))
    return max(times)


def median(work, repeats, rounds=3, which=(0, 1)):
    work()
    for i in which:
        gpus[i].wait()
    return statistics.median(timed(work, which) / repeats for _ in range(rounds))


def try_copy():
    size = GIB
    mine, theirs = gpus[0].allocate(size), gpus[1].allocate(size)
    pattern = random.randbytes(MIB)
    for way in ("copy16", "copy4", "copy_bulk"):
        function = kernels("copy", f"gpucomm_{way}")[0]

        def launch(to, source, bytes, blocks, threads, repeats, stride=0, slots=1):
            if way == "copy_bulk":
                gpus[0].launch(function, blocks, 32, to, source, bytes, stride, slots, repeats, 8192, gpus[0].lost, shared=12 * 8192)
            else:
                gpus[0].launch(function, blocks, threads, to, source, bytes, stride, slots, repeats)

        for bytes in (16, 4096, 1000 * 16, MIB - 16):
            for direction in (0, 1):
                if direction:
                    gpus[1].write(theirs, pattern); gpus[0].write(mine, bytes_of(0, MIB))
                    launch(mine, theirs, bytes, 7, 256, 1)
                    gpus[0].wait()
                    got = gpus[0].read(mine, MIB)
                else:
                    gpus[0].write(mine, pattern); gpus[1].write(theirs, bytes_of(0, MIB))
                    launch(theirs, mine, bytes, 7, 256, 1)
                    gpus[0].wait()
                    got = gpus[1].read(theirs, MIB)
                assert got[:bytes] == pattern[:bytes] and got[bytes:] == bytes_of(0, MIB - bytes), (way, bytes, direction)
        grids = [(1, 512), (4, 512), (8, 256), (8, 512), (8, 1024), (16, 512), (32, 512), (64, 512), (132, 512)]
        if way != "copy16":
            grids = [(1, 512), (8, 512), (32, 512), (132, 512), (132, 1024)]
        for blocks, threads in grids:
            line = []
            for bytes, repeats in ((MIB, 50), (16 * MIB, 20), (256 * MIB, 5), (GIB, 2)):
                if way == "copy4" and bytes > 256 * MIB:
                    continue
                micros = median(lambda: launch(theirs, mine, bytes, blocks, threads, repeats), repeats, which=(0,))
                line.append(f"{bytes / micros / 1e3:.0f}")
            micros = median(lambda: launch(mine, theirs, 256 * MIB, blocks, threads, 5), 5, which=(0,))
            say(f"{way} {blocks}x{threads} write GB/s {' / '.join(line)}; read at 256 MiB {256 * MIB / micros / 1e3:.0f}")
    line = []
    for bytes in (MIB, 16 * MIB, 256 * MIB, GIB):
        micros = median(lambda: [gpus[0].copy(theirs, mine, bytes) for _ in range(10)], 10, which=(0,))
        line.append(f"{bytes / micros / 1e3:.0f}")
    say("copy engine write GB/s", " / ".join(line))
    ping = kernels("copy", "gpucomm_ping")
    marks = [gpu.allocate(64) for gpu in gpus]
    first = [1]

    def rounds():
        for i in (0, 1):
            gpus[i].launch(ping[i], 1, 1, marks[i], marks[1 - i], 1 - i, first[0], 1000, 1 - i, SECOND, gpus[i].lost)
        first[0] += 1000

    say(f"ping: one way {median(rounds, 2000) * 1000:.0f} ns")
    gpus[0].free(mine)
    gpus[1].free(theirs)


def bytes_of(value, count):
    return bytes([value]) * count


def try_alltoall():
    size = 512 * MIB
    sends, receives = [g.allocate(size) for g in gpus], [g.allocate(size) for g in gpus]
    room = 64 * KIB // 12 + 1
    inboxes = [g.allocate(2 * 2 * room * 16) for g in gpus]
    marks = [g.allocate(4 * 1024 * 2) for g in gpus]
    tables = [[g.table(what) for g in gpus] for what in (receives, marks, inboxes)]
    blocks_kernels, marked_kernels, meet = (kernels("alltoall", f"gpucomm_{n}") for n in ("alltoall_blocks", "alltoall_marked", "meet"))
    number = [1]

    def by_blocks(share, blocks, threads, repeats):
        for i, g in enumerate(gpus):
            g.launch(blocks_kernels[i], blocks, threads, tables[0][i], tables[1][i], sends[i], share, i, 2, number[0], repeats, SECOND, g.lost)
        number[0] += repeats

    def by_marks(share, blocks, threads, repeats):
        for i, g in enumerate(gpus):
            g.launch(marked_kernels[i], blocks, threads, tables[2][i], room, receives[i], sends[i], share, i, 2, number[0], repeats, SECOND, g.lost)
        number[0] += repeats

    engine_marks = [g.allocate(64) for g in gpus]
    engine_tables = [g.table(engine_marks) for g in gpus]

    def by_engines(share, blocks, threads, repeats):
        for n in range(repeats):
            for i, g in enumerate(gpus):
                g.copy(receives[1 - i] + i * share, sends[i] + (1 - i) * share, share)
                g.copy(receives[i] + i * share, sends[i] + i * share, share)
                g.launch(meet[i], 1, 32, engine_tables[i], i, 2, number[0], SECOND, g.lost)
            number[0] += 1

    for way, shares in ((by_marks, (4, 16, 20, 512, 32 * KIB)), (by_blocks, (16, 512, 80 * KIB + 16, 2 * MIB)), (by_engines, (2 * MIB,))):
        for share in shares:
            for blocks, threads in ((1, 128), (7, 256), (64, 512)):
                data = [random.randbytes(2 * share) for _ in gpus]
                for i, g in enumerate(gpus):
                    g.write(sends[i], data[i])
                    g.write(receives[i], bytes_of(0, 2 * share + 64))
                way(share, blocks, threads, 5)
                for g in gpus:
                    g.wait()
                for i, g in enumerate(gpus):
                    right = b"".join(data[source][i * share:(i + 1) * share] for source in (0, 1))
                    assert g.read(receives[i], 2 * share + 64) == right + bytes_of(0, 64), (way.__name__, share, blocks, i)
    say("all-to-alls: right")
    for way, grids, sizes in (
            (by_marks, ((1, 256), (1, 1024), (4, 512), (8, 512), (16, 512), (32, 256)), (8, KIB, 8 * KIB, 64 * KIB)),
            (by_blocks, ((1, 1024), (8, 256), (16, 512), (32, 512), (64, 512), (128, 512), (132, 1024)), (KIB, 64 * KIB, MIB, 4 * MIB, 64 * MIB, 512 * MIB)),
            (by_engines, ((1, 1),), (MIB, 4 * MIB, 64 * MIB, 512 * MIB))):
        for blocks, threads in grids:
            line = []
            for size in sizes:
                repeats = 200 if size < MIB else 20 if size <= 64 * MIB else 5
                if way is by_engines:
                    repeats = 20
                micros = median(lambda: way(size // 2, blocks, threads, repeats), repeats, rounds=5)
                line.append(f"{size // KIB}K {micros:.2f} us {size / 2 / micros / 1e3:.1f}")
            say(f"alltoall {way.__name__} {blocks}x{threads}:", "; ".join(line))
    for buffer in (0, 1):
        gpus[buffer].free(sends[buffer])
        gpus[buffer].free(receives[buffer])


def try_loss():
    """A rank that does not come, and a line or mark that never arrives, end the others' kernels in the time that they were given."""
    marks = [g.allocate(8192) for g in gpus]
    inboxes = [g.allocate(65536) for g in gpus]
    send, receive = gpus[0].allocate(65536), gpus[0].allocate(65536)
    table, boxes = gpus[0].table([receive, marks[1]]), gpus[0].table(inboxes)
    mark_table = gpus[0].table(marks)
    for name, arguments in (("alltoall_blocks", (table, mark_table, send, 1024, 0, 2, 1, 3, SECOND // 5, gpus[0].lost)),
                            ("alltoall_marked", (boxes, 100, receive, send, 1024, 0, 2, 1, 3, SECOND // 5, gpus[0].lost))):
        began = time.time()
        gpus[0].launch(kernels("alltoall", f"gpucomm_{name}")[0], 4, 128, *arguments)
        try:
            gpus[0].wait()
            raise AssertionError(f"{name}: nothing was lost")
        except cu.CudaError as lost:
            say(f"{name} without its peer: {lost}, after {time.time() - began:.2f} s")


class Jacobi:
    def __init__(self, ranks, nx, ny):
        self.nx, self.ny, self.pitch = nx, ny, (nx + 3) // 4 * 4
        inner = ny - 2
        self.ranks, self.firsts = ranks, [inner * r // len(ranks) for r in range(len(ranks) + 1)]
        self.rows = [b - a for a, b in zip(self.firsts, self.firsts[1:])]
        self.arrays = [[gpus[r].allocate((n + 2) * self.pitch * 4) for _ in (0, 1)] for r, n in zip(ranks, self.rows)]
        self.marks = [gpus[r].allocate(64) for r in ranks]
        self.counters = [gpus[r].allocate(64) for r in ranks]
        self.spread = 32
        for i, r in enumerate(ranks):
            for array in self.arrays[i]:
                gpus[r].launch(kernels("jacobi", "gpucomm_jacobi_begin")[r], 1024, 256, array, self.pitch, nx, ny, self.firsts[i], self.rows[i] + 2)
            gpus[r].wait()

    def grid(self, rows):
        return ((self.pitch // 4 + 255) // 256) * ((rows + ROWS - 1) // ROWS)

    def row(self, i, parity, row):
        return self.arrays[i][parity] + row * self.pitch * 4

    def run(self, steps):
        norms = [gpus[r].allocate(8 * self.spread * steps) for r in self.ranks]
        count = len(self.ranks)
        functions = kernels("jacobi", "gpucomm_jacobi_linked")
        begins = [gpus[r].event() for r in self.ranks]
        for n in range(1, steps + 1):
            for i, r in enumerate(self.ranks):
                above, below, now, then = (i - 1) % count, (i + 1) % count, (n - 1) % 2, n % 2
                gpus[r].launch(functions[r], self.grid(self.rows[i]), 256, self.arrays[i][now], self.arrays[i][then], self.pitch, self.nx,
                               self.rows[i], norms[i] + 8 * self.spread * (n - 1), self.spread,
                               self.row(above, then, self.rows[above] + 1), self.row(below, then, 0),
                               self.marks[i], self.marks[i] + 4, self.marks[above] + 4, self.marks[below], self.counters[i],
                               n, above, below, SECOND, gpus[r].lost)
        ends = [gpus[r].event() for r in self.ranks]
        for r in self.ranks:
            gpus[r].wait()
        seconds = []
        for r, begin, end in zip(self.ranks, begins, ends):
            gpus[r].use()
            seconds.append(cu.micros(begin, end) / 1e6)
        return max(seconds), self.sums(norms, steps)

    def plain(self, steps):
        assert len(self.ranks) == 1
        g, rows, step_bytes = gpus[self.ranks[0]], self.rows[0], self.pitch * 4
        norms = [g.allocate(8 * self.spread * steps)]
        function = g.kernel(f"{FOLDER}/jacobi.fatbin", "gpucomm_jacobi_cells")
        for n in range(1, steps + 1):
            now, then = (n - 1) % 2, n % 2
            g.launch(function, 4096, 256, self.arrays[0][now], self.arrays[0][then], self.pitch, self.nx, rows, norms[0] + 8 * self.spread * (n - 1), self.spread)
            g.copy(self.row(0, then, 0), self.row(0, then, rows), step_bytes)
            g.copy(self.row(0, then, rows + 1), self.row(0, then, 1), step_bytes)
        g.wait()
        return self.sums(norms, steps)

    def sums(self, norms, steps):
        import struct
        parts = [struct.unpack(f"{self.spread * steps}d", gpus[r].read(n, 8 * self.spread * steps)) for r, n in zip(self.ranks, norms)]
        return [math.sqrt(sum(sum(p[self.spread * k:self.spread * (k + 1)]) for p in parts)) for k in range(steps)]

    def compare(self, other, steps):
        """Cells of mine that differ from the other's, which is whole."""
        wrong = 0
        g0 = gpus[other.ranks[0]]
        for i, r in enumerate(self.ranks):
            counter = gpus[r].allocate(8)
            gpus[r].launch(kernels("jacobi", "gpucomm_jacobi_compare")[r], 1024, 256, self.row(i, steps % 2, 1),
                           other.row(0, steps % 2, 1 + self.firsts[i]), self.pitch, self.nx, self.rows[i], 10, counter)
            gpus[r].wait()
            wrong += gpus[r].number(counter)
        return wrong

    def free(self):
        for r, arrays in zip(self.ranks, self.arrays):
            for array in arrays:
                gpus[r].free(array)


def try_jacobi():
    for nx, ny, steps in ((70, 50, 40), (1024, 1024, 100), (1027, 333, 100), (16384, 16384, 200)):
        whole = Jacobi([0], nx, ny)
        norms = whole.plain(steps)
        for ranks in ([0], [0, 1]):
            own = Jacobi(ranks, nx, ny)
            _, of_own = own.run(steps)
            off = max(abs(a - b) / a for a, b in zip(norms, of_own))
            say(f"jacobi {nx}x{ny} on {len(ranks)}: norms off by {off:.1e}, wrong cells {own.compare(whole, steps)}, last norm {of_own[-1]:.6f}")
            own.free()
        whole.free()
    for ranks in ([0], [0, 1]):
        own = Jacobi(ranks, 16384, 16384)
        seconds = []
        for _ in range(3):
            for i, r in enumerate(ranks):
                gpus[r].write(own.marks[i], bytes(64))
            seconds.append(own.run(1000)[0])
        say(f"jacobi 16384x16384, 1000 steps on {len(ranks)}: {', '.join(f'{s:.4f}' for s in seconds)} s")
        own.free()
    study = Jacobi([0], 16384, 16384)
    norm = gpus[0].allocate(8)
    function = gpus[0].kernel(f"{FOLDER}/jacobi.fatbin", "gpucomm_jacobi_study")
    micros = timed(lambda: gpus[0].launch(function, 512 * 512, 1024, study.arrays[0][0], study.arrays[0][1], study.pitch, 16384, 16382, norm), which=(0,))
    say(f"jacobi, the study's kernel: {micros / 1e3:.1f} ms a step")
    study.free()


def try_proxy():
    library = c.CDLL(PROXY)
    library.gpucomm_proxy_error.restype = c.c_char_p
    gpu = gpus[0]
    post = kernels("proxy", "gpucomm_post")[0]
    capacity = 2048
    u = cu.u64
    stop = c.c_int(0)

    def run(queues, blocks, threads, posts, blocking, every, write=0, size=0):
        lines, complete = cu.pinned(16 * capacity * queues), cu.pinned(64 * queues)
        following = gpu.allocate(64 * queues)
        of_queue = [sum(1 for b in range(blocks) if b % queues == q) * threads * posts for q in range(queues)]
        served, sums, spent = [u() for _ in range(queues)], [u() for _ in range(queues)], [0] * queues

        def serve(q):
            gpu_context_use()
            if write:
                stream = gpu.new_stream()
                events = (c.c_uint64 * 64)()
                for i in range(64):
                    event = u()
                    cu.call("cuEventCreate", c.byref(event), 2)
                    events[i] = event.value
                code = library.gpucomm_proxy_write(c.c_void_p(lines + 16 * capacity * q), u(capacity), c.c_void_p(complete + 64 * q), u(1), u(of_queue[q]),
                                                   c.byref(stop), u(write[0]), u(write[1]), u(size), u(16), stream, events, u(64),
                                                   cu.lib.cuMemcpyDtoDAsync_v2, cu.lib.cuEventRecord, cu.lib.cuEventQuery, c.byref(served[q]))
            else:
                code = library.gpucomm_proxy_serve(c.c_void_p(lines + 16 * capacity * q), u(capacity), c.c_void_p(complete + 64 * q), u(1), u(of_queue[q]),
                                                   u(every), c.byref(stop), c.byref(served[q]), c.byref(sums[q]))
            assert code == 0, library.gpucomm_proxy_error()

        def gpu_context_use():
            gpu.use()

        threads_of_cpu = [threading.Thread(target=serve, args=(q,), daemon=True) for q in range(queues)]
        for thread in threads_of_cpu:
            thread.start()
        time.sleep(0.01)
        micros = timed(lambda: gpu.launch(post, blocks, threads, lines, capacity, following, complete, queues, posts, blocking, size, 3 * SECOND, gpu.lost),
                       which=(0,))
        for thread in threads_of_cpu:
            thread.join(5)
        total = blocks * threads * posts
        assert sum(s.value for s in served) == total, ([s.value for s in served], total)
        if not write:
            assert sum(s.value for s in sums) == total * (total - 1) // 2, "a request came twice or not at all"
        return micros, total

    for label, arguments in (("1 thread, blocking", (1, 1, 1, 5000, 1, 1)), ("1 thread, posting", (1, 1, 1, 100000, 2, 32)),
                             ("32 threads, posting", (1, 1, 32, 10000, 2, 32)), ("256 threads, posting", (1, 1, 256, 4000, 2, 32)),
                             ("256 threads, posting, answered singly", (1, 1, 256, 4000, 2, 1)),
                             ("8x128 threads, posting", (1, 8, 128, 1000, 2, 64)), ("8x32 threads, blocking", (1, 8, 32, 1000, 1, 1)),
                             ("4 queues, 8x128 threads, posting", (4, 8, 128, 2000, 2, 64)), ("4 queues, 8x32 threads, blocking", (4, 8, 32, 1000, 1, 1))):
        micros, total = run(*arguments)
        say(f"proxy {label}: {micros / total:.3f} us a post, {total / micros:.2f} M/s")
    to, source = gpus[1].allocate(64 * MIB), gpus[0].allocate(64 * MIB)
    for size in (KIB, 64 * KIB, MIB):
        for label, blocking, posts in (("blocking", 1, 500), ("posting", 2, 2000)):
            micros, total = run(1, 1, 1, posts, blocking, 1, write=(to, source), size=size)
            say(f"proxy 1 thread with a write of {size // KIB} KiB, {label}: {micros / total:.2f} us a post, {size * total / micros / 1e3:.1f} GB/s")


def try_all():
    for name in WANTED:
        try:
            {"copy": try_copy, "alltoall": try_alltoall, "loss": try_loss, "jacobi": try_jacobi, "proxy": try_proxy}[name]()
        except Exception as failure:  # the other trials go on
            say(f"{name} FAILED: {type(failure).__name__}: {failure}")
            traceback.print_exc()


if __name__ == "__main__":
    try_all()

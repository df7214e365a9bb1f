"""Whether a process can write to another's GPU memory through CUDA's handles. Usage: try_ipc.py FOLDER-OF-FATBINS"""

import ctypes as c
import multiprocessing
import sys

import cuda_driver as cu


class Handle(c.Structure):
    _fields_ = [("bytes", c.c_char * 64)]


def owner(pipe):
    gpu = cu.Gpu(0)
    memory = gpu.allocate(1 << 20)
    handle = (c.c_char * 64)()
    cu.call("cuIpcGetMemHandle", c.byref(handle), cu.u64(memory))
    pipe.send(bytes(handle.raw))
    pipe.recv()
    print("IPC:", "right" if gpu.read(memory, 1 << 20) == b"\x5a" * (1 << 20) else "WRONG", flush=True)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=owner, args=(there,), daemon=True)
    process.start()
    gpu = cu.Gpu(1)
    handle = Handle.from_buffer_copy(here.recv())
    address = cu.u64()
    gpu.use()
    code = cu.lib.cuIpcOpenMemHandle_v2(c.byref(address), handle, 1)
    print("cuIpcOpenMemHandle", code)
    source = gpu.allocate(1 << 20)
    gpu.write(source, b"\x5a" * (1 << 20))
    gpu.launch(gpu.kernel(f"{sys.argv[1]}/copy.fatbin", "gpucomm_copy16"), 8, 512, address.value, source, 1 << 20, 0, 1, 1)
    gpu.wait()
    here.send(1)
    process.join(20)

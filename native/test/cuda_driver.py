"""As much of the CUDA driver's C API as the trials beside this file need, by ctypes. Not part of gpucomm: for trying kernels on a GPU host."""

import ctypes as c

lib = c.CDLL("libcuda.so.1")


class CudaError(RuntimeError):
    pass


def call(name, *arguments):
    code = getattr(lib, name)(*arguments)
    if code:
        words = c.c_char_p()
        lib.cuGetErrorString(code, c.byref(words))
        raise CudaError(f"{name}: {(words.value or b'?').decode()} ({code})")


def u64(value=0):
    return c.c_uint64(value)


class Gpu:
    def __init__(self, ordinal):
        call("cuInit", 0)
        self.ordinal = ordinal
        self.context = u64()
        call("cuDevicePrimaryCtxRetain", c.byref(self.context), ordinal)
        self.use()
        self.stream = self.new_stream()
        self.modules = {}
        self.lost = self.allocate(8)

    def use(self):
        call("cuCtxSetCurrent", self.context)

    def new_stream(self):
        self.use()
        stream = u64()
        call("cuStreamCreate", c.byref(stream), 1)
        return stream

    def reach(self, other):
        self.use()
        call("cuCtxEnablePeerAccess", other.context, 0)

    def allocate(self, size):
        self.use()
        address = u64()
        call("cuMemAlloc_v2", c.byref(address), u64(size))
        call("cuMemsetD8_v2", address, 0, u64(size))
        return address.value

    def free(self, address):
        self.use()
        call("cuMemFree_v2", u64(address))

    def write(self, address, data):
        self.use()
        call("cuMemcpyHtoD_v2", u64(address), data, u64(len(data)))

    def read(self, address, size):
        self.use()
        data = c.create_string_buffer(size)
        call("cuMemcpyDtoH_v2", data, u64(address), u64(size))
        return data.raw

    def number(self, address):
        return int.from_bytes(self.read(address, 8), "little")

    def table(self, addresses):
        place = self.allocate(8 * len(addresses))
        self.write(place, b"".join(a.to_bytes(8, "little") for a in addresses))
        return place

    def kernel(self, file, name):
        self.use()
        if file not in self.modules:
            module = u64()
            with open(file, "rb") as image:
                call("cuModuleLoadData", c.byref(module), image.read())
            self.modules[file] = module
        function = u64()
        call("cuModuleGetFunction", c.byref(function), self.modules[file], name.encode())
        return function

    def launch(self, function, blocks, threads, *arguments, shared=0):
        self.use()
        values = (c.c_uint64 * len(arguments))(*arguments)
        pointers = (c.c_void_p * len(arguments))(*(c.addressof(values) + 8 * i for i in range(len(arguments))))
        if shared > 48 * 1024:
            call("cuFuncSetAttribute", function, 8, shared)
        call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, shared, self.stream, pointers, None)

    def copy(self, to, source, size):
        self.use()
        call("cuMemcpyDtoDAsync_v2", u64(to), u64(source), u64(size), self.stream)

    def event(self):
        self.use()
        event = u64()
        call("cuEventCreate", c.byref(event), 0)
        call("cuEventRecord", event, self.stream)
        return event

    def wait(self):
        self.use()
        call("cuStreamSynchronize", self.stream)
        lost = self.number(self.lost)
        if lost:
            self.write(self.lost, bytes(8))
            raise CudaError(f"GPU {self.ordinal} lost {lost:#x}")


def micros(begin, end):
    millis = c.c_float()
    call("cuEventElapsedTime", c.byref(millis), begin, end)
    return millis.value * 1000


def pinned(size):
    address = c.c_void_p()
    call("cuMemHostAlloc", c.byref(address), u64(size), 3)  # portable and mapped
    c.memset(address, 0, size)
    return address.value

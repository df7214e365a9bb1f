package org.gpucomm.runner.proxy;

import java.time.Duration;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.ProxyShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;

/**
 * Request to measure proxies, the same for all ranks.
 *
 * @param proxies    numbers of CPU threads, one row each
 * @param posters    numbers of GPU threads that post, one row each
 * @param posts      number of posts of each GPU thread per launch
 * @param depth      capacity of a queue in requests
 * @param fillBlocks numbers of blocks that fill the buffer, one row each
 * @param lostAfter  time that a GPU waits for a proxy before giving up
 */
record ProxyRequest(Operation operation, Protocol protocol, Sizes sizes, List<ProxyRequestMethod> methods,
        List<Integer> proxies, List<Integer> posters, int posts, int depth, List<Integer> fillBlocks,
        Duration lostAfter, GpuOptions gpus) implements Family.Request {

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return gpus.search(search);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var driver = MissingException.required(Cuda.load(search));
        var shim = MissingException.required(ProxyShim.load(search));
        var kernels = KernelImage.required("proxy", "proxy", search);
        return new ProxySetup(this, driver, shim, gpus.of(driver.gpus(), place), kernels);
    }
}

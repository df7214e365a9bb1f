package org.gpucomm.runner.jacobi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.jspecify.annotations.Nullable;

/**
 * Request to solve problems, the same for all ranks.
 *
 * @param methods   requested methods; empty for all that can run
 * @param lostAfter time that a GPU waits for another before giving up
 * @param nccl      NCCL library to load; null to search
 * @param shim      NVSHMEM shim to load; null for the default path
 */
record JacobiRequest(Protocol protocol, List<Problem> problems, List<HaloExchangeMethod> methods, Duration lostAfter,
        GpuOptions gpus, @Nullable Path nccl, @Nullable Path shim) implements Family.Request {

    @Override
    public LibrarySearch search(LibrarySearch search) {
        return gpus.search(search).with("GPUCOMM_NCCL_LIBRARY", nccl).with(NvshmemShim.VARIABLE,
                shim);
    }

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var driver = MissingException.required(Cuda.load(search));
        var seats = gpus.of(driver.gpus(), place);
        int ranks = seats.size() * place.processes();
        for (var problem : problems) {
            if (problem.inner() < ranks) {
                throw new IllegalArgumentException(
                        "--problem " + problem.text() + " has fewer rows than there are GPUs: " + ranks);
            }
        }
        var kernels = KernelImage.required("jacobi", "jacobi", search);
        var wanted = new Wanted(methods.isEmpty() ? EnumSet.allOf(HaloExchangeMethod.class) : EnumSet.copyOf(methods),
                !methods.isEmpty());
        var nccl = wanted.nccl(search);
        var nvshmem = wanted.nvshmem(search, seats.size());
        return new JacobiSetup(this, List.copyOf(wanted.methods), wanted.leftOut(),
                driver, nccl, nvshmem, seats, kernels);
    }

    /** Methods to be measured. A method that cannot run is omitted, or is an error if the user named it. */
    private static final class Wanted {

        private final Set<HaloExchangeMethod> methods;
        private final boolean named;
        private final List<String> reasons = new ArrayList<>();

        Wanted(Set<HaloExchangeMethod> methods, boolean named) {
            this.methods = methods;
            this.named = named;
        }

        @Nullable
        Nccl nccl(LibrarySearch search) {
            if (methods.stream().noneMatch(HaloExchangeMethod::needsNccl)) {
                return null;
            }
            var loaded = Nccl.load(search);
            if (!named && loaded instanceof Availability.Absent<Nccl> absent) {
                leaveOut(EnumSet.range(HaloExchangeMethod.NCCL, HaloExchangeMethod.NCCL_BUFFER),
                        String.join("; ", absent.reasons()));
                return null;
            }
            var library = MissingException.required(loaded);
            if (methods.contains(HaloExchangeMethod.NCCL_BUFFER) && !library.registers()) {
                var why = "NCCL " + library.version() + " registers no buffers; 2.19 and newer do";
                if (named) {
                    throw new MissingException(HaloExchangeMethod.NCCL_BUFFER.text() + ": " + why);
                }
                leaveOut(EnumSet.of(HaloExchangeMethod.NCCL_BUFFER), why);
            }
            return library;
        }

        @Nullable
        NvshmemShim nvshmem(LibrarySearch search, int seats) {
            var ofNvshmem = EnumSet.range(HaloExchangeMethod.NVSHMEM, HaloExchangeMethod.NVSHMEM_SYNC);
            if (methods.stream().noneMatch(HaloExchangeMethod::needsNvshmem)) {
                return null;
            }
            if (seats != 1) {
                var why = "NVSHMEM drives one GPU a process, this one has " + seats
                        + ": start a process for each with --gpus 1, see docs/ranks.md";
                if (named) {
                    throw new IllegalArgumentException(why);
                }
                leaveOut(ofNvshmem, why);
                return null;
            }
            var loaded = NvshmemShim.load(search);
            if (!named && loaded instanceof Availability.Absent<NvshmemShim> absent) {
                leaveOut(ofNvshmem, String.join("; ", absent.reasons()));
                return null;
            }
            return MissingException.required(loaded);
        }

        private void leaveOut(Set<HaloExchangeMethod> those, String why) {
            methods.removeAll(those);
            reasons.add(String.join(", ", those.stream().map(HaloExchangeMethod::text).toList()) + " left out: " + why);
        }

        @Nullable
        String leftOut() {
            return reasons.isEmpty() ? null : String.join(". ", reasons);
        }
    }
}

package org.gpucomm.runner.ffi.nvml;

import java.lang.foreign.MemorySegment;

import org.gpucomm.runner.ffi.FunctionTable;

/** Functions of {@code libnvidia-ml}, as declared in {@code nvml.h}. */
interface NvmlFunctions extends FunctionTable {

    @Names({"nvmlInit_v2", "nvmlInit"})
    int nvmlInit();
    MemorySegment nvmlErrorString(int code);
    @Names({"nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId"})
    int nvmlDeviceGetHandleByPciBusId(MemorySegment id, MemorySegment device);
    int nvmlSystemGetDriverVersion(MemorySegment version, int length);
    int nvmlDeviceGetClockInfo(long device, int clock, MemorySegment megahertz);
    int nvmlDeviceGetMaxClockInfo(long device, int clock, MemorySegment megahertz);
    int nvmlDeviceGetEnforcedPowerLimit(long device, MemorySegment milliwatts);
    int nvmlDeviceGetNvLinkState(long device, int link, MemorySegment active);
    int nvmlDeviceGetNvLinkVersion(long device, int link, MemorySegment version);
    @Names({"nvmlDeviceGetNvLinkRemotePciInfo_v2", "nvmlDeviceGetNvLinkRemotePciInfo"})
    int nvmlDeviceGetNvLinkRemotePciInfo(long device, int link, MemorySegment info);
    int nvmlDeviceGetP2PStatus(long device, long other, int index, MemorySegment status);
}

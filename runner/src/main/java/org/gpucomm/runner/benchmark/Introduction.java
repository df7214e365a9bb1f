package org.gpucomm.runner.benchmark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.gpucomm.runner.ffi.CudaDriver;
import org.gpucomm.runner.output.Heading.RankLine;

/**
 * What ranks tell one another before they measure.
 *
 * @param line      who it is
 * @param plan      what it is going to do, in words; must be the same for all
 * @param freeBytes device memory that nobody uses
 */
record Introduction(RankLine line, String plan, long freeBytes) {

    byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(line.rank());
            out.writeLong(line.pid());
            out.writeUTF(line.host());
            out.writeInt(line.device());
            out.writeUTF(line.busId());
            out.writeUTF(line.gpu());
            out.writeUTF(plan);
            out.writeLong(freeBytes);
        } catch (IOException neverInMemory) {
            throw new UncheckedIOException(neverInMemory);
        }
        return bytes.toByteArray();
    }

    static Introduction of(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Introduction(new RankLine(in.readInt(), 0, in.readLong(), in.readUTF(), in.readInt(),
                    in.readUTF(), in.readUTF()), in.readUTF(), in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException("another process speaks another version of gpucomm", e);
        }
    }

    /** @throws DisagreementException naming the first rank that is to do something else than rank 0 */
    static void requireSamePlan(List<Introduction> ranks) {
        var first = ranks.getFirst();
        for (var other : ranks) {
            if (!other.plan.equals(first.plan)) {
                throw new DisagreementException("rank " + other.line.rank() + " on " + other.line.host()
                        + " is to measure something else than rank 0: " + other.plan + "; rank 0: " + first.plan);
            }
        }
    }

    /** What a rank knows of itself from the start. */
    record Self(int rank, String host, CudaDriver.Gpu gpu) {

        int device() {
            return gpu.ordinal();
        }

        Introduction introduction(String plan, long freeBytes) {
            // nccl-tests prints the address without the function: 0000:53:00
            return new Introduction(new RankLine(rank, 0, ProcessHandle.current().pid(), host, gpu.ordinal(),
                    gpu.pciAddress().replaceFirst("\\.[0-9a-f]$", ""), gpu.name()), plan, freeBytes);
        }
    }

    /** Ranks were started with different options or find different libraries. */
    static final class DisagreementException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DisagreementException(String message) {
            super(message);
        }
    }
}

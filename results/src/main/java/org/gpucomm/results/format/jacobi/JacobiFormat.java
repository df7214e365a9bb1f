package org.gpucomm.results.format.jacobi;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of NVIDIA's multi-GPU Jacobi programs, plain and with {@code -csv}. */
public final class JacobiFormat implements Format.OfSection {

    @Override
    public String id() {
        return "jacobi";
    }

    @Override
    public String description() {
        return "output of NVIDIA's multi-gpu-programming-models Jacobi programs, plain and -csv";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean begins(String line) {
        return JacobiParser.begins(line);
    }

    @Override
    public Parser open(Log log) {
        return new JacobiParser(log);
    }
}

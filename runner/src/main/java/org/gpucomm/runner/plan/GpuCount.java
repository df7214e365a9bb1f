package org.gpucomm.runner.plan;

/** Supplier of the number of GPUs of this host, for plans that start a process for each. */
public interface GpuCount {

    GpuCount UNKNOWN = () -> {
        throw new UnknownGpuCountException("the plan is not run here");
    };

    /** Returns the number of GPUs, or throws if it is unknown. */
    int here() throws UnknownGpuCountException;

    /** Error of an unknown number of GPUs. The message explains why. */
    final class UnknownGpuCountException extends Exception {

        private static final long serialVersionUID = 1L;

        public UnknownGpuCountException(String message) {
            super(message);
        }
    }
}

package org.gpucomm.runner.plan;

/** Number of GPUs of this host, for plans that start a process for each. */
public interface GpuCount {

    GpuCount UNKNOWN = () -> {
        throw new UnknownGpuCountException("the plan is not run here");
    };

    /** @throws UnknownGpuCountException where nothing shows */
    int here() throws UnknownGpuCountException;

    /** The message says why. */
    final class UnknownGpuCountException extends Exception {

        private static final long serialVersionUID = 1L;

        public UnknownGpuCountException(String message) {
            super(message);
        }
    }
}

package org.gpucomm.runner.plan;

/** Number of GPUs of this host, for plans that start a process for each. */
public interface GpuCount {

    GpuCount UNKNOWN = () -> {
        throw new Unknown("the plan is not run here");
    };

    /** @throws Unknown where nothing shows */
    int here() throws Unknown;

    /** The message says why. */
    final class Unknown extends Exception {

        private static final long serialVersionUID = 1L;

        public Unknown(String message) {
            super(message);
        }
    }
}

package org.gpucomm.runner.plan;

/** This interface tells how many GPUs this host has, for plans that say: a process for each. */
public interface GpuCount {

    GpuCount UNKNOWN = () -> {
        throw new Unknown("the plan is not run here");
    };

    /** @throws Unknown where nothing tells */
    int here() throws Unknown;

    /** The message says why. */
    final class Unknown extends Exception {

        private static final long serialVersionUID = 1L;

        public Unknown(String message) {
            super(message);
        }
    }
}

package org.gpucomm.runner.nvlink;

/** How a kernel is launched. */
record Grid(int blocks, int threads) {

    @Override
    public String toString() {
        return blocks + " blocks of " + threads + " threads";
    }
}

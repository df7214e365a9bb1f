package org.gpucomm.runner.gpu;

/** How a kernel is launched. */
public record Grid(int blocks, int threads) {

    @Override
    public String toString() {
        return blocks + " blocks of " + threads + " threads";
    }
}

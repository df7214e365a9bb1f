package org.gpucomm.runner.nccl;

import org.gpucomm.runner.ffi.cuda.Graph;

/** Batch of operations that are timed together, launched one by one or as a CUDA graph. */
sealed interface Batch extends AutoCloseable {

    /** Launches all operations, without waiting for the GPU. */
    void launch();

    /** Returns the number of operations. */
    int operations();

    @Override
    void close();

    static Batch of(NcclRequest request, Rank rank, OperationQueue launcher) {
        var single = new Single(launcher, request.protocol().iterations(), request.aggregated());
        return request.graphs() == 0 ? single : Captured.of(single, rank, request.graphs());
    }

    record Single(OperationQueue launcher, int iterations, int aggregated) implements Batch {

        @Override
        public void launch() {
            for (int i = 0; i < iterations; i++) {
                launcher.iteration(i);
            }
        }

        @Override
        public int operations() {
            return iterations * aggregated;
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }

    record Captured(Rank rank, Graph graph, int launches, int operations) implements Batch {

        static Captured of(Single batch, Rank rank, int launches) {
            rank.stream().beginCapture();
            batch.launch();
            return new Captured(rank, rank.stream().endCapture(), launches, batch.operations() * launches);
        }

        @Override
        public void launch() {
            for (int i = 0; i < launches; i++) {
                rank.stream().launch(graph);
            }
        }

        @Override
        public void close() {
            graph.close();
        }
    }
}

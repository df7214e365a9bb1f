package org.gpucomm.runner.submit;

/** Action that runs if this process is shut down before {@link #close}. */
final class ShutdownHook implements AutoCloseable {

    private final Thread thread;

    ShutdownHook(String name, Runnable action) {
        thread = new Thread(action, name);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException shuttingDown) {
            // The action is already running.
        }
    }
}
